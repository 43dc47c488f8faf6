/** Tokens and members that may be left out of a question for a page of updates. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { difference } from './alike.ts';
import { expectsError, expectsServed } from './errors.ts';
import { topologyOf, updatesOf } from './formats.ts';
import { nextTokenOf } from './members.ts';
import { endOf, prunedTo, window } from './offsets.ts';
import { all } from './sequences.ts';
import { updatesIn } from './shown-updates.ts';
import { inARow, refused, related } from './update-requests.ts';
import { askedOf, inOrder, onlyIncludedKinds } from './update-rules.ts';

const CLAUSE = 'updates-come-in-pages';

function asked(f: Fixtures): object {
  const { beginExclusive, endInclusive } = window(f);
  const range = { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
  return { ...range, updateFormat: updatesOf(f.parties) };
}

/** The page that the token of the first page leads to; that page again where there is no token. */
const following =
  (operation: Operation, json: object, other: (first: Exchange | undefined) => object) =>
  ([first]: readonly Exchange[]): Call => {
    const pageToken = nextTokenOf(first);
    return call(operation, {
      json: pageToken === '' ? json : { ...json, ...other(first), pageToken },
    });
  };

/** What the pages say that the token of the first one led to; there may be no further page. */
function led(exchanges: readonly CompleteExchange[], judge: () => CheckResult): CheckResult {
  const [first, ...rest] = exchanges;
  if (first?.response.status !== 200) return undefined;
  return rest.some((page) => askedOf(page)['pageToken']) ? judge() : 'inapplicable';
}

export function pageTokens(operation: Operation): Requirement[] {
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const again = related(operation, {
    name: 'token-again',
    sends: 'a page of one update, what its token leads to, the same again, and a larger page of it',
    caseGroups: (f) => {
      const json = { ...asked(f), maxPageSize: 1 };
      const sized = (maxPageSize: number) => following(operation, json, () => ({ maxPageSize }));
      return [inARow('again', [call(operation, { json }), sized(1), sized(1), sized(2)])];
    },
  });
  const foreign = refused(operation, {
    name: 'foreign-token',
    needs: 'updates',
    sends: 'a page of one update, and its token with another format and another range',
    caseGroups: (f) => {
      const json = { ...asked(f), maxPageSize: 1 };
      const onlyTopology = following(operation, json, () => ({
        updateFormat: topologyOf(f.parties),
      }));
      const onlyTheFirst = following(operation, json, (first) => ({
        endOffsetInclusive: updatesIn(first as CompleteExchange)?.[0]?.offset,
      }));
      return [inARow('foreign', [call(operation, { json }), onlyTopology, onlyTheFirst])];
    },
  });
  return [
    requirement({
      id: id('token-may-be-used-again'),
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A token leads to the same page each time that it is used.',
      cause:
        'The place is kept on the server and moves with each request, or the token is forgotten after its first use.',
      fix: 'Put the place into the token itself, so that a client may ask again after a failure.',
      probes: [again],
      relation: (exchanges) =>
        led(exchanges, () => {
          const [, second, third] = exchanges;
          if (second === undefined || third === undefined) return undefined;
          const refusal = [second, third].find(({ response }) => response.status !== 200);
          if (refusal) return expectsServed(refusal.response.status);
          return difference(updatesIn(second), updatesIn(third), '/updates');
        }),
    }),
    requirement({
      id: id('page-size-may-change'),
      level: 'SHOULD',
      clause: CLAUSE,
      statement: 'A token leads on whatever the size of the next page is.',
      cause: 'The size is part of what the token is compared with, or the token counts pages.',
      fix: 'Bind the token to the range, the format and the order, and to nothing else.',
      probes: [again],
      relation: (exchanges) =>
        led(exchanges, () => {
          const [, second, , larger] = exchanges;
          const one = second && updatesIn(second);
          if (one === undefined || larger === undefined) return undefined;
          if (larger.response.status !== 200) return expectsServed(larger.response.status);
          return difference(one, updatesIn(larger)?.slice(0, 1), '/updates');
        }),
    }),
    requirement({
      id: id('foreign-token-shows-nothing-foreign'),
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'With the token of another question come only updates that this question asks for, if any.',
      cause: 'The token holds the range and the format, and those of the request are overlooked.',
      fix: 'Compare them, and answer 400 INVALID_UPDATE_PAGE_TOKEN where they differ.',
      probes: [foreign],
      withControl: true,
      relation: (exchanges) =>
        led(exchanges, () => all(...exchanges.slice(1).map(followsItsQuestion))),
    }),
    requirement({
      id: id('foreign-token-refused'),
      level: 'SHOULD',
      clause: 'refusals-name-their-reason',
      statement: 'The token of a page in another format or of another range is refused.',
      cause: 'The token holds a place only, and fits every request.',
      fix: 'Put a hash of the format, the range and the order into it, compare, and answer 400 INVALID_UPDATE_PAGE_TOKEN.',
      probes: [foreign],
      withControl: true,
      relation: (exchanges) =>
        led(exchanges, () => all(...exchanges.slice(1).map((page) => expectsError(page, 400)))),
    }),
  ];
}

