/** Faults in pages: what they lose and repeat, where they end, and how large they are. */
import { altering, answeringJson, refusing } from '../fault.ts';
import { type Ask, ok } from '../route.ts';
import type { Change } from '../steps.ts';
import { edited, everywhere, isRecord, type LedgerFault, listAt, of } from './tools.ts';

interface Paged {
  readonly operationId: string;
  readonly list: string;
  readonly chapter: string;
  readonly name: string;
  /** The requirements that look at pages one after the other, and at the size of one. */
  readonly sequence: string;
  readonly size: string;
}

const USERS: Paged = {
  operationId: 'getV2Users',
  list: 'users',
  chapter: 'users-list',
  name: 'users',
  sequence: 'pages-of-*',
  size: 'page-size-kept',
};
const PARTIES: Paged = {
  operationId: 'getV2Parties',
  list: 'partyDetails',
  chapter: 'parties-list',
  name: 'parties',
  sequence: 'pages-of-*',
  size: 'page-size-kept',
};
const VETTED: Paged = {
  operationId: 'postV2Package-vettingList',
  list: 'vettedPackages',
  chapter: 'package-vetting-list',
  name: 'vetted-packages',
  sequence: 'pages-hold-the-list',
  size: 'page-size-kept',
};
const CONTRACTS: Paged = {
  operationId: 'getV2StateActive-contracts-page',
  list: 'activeContracts',
  chapter: 'active-contracts-page',
  name: 'contracts',
  sequence: 'pages-hold-the-list',
  size: 'page-size-kept',
};
const UPDATES: Paged = {
  operationId: 'postV2UpdatesGet-updates-page',
  list: 'updates',
  chapter: 'updates-page',
  name: 'updates',
  sequence: 'pages-make-the-list',
  size: 'page-size-is-kept',
};
const ALL = [USERS, PARTIES, VETTED, CONTRACTS, UPDATES];

/** True for a page that goes on from another. */
function goesOn(ask: Pick<Ask, 'query' | 'body'>): boolean {
  return tokenOf(ask) !== '';
}

function tokenOf({ query, body }: Pick<Ask, 'query' | 'body'>): string {
  return query.get('pageToken') ?? String((isRecord(body) && body['pageToken']) || '');
}

/** A fault that shows when pages are read one after the other. */
const paged =
  (id: string, description: string, change: (paged: Paged) => Change) =>
  (one: Paged): LedgerFault => ({
    id: `pages-of-${one.name}-${id}`,
    description: description.replace('...', one.name.replace('-', ' ')),
    killedBy: of(one.chapter, one.sequence),
    // The older list of vetted packages has the same pages.
    collateral: [of(one.chapter, '*'), of('package-vetting', '*')],
    change: change(one),
  });

/** Further pages have other items. */
const further =
  (edit: (items: unknown[]) => unknown[]) =>
  ({ operationId, list }: Paged): Change =>
    answeringJson(operationId, (json, ask) =>
      goesOn(ask) ? edited(json, list, (items) => edit(items as unknown[])) : json,
    );

/** What is asked for is read with other members, wherever the operation takes them. */
const asked =
  (members: Readonly<Record<string, unknown>>) =>
  ({ operationId }: Paged): Change =>
    altering(operationId, ({ handle }) => ({
      handle: (ask, ledger) => {
        const query = new URLSearchParams(ask.query);
        for (const name of Object.keys(members)) query.delete(name);
        const body = isRecord(ask.body) ? { ...ask.body, ...members } : ask.body;
        return handle({ ...ask, query, body }, ledger);
      },
    }));

