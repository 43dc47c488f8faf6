/** Page tokens, and members that a request for a page of updates can omit. */
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  call,
  type Exchange,
  type Fixtures,
  type Operation,
  type Requirement,
} from '../../../src/index.ts';
import { expectsRejection } from '../../answers.ts';
import { expectsError, expectsServed } from '../laws/errors.ts';
import { difference } from '../requests/alike.ts';
import { topologyOf, updatesOf } from '../requests/formats.ts';
import { nextTokenOf } from '../requests/members.ts';
import { endOf, prunedTo, window } from '../requests/offsets.ts';
import { all } from '../requests/sequences.ts';
import { compared, inARow, rejecting, ruled } from './requests.ts';
import { askedOf, inOrder, onlyIncludedKinds } from './rules.ts';
import { updatesIn } from './shown-updates.ts';

const CLAUSE = 'updates-come-in-pages';

/** A page of one update. */
function first(f: Fixtures): object {
  const { beginExclusive, endInclusive } = window(f);
  const range = { beginOffsetExclusive: beginExclusive, endOffsetInclusive: endInclusive };
  return { ...range, updateFormat: updatesOf(f.parties), maxPageSize: 1 };
}

/** The page of the token of the first page, with these changes; the first page again without a token. */
const following =
  (operation: Operation, json: object, changes: (first: Exchange | undefined) => object) =>
  ([page]: readonly Exchange[]): Call => {
    const pageToken = nextTokenOf(page);
    return call(operation, {
      json: pageToken === '' ? json : { ...json, ...changes(page), pageToken },
    });
  };

/** Judges the pages after the first one, if it had a token. */
function followed(exchanges: readonly CompleteExchange[], judge: () => CheckResult): CheckResult {
  const [page, ...rest] = exchanges;
  if (page?.response.status !== 200) return undefined;
  return rest.some((one) => askedOf(one)['pageToken']) ? judge() : 'inapplicable';
}

export function pageTokens(operation: Operation): Requirement[] {
  const foreign = rejecting(operation, {
    name: 'foreign-token',
    needs: 'updates',
    sends: 'a page of one update, and its token with another format and another range',
    caseGroups: (f) => {
      const json = first(f);
      const onlyTopology = following(operation, json, () => ({
        updateFormat: topologyOf(f.parties),
      }));
      const onlyTheFirst = following(operation, json, (page) => ({
        endOffsetInclusive: updatesIn(page as CompleteExchange)?.[0]?.offset,
      }));
      return [inARow('foreign', [call(operation, { json }), onlyTopology, onlyTheFirst])];
    },
  });
  const eachForeign =
    (judge: (page: CompleteExchange) => CheckResult) => (pages: readonly CompleteExchange[]) =>
      followed(pages, () => all(...pages.slice(1).map(judge)));
  return [
    ...compared(operation, {
      name: 'token-again',
      sends: 'a page of one update, the page of its token twice, and a larger page of its token',
      steps: (f) => {
        const json = first(f);
        const sized = (maxPageSize: number) => following(operation, json, () => ({ maxPageSize }));
        return [call(operation, { json }), sized(1), sized(1), sized(2)];
      },
      rules: [
        {
          name: 'page-token-is-repeatable',
          level: 'MUST',
          clause: CLAUSE,
          statement: 'A page token returns the same page each time.',
          cause:
            'The position is kept on the server and moves with each request, or the token expires after its first use.',
          fix: 'Put the position into the token, so that a client can retry after a failure.',
          relation: (exchanges) =>
            followed(exchanges, () => {
              const [, second, third] = exchanges;
              if (second === undefined || third === undefined) return undefined;
              const rejected = [second, third].find(({ response }) => response.status !== 200);
              if (rejected) return expectsServed(rejected.response.status);
              return difference(updatesIn(second), updatesIn(third), '/updates');
            }),
        },
        {
          name: 'page-size-may-change',
          level: 'SHOULD',
          clause: CLAUSE,
          statement: 'A page token is valid for another page size.',
          cause: 'The token is compared with the size, or counts pages.',
          fix: 'Bind the token only to the range, the format and the order.',
          relation: (exchanges) =>
            followed(exchanges, () => {
              const [, second, , larger] = exchanges;
              const one = second && updatesIn(second);
              if (one === undefined || larger === undefined) return undefined;
              if (larger.response.status !== 200) return expectsServed(larger.response.status);
              return difference(one, updatesIn(larger)?.slice(0, 1), '/updates');
            }),
        },
      ],
    }),
    ...ruled(foreign, [
      {
        name: 'foreign-page-token-keeps-format',
        level: 'MUST',
        clause: CLAUSE,
        statement:
          'With the page token of another request only updates in the format and range of this request are shown.',
        cause: 'The range and format of the token replace those of the request.',
        fix: 'Compare them, and return 400 INVALID_UPDATE_PAGE_TOKEN where they differ.',
        withControl: true,
        relation: eachForeign(followsItsRequest),
      },
      {
        name: 'rejects-foreign-page-token',
        level: 'MUST',
        clause: 'page-tokens-belong-to-their-request',
        statement: 'The page token of another format or range is rejected.',
        cause: 'The token holds only a position, and fits every request.',
        fix: 'Put a hash of the format, the range and the order into the token, and compare it.',
        withControl: true,
        relation: eachForeign(({ response }) => expectsRejection(response.status, '400')),
      },
      {
        name: 'foreign-page-token-error',
        level: 'SHOULD',
        clause: 'refusals-name-their-reason',
        statement: 'The rejection is 400.',
        cause: 'The difference counts as an internal error or as a missing page.',
        fix: 'Return 400 INVALID_UPDATE_PAGE_TOKEN.',
        withControl: true,
        relation: eachForeign((page) =>
          page.response.status < 400 || page.response.status >= 500
            ? undefined
            : expectsError(page, 400),
        ),
      },
    ]),
  ];
}

