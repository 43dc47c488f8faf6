/** Users: the values that a creation stores, and the state after a removal. */
import { type CompleteExchange, call, sent } from '../../../src/kit.ts';
import { canHave } from '../../kit/can-have.ts';
import { difference, member, stringAt } from '../../kit/json.ts';
import { accepts, all, isAccepted, rejects, shown, shownList, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import { scenario } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { retryUntilEqual } from '../requests/retry.ts';
import { stillTaken } from '../resources/own-laws.ts';
import {
  mask,
  RIGHTS_FOR_ANY,
  readingRight,
  rightsOfUser,
  rightTo,
  scratchUser,
} from '../resources/scratch.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { hasRights, keepsRights, rightsShown } from './user-rights.ts';

const rule = rulesIn('4.2-users', 'users/users.ts');

/** Valid characters of an id that change if it is cut, decoded twice or read as a form. */
const SPECIAL = "A|#@:'+";
const LONGEST = 128;
/** An id that no party can have. */
const NO_PARTY = 'assay*unknown::1220aa';

export const users: Area = (ledger) => [
  ...idsOfNewUsers(ledger),
  ...membersOfNewUsers(ledger),
  ...primaryPartyOf(ledger),
];

function idsOfNewUsers(ledger: Ledger) {
  const life = scenario(ledger.operation('users-create'), {
    name: 'special-characters',
    clause: 'user-ids-have-their-form',
    sends:
      'a scratch user whose id has special characters: created, read, with a right, and removed; one with a malformed id, and two with a malformed party',
    effect: 'reversible',
    steps: (fixtures, tag) => {
      const id = `assay-${tag}${SPECIAL}`;
      const { create, get, remove } = scratchUser(ledger, id, [readingRight(fixtures)]);
      const rights = rightsOfUser(ledger, id);
      const malformed = scratchUser(ledger, `assay*${tag}`);
      const ofParty = scratchUser(ledger, `assay-${tag}-p`, [], { primaryParty: NO_PARTY });
      const forParty = scratchUser(ledger, `assay-${tag}-r`, [rightTo('CanReadAs', NO_PARTY)]);
      return {
        clear: remove,
        create,
        // A plus in a path is a plus, encoded or not.
        get: ({ create: body }) =>
          retryUntilEqual({ ...get, path: get.path.replaceAll('%2B', '+') }, userIn(body), userIn),
        rights: ({ create: body }) =>
          stringAt(body, 'user', 'id') === id ? rightsShown(ledger, id) : rights,
        malformed: malformed.create,
        ofNoParty: ofParty.create,
        forNoParty: forParty.create,
        // A server that accepts one of them responds with 409 when the case is sent again.
        removeMalformed: malformed.remove,
        removeOfNoParty: ofParty.remove,
        removeForNoParty: forParty.remove,
        remove,
      };
    },
  });
  return life.rules(
    rule('keeps-special-characters', {
      judge: ({ clear, create, get, rights, remove }) => {
        const { status } = create.response;
        // An id that the removal does not find, or cannot read, cannot be taken.
        if (status === 409 && [400, 404].includes(clear.response.status)) return stillTaken();
        if (!isAccepted(create)) return expects200(status);
        const { length } = shownList(rights, 'rights');
        return all(
          expects200(get.response.status),
          sameView(get, 'User', shown(create, 'user'), shown(get, 'user'), { at: '/user' }),
          expects200(rights.response.status),
          unless(length === 1, '/rights', 'the one that was granted', length),
          expects200(remove.response.status),
        );
      },
    }),
    life.rejected(['create'], {
      'malformed-id': ['malformed'],
      'malformed-primary-party': ['ofNoParty', 'INVALID_ARGUMENT'],
      'malformed-party-of-right': ['forNoParty', 'INVALID_ARGUMENT'],
    }),
  );
}

const userIn = (body: unknown): unknown => member(body, 'user');

function membersOfNewUsers(ledger: Ledger) {
  const operation = ledger.operation('users-create');
  const { contract, request = {} } = operation;
  const signs = canHave(contract, request, (name) => name === 'primaryPartyAuthentication');
  const life = scenario(operation, {
    name: 'whole-user',
    clause: 'users-are-created',
    sends:
      'a scratch user with a primary party and a right, a deactivated one with the longest id, one with rights for any party, one of an unknown identity provider, and one each with an id that is too long, a resource version, a malformed key and a zero character in an annotation',
    effect: 'reversible',
    needs: 'listedParties',
    steps: (fixtures, tag) => {
      const id = `assay-w${tag}`;
      const primaryParty = fixtures.listedParties.at(-1) ?? '';
      const identityProviderId = ABSENT.identityProvider;
      const reading = readingRight(fixtures);
      const executing = rightTo('CanExecuteAs', primaryParty);
      const whole = scratchUser(ledger, id, [reading, executing], { primaryParty });
      const longest = `${id}-off`.padEnd(LONGEST, 'x');
      const off = scratchUser(ledger, longest, [], { isDeactivated: true });
      // It is deactivated, so that its rights cannot be used.
      const wide = scratchUser(ledger, `${id}-wide`, RIGHTS_FOR_ANY, {
        isDeactivated: true,
        primaryParty,
        ...(signs && { primaryPartyAuthentication: true }),
      });
      const other = scratchUser(ledger, `${id}-idp`, [], { identityProviderId });
      const tooLong = scratchUser(ledger, id.padEnd(LONGEST + 1, 'x'));
      const withMetadata = (end: string, resourceVersion: string, annotations: object) =>
        scratchUser(ledger, `${id}-${end}`, [], {
          metadata: { resourceVersion, annotations: { ...annotations } },
        });
      const versioned = withMetadata('version', '1', {});
      const oddKey = withMetadata('key', '', { 'assay note!': 'made' });
      const zero = withMetadata('zero', '', { assay: 'a\u0000b' });
      const rights = rightsOfUser(ledger, id);
      return {
        clear: whole.remove,
        create: whole.create,
        get: ({ create }) => retryUntilEqual(whole.get, userIn(create), userIn),
        rights: ({ create }) => (userIn(create) === undefined ? rights : rightsShown(ledger, id)),
        clearOff: off.remove,
        deactivated: off.create,
        foundOff: ({ deactivated }) => retryUntilEqual(off.get, userIn(deactivated), userIn),
        clearWide: wide.remove,
        wide: wide.create,
        wideRights: ({ wide: made }) =>
          userIn(made) === undefined ? undefined : rightsShown(ledger, `${id}-wide`),
        removeWide: wide.remove,
        clearElsewhere: other.remove,
        elsewhere: other.create,
        tooLong: tooLong.create,
        // A server that accepts it stores all of it, or cuts it.
        removeTooLong: tooLong.remove,
        removeCut: scratchUser(ledger, id.padEnd(LONGEST, 'x')).remove,
        versioned: versioned.create,
        oddKey: oddKey.create,
        zero: zero.create,
        removeVersioned: versioned.remove,
        removeOddKey: oddKey.remove,
        removeZero: zero.remove,
        removeOff: off.remove,
        remove: whole.remove,
      };
    },
  });
  return life.rules(
    rule('accepted-with-all-members', {
      // Not every administrator may grant rights for any party.
      judge: [
        accepts('create'),
        accepts('deactivated'),
        (at) => (at.wide.response.status === 403 ? undefined : accepts('wide')(at)),
      ],
    }),
    rule('keeps-primary-party', {
      given: ['create', 'get'],
      judge: ({ create, get }) => asSent('primaryParty', create, create, get),
    }),
    rule('keeps-deactivation', {
      given: ['deactivated'],
      judge: ({ deactivated, foundOff }) =>
        isAccepted(foundOff)
          ? asSent('isDeactivated', deactivated, deactivated, foundOff)
          : expects200(foundOff.response.status),
    }),
    signs
      ? rule('keeps-party-authentication', {
          given: ['wide'],
          judge: ({ wide }) => asSent('primaryPartyAuthentication', wide, wide),
        })
      : [],
    rule('keeps-rights', {
      given: ['create', 'rights'],
      judge: [
        ({ create, rights }) => hasRights(create, rights),
        ({ wide, wideRights }) => (isAccepted(wide) ? hasRights(wide, wideRights) : undefined),
      ],
    }),
    rule('rejects-unknown-provider', {
      given: ['create'],
      judge: rejects('elsewhere', [400, 404]),
    }),
    life.rejected(['create'], {
      'long-id': ['tooLong'],
      'version-of-new-resource': ['versioned', 'INVALID_ARGUMENT'],
      'malformed-annotation-key': ['oddKey', 'INVALID_ARGUMENT'],
    }),
  );
}

/** This member of a user in responses equals the sent one. */
function asSent(name: string, by: CompleteExchange, ...responses: readonly CompleteExchange[]) {
  const expected = member(sent(by.request), 'user', name);
  const at = `/user/${name}`;
  return all(...responses.map((one) => difference(expected, shown(one, 'user', name), at)));
}

function primaryPartyOf(ledger: Ledger) {
  const operation = ledger.operation('user-update');
  const life = scenario(operation, {
    name: 'primary-party',
    clause: 'users-are-updated',
    sends:
      'a change of the primary party of a scratch user with a right, its rights, and one change with an empty mask',
    effect: 'reversible',
    needs: 'listedParties',
    steps: (fixtures, tag) => {
      const id = `assay-p${tag}`;
      const primaryParty = fixtures.listedParties.at(-1) ?? '';
      const { create, get, remove } = scratchUser(ledger, id, [readingRight(fixtures)]);
      const change = (...paths: readonly string[]) =>
        call(operation, {
          path: { 'user-id': id },
          json: { user: { id, primaryParty }, updateMask: mask(...paths) },
        });
      return {
        clear: remove,
        create,
        nothing: change(),
        change: change('primary_party'),
        get: ({ change: changed }) => retryUntilEqual(get, userIn(changed), userIn),
        rights: rightsShown(ledger, id),
        remove,
      };
    },
  });
  return life.rules(
    rule('update-keeps-rights', {
      given: ['create', 'change'],
      judge: ({ create, rights }) => keepsRights(create, rights),
    }),
    rule('changes-primary-party', {
      given: ['create'],
      judge: ({ change, get }) =>
        isAccepted(change)
          ? asSent('primaryParty', change, change, ...(isAccepted(get) ? [get] : []))
          : expects200(change.response.status),
    }),
    life.rejected(['create'], { 'empty-mask': ['nothing'] }),
  );
}