const losing = paged(
  'lose',
  'Every further page of ... lacks its first one.',
  further((items) => items.slice(1)),
);
const repeating = paged(
  'repeat',
  'Every further page of ... has its first one twice.',
  further(([first, ...rest]) => (first === undefined ? [] : [first, first, ...rest])),
);
const neverEnding = paged(
  'never-end',
  'The token of a page of ... leads to the same page again.',
  asked({ pageToken: '' }),
);
const looping = paged('loop', 'The last page of ... has its own token again.', ({ operationId }) =>
  answeringJson(operationId, (json, ask) =>
    goesOn(ask) ? edited(json, 'nextPageToken', (token) => token || tokenOf(ask)) : json,
  ),
);
const endingEarly = paged(
  'end-early',
  'The first page of ... is the last one, though there are more.',
  ({ operationId }) =>
    answeringJson(operationId, (json) => edited(json, 'nextPageToken', () => '')),
);
const unsized = (one: Paged): LedgerFault => ({
  ...paged(
    'of-any-size',
    'A page of ... has all of them, whatever its size should be.',
    asked({ pageSize: 0, maxPageSize: undefined }),
  )(one),
  killedBy: of(one.chapter, one.size),
});

export const pagingFaults: readonly LedgerFault[] = [
  ...ALL.map(losing),
  ...ALL.map(repeating),
  ...ALL.map(neverEnding),
  ...[USERS, PARTIES, UPDATES].map(looping),
  ...ALL.map(unsized),
  ...ALL.map(endingEarly),
  {
    id: 'bad-page-token-taken',
    description: 'A page token that nobody handed out leads to the first page.',
    killedBy: everywhere(
      '{unreadable-token-refused,foreign-token-refused,bad-token-refused,wrong-pages-refused}',
    ),
    collateral: [
      everywhere('{answer-shape,answer-media-type,unknown-page-token-refused}'),
      of('active-contracts-page', 'token-of-another-offset-refused'),
    ],
    change: refusing((reply, error, { target }) =>
      /token(?!\))/i.test((error as Error).message) && reply.status === 400
        ? ok({ users: [], partyDetails: [], vettedPackages: [], nextPageToken: '', target })
        : reply,
    ),
  },
  {
    id: 'page-bounds-overlap',
    description: 'A page of updates covers offsets that the page before it covered.',
    killedBy: of('updates-page', 'pages-join'),
    change: answeringJson('postV2UpdatesGet-updates-page', (json, ask) =>
      goesOn(ask)
        ? edited(json, 'lowestPageOffsetExclusive', (offset) => Number(offset) - 1)
        : json,
    ),
  },
  {
    id: 'page-of-contracts-at-another-offset',
    description: 'A page of active contracts names another offset than the one asked for.',
    killedBy: of('active-contracts-page', 'offset-stays'),
    collateral: [of('active-contracts-page', '{offset-defaults-to-the-end,is-the-one-asked-for}')],
    change: answeringJson('getV2StateActive-contracts-page', (json) =>
      edited(json, 'activeAtOffset', (offset) => Number(offset) + 1),
    ),
  },
  {
    id: 'page-size-zero-taken',
    description: 'A page of updates of the size 0 is sent.',
    killedBy: of(
      '{updates-page,active-contracts-page}',
      '{page-size-has-bounds,page-size-out-of-range-refused,page-size-zero-refused}',
    ),
    change: altering(
      ['postV2UpdatesGet-updates-page', 'getV2StateActive-contracts-page'],
      ({ handle }) => ({
        handle: async (ask, ledger) => {
          const { maxPageSize } = ask.body as { maxPageSize?: number };
          if (maxPageSize === undefined || maxPageSize > 0) return handle(ask, ledger);
          const { json } = await handle(
            { ...ask, body: { ...(ask.body as object), maxPageSize: 1 } },
            ledger,
          );
          return ok(json);
        },
      }),
    ),
  },
  {
    id: 'users-not-in-order',
    description: 'Users are listed in the opposite order.',
    killedBy: of('users-list', 'in-order'),
    collateral: [of('users-list', 'pages-of-*')],
    change: answeringJson('getV2Users', (json) =>
      edited(json, 'users', () => listAt(json, 'users').toReversed()),
    ),
  },
  {
    id: 'last-page-has-a-token',
    description: 'The last page of active contracts has a token too, which leads to an empty one.',
    killedBy: of('active-contracts-page', 'last-page-has-no-token'),
    collateral: [of('active-contracts-page', '*')],
    change: answeringJson('getV2StateActive-contracts-page', (json) =>
      edited(json, 'nextPageToken', (token) => token ?? 'again'),
    ),
  },
];
