/** What only identity providers have: unique issuers, and a list without the removed ones. */
import type { Requirement } from '../../../src/index.ts';
import { must } from '../../kit/law.ts';
import { shownText, unless } from '../laws/laws.ts';
import { rowOf } from '../laws/resource-kinds.ts';
import type { Resource } from '../laws/resources.ts';

export function identityProviders(provider: Resource): readonly Requirement[] {
  const { creation, removal, places, member, list, key } = provider;
  return [
    ...creation.rejected(['create'], {
      'taken-issuer': ['sameIssuer', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'],
    }),
    ...(removal?.rules(
      must('not-listed-after-removal', places.list[1], {
        statement: 'The list has no removed identity provider, within six seconds.',
        cause: 'The provider is only marked as removed, or the list comes from a cache.',
        fix: 'Leave marked ones out, and renew the cache at the removal.',
        given: ['create', 'delete', 'list'],
        judge: (at) => {
          const row = rowOf(provider, at.list.response.body, shownText(at.create, member, key));
          return unless(row === undefined, `/${list}`, 'no removed provider', 'it is there');
        },
      }),
    ) ?? []),
  ];
}