/** Whether the updates of a page are of the kinds and in the range of its request; a refusal is right, too. */
function followsItsQuestion(page: CompleteExchange): CheckResult {
  const { status } = page.response;
  if (status === 400) return [];
  const said = [inOrder(page), onlyIncludedKinds(page)];
  return all(...said.map((one) => (one === 'inapplicable' ? [] : one)));
}

export function pageDefaults(operation: Operation): Requirement[] {
  const probe = related(operation, {
    name: 'defaults',
    needs: ['updates', 'ledgerEnd', 'prunedTo'],
    sends:
      'the page that begins where the ledger is pruned, the one without begin and size, the one from 0, and the one without an end',
    caseGroups: (f) => {
      const endOffsetInclusive = endOf(f);
      const json = { endOffsetInclusive, updateFormat: updatesOf(f.parties) };
      const bodies = [
        { ...json, beginOffsetExclusive: prunedTo(f), maxPageSize: 10 },
        json,
        { ...json, beginOffsetExclusive: 0, maxPageSize: 10 },
        { ...json, beginOffsetExclusive: prunedTo(f), endOffsetInclusive: undefined },
      ];
      return [
        inARow(
          'defaults',
          bodies.map((body) => call(operation, { json: body })),
        ),
      ];
    },
  });
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const begins =
    (place: number) =>
    (exchanges: readonly CompleteExchange[]): CheckResult => {
      const [plain, other] = [exchanges[0], exchanges[place]];
      const owed = plain && updatesIn(plain);
      if (owed === undefined || other === undefined) return undefined;
      if (other.response.status !== 200) return expectsServed(other.response.status);
      if (owed.length === 0) return 'inapplicable';
      const came = updatesIn(other) ?? [];
      // The node chooses how long a page is whose size was not asked for.
      const shared = Math.min(owed.length, Math.max(1, came.length));
      return difference(owed.slice(0, shared), came.slice(0, shared), '/updates');
    };
  return [
    requirement({
      id: id('begin-may-be-missing'),
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'A question without a begin and a size is answered from where the ledger is pruned.',
      cause:
        'A missing begin is refused as pruned, or counts as the present end; a missing size counts as 0.',
      fix: 'Begin at the pruned offset, and choose a size.',
      probes: [probe],
      relation: begins(1),
    }),
    requirement({
      id: id('zero-is-the-beginning'),
      level: 'SHOULD',
      clause: CLAUSE,
      statement: 'A begin of 0 stands for where the ledger is pruned, as if it were missing.',
      cause: '0 is compared with the pruned offset, and refused.',
      fix: 'Treat 0 as a missing begin: pages read whatever the ledger still has.',
      probes: [probe],
      relation: begins(2),
    }),
    requirement({
      id: id('end-may-be-missing'),
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'A question without an end is answered from its begin, with a token that leads on.',
      cause: 'A missing end is refused or counts as 0, or the last page ends without a token.',
      fix: 'Read up to the present end, and always give a token, so that a client can go on when more has happened.',
      probes: [probe],
      relation: (exchanges) => {
        const open = exchanges[3];
        const said = begins(3)(exchanges);
        if (open?.response.status !== 200 || said === undefined) return said;
        const owed =
          nextTokenOf(open) === '' ? difference('a token', undefined, '/nextPageToken') : [];
        return all(said, owed);
      },
    }),
  ];
}
