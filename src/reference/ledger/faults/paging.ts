/** Faults in pages: lost and repeated rows, wrong ends, wrong sizes. */

import * as edit from '../operators/edits.ts';
import { isRecord, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { misread } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

/** A list with pages. */
interface Paged {
  readonly operationId: string;
  readonly list: string;
  readonly operation: string;
  readonly name: string;
  /** The requirements on consecutive pages. */
  readonly sequence: string;
}

const PARTIES: Paged = {
  operationId: on.parties,
  list: 'partyDetails',
  operation: 'parties-list',
  name: 'parties',
  sequence: 'pages-match-list',
};
const UPDATES: Paged = {
  operationId: on.updatesPage,
  list: 'updates',
  operation: 'updates-page',
  name: 'updates',
  sequence: 'pages-match-list',
};
/** Parties have the page token in the query, updates in the body. */
const BOTH = [PARTIES, UPDATES];

const tokenOf = ({ query, body }: Call): string =>
  query.get('pageToken') ?? String(valueAt(body, 'pageToken') || '');
/** True for a request for a further page. */
const continues = (call: Call): boolean => tokenOf(call) !== '';

/** A fault that consecutive pages show. */
const paged =
  (id: string, description: string, change: (paged: Paged) => Change) =>
  (one: Paged): LedgerFault => ({
    id: `pages-of-${one.name}-${id}`,
    description: description.replace('...', one.name.replace('-', ' ')),
    killedBy: `ledger/${one.operation}/${one.sequence}`,
    change: change(one),
  });

/** Reads other members, in the query or in the body. */
const reading =
  (members: Readonly<Record<string, unknown>>) =>
  ({ operationId }: Paged): Change =>
    misread(operationId, (call) => {
      const query = new URLSearchParams(call.query);
      for (const name of Object.keys(members)) query.delete(name);
      return { query, body: isRecord(call.body) ? { ...call.body, ...members } : call.body };
    });

const losing = paged('lose', 'Further pages of ... omit their first one.', (one) =>
  respond(one.operationId, one.list, edit.withoutFirst, continues),
);
const repeating = paged('repeat', 'Further pages of ... have their first one twice.', (one) =>
  respond(one.operationId, one.list, edit.firstTwice, continues),
);
const neverEnding = paged(
  'never-end',
  'The token of a page of ... leads to the same page.',
  reading({ pageToken: '' }),
);
const looping = paged('loop', 'The last page of ... has its own token again.', (one) =>
  respond(one.operationId, 'nextPageToken', (token, call) => token || tokenOf(call), continues),
);
const endingEarly = paged('end-early', 'The first page of ... has no token.', (one) =>
  respond(one.operationId, 'nextPageToken', edit.to('')),
);
const unsized = (one: Paged): LedgerFault => ({
  ...paged(
    'of-any-size',
    'The server ignores the size of pages of ....',
    reading({ pageSize: 0, maxPageSize: undefined }),
  )(one),
  killedBy: `ledger/${one.operation}/page-size-bounds-page`,
});

const otherFaults: readonly LedgerFault[] = table({
  'page-bounds-overlap': {
    description: 'The bounds of a page of updates overlap those of the page before.',
    killedBy: 'ledger/updates-page/page-bounds-join',
    change: respond(on.updatesPage, 'lowestPageOffsetExclusive', edit.plus(-1), continues),
  },
  'last-page-has-a-token': {
    description: 'The last page of active contracts has a token, which leads to an empty page.',
    killedBy: 'ledger/active-contracts-page/last-page-has-no-token',
    change: respond(on.contractsPage, 'nextPageToken', (token) => token ?? 'again'),
  },
});

export const pagingFaults: readonly LedgerFault[] = [
  ...BOTH.map(losing),
  ...BOTH.map(repeating),
  ...BOTH.map(neverEnding),
  ...BOTH.map(looping),
  unsized(PARTIES),
  ...BOTH.map(endingEarly),
  ...otherFaults,
];
