/** Users: the values that a creation stores, and the state after a removal. */
import { type CompleteExchange, call, sent } from '../../../src/kit.ts';
import { canHave } from '../../kit/can-have.ts';
import { difference, member, stringAt } from '../../kit/json.ts';
import { accepts, all, isAccepted, rejects, shown, shownList, unless } from '../../kit/judges.ts';
import { must, should } from '../../kit/law.ts';
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
import { CODES } from '../surface.ts';
import { hasRights, keepsRights, rightsShown } from './user-rights.ts';

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
    must('keeps-special-characters', {
      statement: 'A user whose id has special characters is created, read and removed by this id.',
      cause: 'The id is cut at # or |, or the path is decoded twice, so that + becomes a space.',
      fix: 'Decode the path segment once, and accept every documented character.',
      followsFrom: ['response-matches-request'],
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
    must('accepted-with-all-members', {
      statement:
        'A user is created with a primary party and rights, and as deactivated with an id of 128 characters.',
      cause:
        'A kind of right, or a member of the user, is only known to updates; or an id may be shorter only.',
      fix: 'Read the same members and kinds of rights wherever a request has them, and accept ids up to 128 characters.',
      // Not every administrator may grant rights for any party.
      judge: [
        accepts('create'),
        accepts('deactivated'),
        (at) => (at.wide.response.status === 403 ? undefined : accepts('wide')(at)),
      ],
    }),
    must('keeps-primary-party', {
      statement: 'A new user has the primary party of the request, in the response and afterwards.',
      cause: 'The primary party is not stored, or only by an update.',
      fix: 'Store it with the user.',
      given: ['create', 'get'],
      judge: ({ create, get }) => asSent('primaryParty', create, create, get),
    }),
    must('keeps-deactivation', {
      statement: 'A new user that is sent as deactivated is deactivated.',
      cause: 'Only updates set isDeactivated, so that the user has access.',
      fix: 'Store it with the user.',
      given: ['deactivated'],
      judge: ({ deactivated, foundOff }) =>
        isAccepted(foundOff)
          ? asSent('isDeactivated', deactivated, deactivated, foundOff)
          : expects200(foundOff.response.status),
    }),
    signs
      ? must('keeps-party-authentication', {
          statement:
            'A new user may authenticate with the key of its primary party if the request says so.',
          cause: 'Only updates read primaryPartyAuthentication, or no request.',
          fix: 'Store it with the user.',
          given: ['wide'],
          judge: ({ wide }) => asSent('primaryPartyAuthentication', wide, wide),
        })
      : [],
    must('keeps-rights', {
      statement: 'A new user has the rights of the request.',
      cause: 'The rights of a creation are read and not stored.',
      fix: 'Store them in the same transaction as the user.',
      given: ['create', 'rights'],
      judge: [
        ({ create, rights }) => hasRights(create, rights),
        ({ wide, wideRights }) => (isAccepted(wide) ? hasRights(wide, wideRights) : undefined),
      ],
    }),
    should('rejects-unknown-provider', CODES, {
      statement: 'A user of an unknown identity provider is rejected.',
      cause: 'The provider is stored without a lookup.',
      fix: 'Look up the provider first; respond with 400 or 404 if it is unknown.',
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
    should('update-keeps-rights', {
      statement: 'A user has the same rights after an update.',
      cause: 'The whole user is written, without its rights.',
      fix: 'Set what the mask names, and leave the rights alone.',
      followsFrom: ['users-create/keeps-rights'],
      given: ['create', 'change'],
      judge: ({ create, rights }) => keepsRights(create, rights),
    }),
    must('changes-primary-party', {
      statement: 'The primary party of a user can be changed.',
      cause: 'The path primary_party is not among the modifiable ones, or its value is not stored.',
      fix: 'Accept every path that the document calls modifiable.',
      followsFrom: ['read-as-updated', 'update-changes-named-members'],
      given: ['create'],
      judge: ({ change, get }) =>
        isAccepted(change)
          ? asSent('primaryParty', change, change, ...(isAccepted(get) ? [get] : []))
          : expects200(change.response.status),
    }),
    life.rejected(['create'], { 'empty-mask': ['nothing'] }),
  );
}
