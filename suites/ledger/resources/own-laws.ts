/** Rules of one kind of resource: of users, identity providers or parties alone. */
import type { CheckResult, CompleteExchange, Finding, Requirement } from '../../../src/kit.ts';
import { describe, sent, statuses, worded, wrongStatus } from '../../../src/kit.ts';
import { difference, member, string, stringAt } from '../../kit/json.ts';
import { blaming, isAccepted, lacking, shown, shownText, unless } from '../../kit/judges.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { rowOf } from './resource-kinds.ts';
import { isCut, type Resource } from './resources.ts';
import { actsAs, notListed, partyIn } from './scratch.ts';

const rule = rulesIn('4.2-resources', 'resources/own-laws.ts');

const ISSUER = ['identityProviderConfig', 'issuer'] as const;

/** Rules of users alone: their list is one page unless the request has a size. */
export function ofUsers(resource: Resource): readonly Requirement[] {
  const { creation, places } = resource;
  return creation.rules(
    rule('listed-without-page-size', places.list[1], {
      given: ['create', 'whole'],
      judge: ({ create, whole }) => listsAs(resource, create, whole),
    }),
  );
}

/** Rules of identity providers alone: unique issuers, and URLs of keys. */
export function ofProviders({ creation, update }: Resource): readonly Requirement[] {
  const taken = ['sameIssuer', 'IDP_CONFIG_ISSUER_ALREADY_EXISTS'] as const;
  return [
    ...creation.rejected(['create'], {
      'taken-issuer': taken,
      'creation-without-issuer': ['noIssuer'],
      'creation-without-keys': ['noKeys'],
    }),
    ...update.rejected(['create', 'second'], {
      'taken-issuer': taken,
      'malformed-url': ['noUrl', 'INVALID_ARGUMENT', 'INVALID_FIELD'],
    }),
    ...update.rules(
      rule('frees-changed-issuer', {
        given: ['create', 'whole'],
        judge: ({ create, second }) => {
          const [former, wanted] = [
            shown(create, ...ISSUER),
            member(sent(second.request), ...ISSUER),
          ];
          if (former !== wanted) return 'inapplicable';
          if (isAccepted(second)) return [];
          const isTaken = shownText(second, 'code') === 'IDP_CONFIG_ISSUER_ALREADY_EXISTS';
          return isTaken ? blaming(second, [wrongStatus(200, second.response.status)]) : undefined;
        },
      }),
    ),
  ];
}

/** Rules of parties alone: an id with a hint, a participant that hosts them, and a user that acts as them. */
export function ofParties({ creation, update, places, codes }: Resource): readonly Requirement[] {
  const own = creation.rules(
    rule('allocated-id-has-hint', {
      given: ['create'],
      judge: ({ create }) => {
        const hint = string(sent(create.request), 'partyIdHint');
        const made = partyIn(create.response.body);
        const hasHint = made?.startsWith(hint) === true;
        return unless(hasHint, '/partyDetails/party', worded`${hint}…`, describe(made));
      },
    }),
    rule('allocated-party-is-local', {
      given: ['create'],
      judge: ({ create }) =>
        difference(true, shown(create, 'partyDetails', 'isLocal'), '/partyDetails/isLocal'),
    }),
    rule('named-user-may-act', {
      given: ['owner', 'create', 'ownerRights'],
      judge: ({ create, ownerRights }) => {
        const party = partyIn(create.response.body);
        const mayAct = actsAs(ownerRights.response.body, party);
        return mayAct ? [] : [lacking(worded`the right to act as ${party}`, '/rights')];
      },
    }),
    rule('listed-without-filter', places.list[1], {
      given: ['create', 'whole'],
      judge: ({ create, whole }) => notListed(whole.response.body, partyIn(create.response.body)),
    }),
    creation.rejected(['create'], { 'malformed-id': ['malformed'] }, 'party-hints-have-their-form'),
    creation.rejected(['create'], { 'version-of-new-resource': ['versioned'] }),
  );
  return [
    ...own,
    ...update.rejected(['create'], { 'change-of-fixed-member': ['fixedMember', ...codes.mask] }),
  ];
}

/** The finding about an id that counts as taken although no user has it. */
export function stillTaken(): readonly Finding[] {
  return [wrongStatus(worded`${statuses(200)}, because there is no such user`, 409)];
}

/** The list shows the same resource as the response to its change; inconclusive if more pages follow. */
export function listsAs(
  resource: Resource,
  change: CompleteExchange,
  list: CompleteExchange,
): CheckResult {
  const expected = shown(change, resource.member);
  const id = stringAt(expected, resource.key);
  const row = rowOf(resource, list.response.body, id);
  const { schema, list: name } = resource;
  if (row !== undefined) return sameView(list, schema, expected, row, { at: `/${name}` });
  if (id === undefined) return undefined;
  if (isCut(list.response.body)) return 'inapplicable';
  const isOff = member(expected, 'isDeactivated') === true;
  return [lacking(isOff ? worded`${id} (isDeactivated true)` : id, `/${name}`)];
}