/** Whether a page shows the kinds and the range of its request; a rejection is right, too. */
function followsItsRequest(page: CompleteExchange): CheckResult {
  if (page.response.status === 400) return [];
  const said = [inOrder(page), onlyIncludedKinds(page)];
  return all(...said.map((one) => (one === 'inapplicable' ? [] : one)));
}

export function pageDefaults(operation: Operation): Requirement[] {
  return compared(operation, {
    name: 'defaults',
    needs: ['updates', 'ledgerEnd', 'prunedTo'],
    sends:
      'the page that begins where the ledger is pruned, the one without begin and size, the one from 0, and the one without an end',
    steps: (f) => {
      const json = { endOffsetInclusive: endOf(f), updateFormat: updatesOf(f.parties) };
      const beginOffsetExclusive = prunedTo(f);
      const bodies = [
        { ...json, beginOffsetExclusive, maxPageSize: 10 },
        json,
        { ...json, beginOffsetExclusive: 0, maxPageSize: 10 },
        { ...json, beginOffsetExclusive, endOffsetInclusive: undefined },
      ];
      return bodies.map((body) => call(operation, { json: body }));
    },
    rules: [
      {
        name: 'missing-begin-starts-after-pruning',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A page without a begin and a size starts where the ledger is pruned.',
        cause:
          'A missing begin is rejected as pruned, or counts as the current end; a missing size counts as 0.',
        fix: 'Begin at the pruned offset, and choose a size.',
        relation: sameBegin(1),
      },
      {
        name: 'zero-begin-starts-after-pruning',
        level: 'MUST',
        clause: 'page-begins-may-be-zero',
        statement: 'A page with the begin 0 starts where the ledger is pruned.',
        cause: '0 is compared with the pruned offset, and rejected.',
        fix: 'Treat 0 like a missing begin.',
        relation: sameBegin(2),
      },
      {
        name: 'missing-end-reads-to-ledger-end',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A page without an end starts at its begin, and has a token.',
        cause: 'A missing end is rejected or counts as 0, or the last page has no token.',
        fix: 'Read up to the ledger end, and always return a token, so that a client can read on later.',
        relation: (exchanges) => {
          const open = exchanges[3];
          const said = sameBegin(3)(exchanges);
          if (open?.response.status !== 200 || said === undefined) return said;
          const hasToken = nextTokenOf(open) !== '';
          return all(said, hasToken ? [] : difference('a token', undefined, '/nextPageToken'));
        },
      },
    ],
  });
}

/** Whether the page at this place begins like the first one. */
const sameBegin =
  (place: number) =>
  (exchanges: readonly CompleteExchange[]): CheckResult => {
    const [plain, other] = [exchanges[0], exchanges[place]];
    const expected = plain && updatesIn(plain);
    if (expected === undefined || other === undefined) return undefined;
    if (other.response.status !== 200) return expectsServed(other.response.status);
    if (expected.length === 0) return 'inapplicable';
    const actual = updatesIn(other) ?? [];
    // The node chooses the size of a page without one.
    const shared = Math.min(expected.length, Math.max(1, actual.length));
    return difference(expected.slice(0, shared), actual.slice(0, shared), '/updates');
  };
