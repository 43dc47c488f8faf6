/** What only identity providers have: unique issuers, and a list without the removed ones. */
import { finding, type Requirement } from '../../../src/index.ts';
import { rejected } from '../laws/rejected-steps.ts';
import { type Resource, rowOf } from '../laws/resources.ts';
import { within } from '../requests/sequences.ts';

export function identityProviders(provider: Resource): readonly Requirement[] {
  const { creation, removal, clauses, member, list } = provider;
  if (removal === undefined) return [];
  return [
    ...rejected(creation, clauses.create, ['create'], {
      'taken-issuer': ['sameIssuer', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'],
    }),
    removal.scenario.expects({
      name: 'not-listed-after-removal',
      clause: clauses.list,
      statement: 'The list has no removed identity provider, within six seconds.',
      cause: 'The provider is only marked as removed, or the list comes from a cache.',
      fix: 'Leave marked ones out, and renew the cache at the removal.',
      given: ['create', 'delete', 'list'],
      judge: (at) => {
        const removed = within(at.create.response.body, member);
        return rowOf(provider, at.list.response.body, removed) === undefined
          ? []
          : [finding(`/${list}`, 'no removed identity provider', 'it is there')];
      },
    }),
  ];
}
