/** Faults in pages: lost rows, wrong ends, wrong sizes. */

import * as edit from '../operators/edits.ts';
import { valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { query } from '../operators/request.ts';
import { respond, type When } from '../operators/respond.ts';
import { type LedgerFault, table } from './table.ts';

/** True for a request for a further page: parties have the token in the query, updates in the body. */
const continues: When = (call) =>
  Boolean(call.query.get('pageToken') || valueAt(call.body, 'pageToken'));

export const pagingFaults: readonly LedgerFault[] = table({
  'pages-of-parties-lose': {
    description: 'Further pages of parties omit their first one.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: respond(on.parties, 'partyDetails', edit.withoutFirst, continues),
  },
  'pages-of-parties-never-end': {
    description: 'The token of a page of parties leads to the same page.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: query(on.parties, (own) => own.delete('pageToken')),
  },
  'pages-of-parties-of-any-size': {
    description: 'The server ignores the size of pages of parties.',
    killedBy: 'ledger/parties-list/page-size-bounds-page',
    change: query(on.parties, (own) => own.delete('pageSize')),
  },
  'last-page-has-a-token': {
    description: 'The last page of active contracts has a token, which leads to an empty page.',
    killedBy: 'ledger/active-contracts-page/last-page-has-no-token',
    change: respond(on.contractsPage, 'nextPageToken', (token) => token ?? 'again'),
  },
});
