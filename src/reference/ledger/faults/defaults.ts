/** Faults where something is left out: limits, ends, begins, offsets; and where a list goes on from a token. */
import { invalidArgument } from '../errors.ts';
import { altering, answeringJson, type Which } from '../fault.ts';
import { LedgerError } from '../route.ts';
import type { Change } from '../steps.ts';
import {
  AMONG_CONTRACTS,
  AMONG_UPDATES,
  everywhere,
  type Json,
  type LedgerFault,
  of,
} from './tools.ts';
import { asking } from './updates.ts';

const UPDATES = 'postV2Updates';
const CONTRACTS = 'postV2StateActive-contracts';
const COMPLETIONS = 'postV2CommandsCompletions';
const UPDATES_PAGE = 'postV2UpdatesGet-updates-page';
const CONTRACTS_PAGE = 'getV2StateActive-contracts-page';
const PAGES = '{updates-page,active-contracts-page}';
const LISTS = '{updates,active-contracts,completions}';

/** A change of what is listed where no limit is asked for. */
const unlimited = (edit: (list: Json[]) => Json[]): Change =>
  answeringJson([UPDATES, CONTRACTS, COMPLETIONS], (json, { query }) =>
    query.has('limit') ? json : edit(json as Json[]),
  );

/** What each token that was handed out continues; asked with one of them, `edit` says what is read instead. */
const remembering = (which: Which, edit: (body: Json, first: Json) => Json): Change =>
  altering(which, ({ handle }) => {
    const known = new Map<unknown, Json>();
    return {
      handle: async (ask, ledger) => {
        const body = ask.body as Json;
        const first = known.get(body['pageToken']);
        const reply = await handle({ ...ask, body: first ? edit(body, first) : body }, ledger);
        const { nextPageToken } = reply.json as Json;
        if (nextPageToken) known.set(nextPageToken, first ?? body);
        return reply;
      },
    };
  });

const refuse = (): never => {
  throw invalidArgument('The page token cannot be used here.');
};

export const defaultFaults: readonly LedgerFault[] = [
  {
    id: 'limit-needed',
    description: 'A list without a limit is refused.',
    killedBy: of(LISTS, 'limit-may-be-missing'),
    versions: ['3.4', '3.5'],
    change: unlimited(() => {
      throw invalidArgument('A limit is needed.');
    }),
  },
  {
    id: 'no-limit-is-three',
    description: 'A list without a limit ends after three elements without a word.',
    killedBy: of(LISTS, 'limit-may-be-missing'),
    collateral: [of('completions', 'lists-are-whole-or-refused')],
    versions: ['3.4', '3.5'],
    change: unlimited((list) => list.slice(0, 3)),
  },
  {
    id: 'no-limit-is-nothing',
    description: 'A list without a limit is empty.',
    killedBy: of(LISTS, 'limit-may-be-missing'),
    change: unlimited(() => []),
  },
  {
    id: 'long-lists-cut-in-silence',
    description:
      'A list of updates or contracts ends after five elements, whatever limit was asked for.',
    killedBy: of('{updates,active-contracts}', 'limit-may-be-missing'),
    collateral: [AMONG_UPDATES, AMONG_CONTRACTS, everywhere('*-is-listed')],
    change: answeringJson([UPDATES, CONTRACTS], (json) => (json as Json[]).slice(0, 5)),
  },
  {
    id: 'open-range-shows-only-what-is-new',
    description: 'A list without an end begins at the present end of the ledger.',
    killedBy: of('updates', 'end-may-be-missing'),
    versions: ['3.4', '3.5'],
    change: altering(UPDATES, ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as Json;
        const open = body['endInclusive'] === undefined;
        const beginExclusive = open ? ledger.history.end : body['beginExclusive'];
        return handle({ ...ask, body: { ...body, beginExclusive } }, ledger);
      },
    })),
  },
  {
    id: 'continuation-token-overlooked',
    description: 'With the token of an entry the list of active contracts begins anew.',
    killedBy: of('active-contracts', 'tokens-go-on'),
    change: asking(CONTRACTS, (body) => ({ ...body, streamContinuationToken: '' })),
  },
  {
    id: 'continuation-skips-an-entry',
    description: 'With the token of an entry the one after it is left out.',
    killedBy: of('active-contracts', 'tokens-go-on'),
    change: answeringJson(CONTRACTS, (json, { body }) =>
      (body as Json)['streamContinuationToken'] ? (json as Json[]).slice(1) : json,
    ),
  },
  {
    id: 'page-tokens-serve-once',
    description: 'A page token is forgotten when it was used.',
    killedBy: of(PAGES, 'token-may-be-used-again'),
    collateral: [of(PAGES, '*')],
    change: altering([UPDATES_PAGE, CONTRACTS_PAGE], ({ handle }) => {
      const used = new Set<unknown>();
      return {
        handle: (ask, ledger) => {
          const { pageToken } = ask.body as Json;
          if (pageToken && used.has(pageToken)) refuse();
          used.add(pageToken);
          return handle(ask, ledger);
        },
      };
    }),
  },
  {
    id: 'page-tokens-fix-the-size',
    description: 'A page token is refused with another size than that of the page before.',
    killedBy: of(PAGES, 'page-size-may-change'),
    change: remembering([UPDATES_PAGE, CONTRACTS_PAGE], (body, first) =>
      body['maxPageSize'] === first['maxPageSize'] ? body : refuse(),
    ),
  },
  {
    id: 'page-token-beats-the-question',
    description: 'With the token of another question the page of that question goes on.',
    killedBy: of('updates-page', 'foreign-token-shows-nothing-foreign'),
    collateral: [of('updates-page', 'foreign-token-refused')],
    change: remembering(UPDATES_PAGE, ({ pageToken }, first) => ({ ...first, pageToken })),
  },
  {
    id: 'foreign-page-token-dropped',
    description: 'With the token of another question the first page of this one comes.',
    killedBy: of('updates-page', 'foreign-token-refused'),
    change: remembering(UPDATES_PAGE, (body, first) => {
      const question = ({ pageToken: _, maxPageSize: __, ...asked }: Json) => JSON.stringify(asked);
      return question(body) === question(first) ? body : { ...body, pageToken: '' };
    }),
  },
  {
    id: 'page-token-beats-the-offset',
    description: 'A token of another offset goes on at its own.',
    killedBy: of('active-contracts-page', 'token-of-another-offset-refused'),
    collateral: [of('active-contracts-page', 'is-the-one-asked-for')],
    change: remembering(CONTRACTS_PAGE, (body, { activeAtOffset }) => ({
      ...body,
      activeAtOffset,
    })),
  },
  {
    id: 'no-offset-is-zero',
    description: 'A page of active contracts without an offset is the empty one of the beginning.',
    killedBy: of('active-contracts-page', 'offset-defaults-to-the-end'),
    change: asking(CONTRACTS_PAGE, (body) => ({
      ...body,
      activeAtOffset: body['activeAtOffset'] ?? 0,
    })),
  },
  {
    id: 'no-begin-is-the-end',
    description: 'A page of updates without a begin holds only what is new.',
    killedBy: of('updates-page', 'begin-may-be-missing'),
    change: altering(UPDATES_PAGE, ({ handle }) => ({
      handle: (ask, ledger) => {
        const body = ask.body as Json;
        const beginOffsetExclusive = body['beginOffsetExclusive'] ?? ledger.history.end;
        return handle({ ...ask, body: { ...body, beginOffsetExclusive } }, ledger);
      },
    })),
  },
  {
    id: 'begin-of-zero-is-pruned',
    description: 'A page of updates that begins at 0 is refused as pruned.',
    killedBy: of('updates-page', 'zero-is-the-beginning'),
    change: asking(UPDATES_PAGE, (body) => {
      if (body['beginOffsetExclusive'] !== 0) return body;
      throw new LedgerError('PARTICIPANT_PRUNED_DATA_ACCESSED', 9, 9, 'The begin is pruned.');
    }),
  },
  {
    id: 'open-pages-come-to-an-end',
    description: 'The last page of updates has no token, though no end was asked for.',
    killedBy: of('updates-page', 'end-may-be-missing'),
    change: answeringJson(UPDATES_PAGE, (json, { body }) => {
      const open = (body as Json)['endOffsetInclusive'] === undefined;
      return open ? { ...(json as Json), nextPageToken: null } : json;
    }),
  },
];
