/** Faults in pages, and where a request omits a limit, an end, a start or an offset. */

import { invalidArgument } from '../errors.ts';
import { handling, type LedgerFault, remembering, table } from '../fault.ts';
import { type Json, valueAt } from '../operators/json.ts';
import { CONTRACT_PAGES, on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { query, request } from '../operators/request.ts';
import { respond, type When } from '../operators/respond.ts';
import { tokenAfter } from '../paging.ts';
import { from } from '../versions.ts';

const PAGES = [on.updatesPage, ...CONTRACT_PAGES];

/** True for a request for a further page: parties have the token in the query, updates in the body. */
const continues: When = (call) =>
  Boolean(call.query.get('pageToken') || valueAt(call.body, 'pageToken'));

export const defaultFaults: readonly LedgerFault[] = table({
  'page-tokens-serve-once': {
    description: 'A page token can be used only once.',
    killedBy: 'ledger/{updates-page,*contracts-page}/page-token-is-repeatable',
    versions: from('3.5'),
    change: remembering(() => {
      const used = new Set<unknown>();
      const isUsed: When = ({ body }) => {
        const token = valueAt(body, 'pageToken');
        return Boolean(token) && used.size === used.add(token).size;
      };
      return reject(PAGES, invalidArgument('The page token cannot be used here.'), isUsed);
    }),
  },
  'next-pages-have-their-own-end': {
    description:
      'Without an offset, each page of active contracts shows the end of its own request.',
    killedBy: 'ledger/*contracts-page/pages-keep-first-offset',
    versions: from('3.5'),
    allow: 'irreversible',
    change: respond(
      CONTRACT_PAGES,
      'activeAtOffset',
      (_, { body }, { history }) => valueAt(body, 'activeAtOffset') ?? history.end,
      continues,
    ),
  },
  'page-of-vetting-forgets-places': {
    description: 'Later pages of vetted packages ignore the filter of synchronizers.',
    killedBy: 'ledger/package-vetting-list/pages-keep-filter',
    change: request(on.vetted, 'topologyStateFilter', () => undefined, continues),
  },
  'continuation-beats-the-request': {
    description: 'With the continuation token of another list, the format of that list is used.',
    killedBy: 'ledger/active-contracts/foreign-token-keeps-format',
    versions: from('3.5'),
    change: handling(on.contracts, (handle) => {
      const formats = new Map<unknown, unknown>();
      return async (call, ledger) => {
        const body = call.body as Json;
        const eventFormat = formats.get(body['streamContinuationToken']) ?? body['eventFormat'];
        const reply = await handle({ ...call, body: { ...body, eventFormat } }, ledger);
        for (const entry of reply.json as readonly Json[])
          formats.set(entry['streamContinuationToken'], eventFormat);
        return reply;
      };
    }),
  },
  'users-paged-by-position': {
    description: 'The token of a page of users is the number of users before the next page.',
    killedBy: 'ledger/users-list/removal-skips-no-user',
    change: handling(on.users, (handle) => {
      const positions = new Map<string, number>();
      return async (call, ledger) => {
        const token = call.query.get('pageToken') ?? '';
        const start = positions.get(token) ?? 0;
        const own = new URLSearchParams(call.query);
        const before = ledger.users.of('')[start - 1];
        if (before !== undefined) own.set('pageToken', tokenAfter('users', before.id));
        const reply = await handle({ ...call, query: own }, ledger);
        const shown = reply.json as Json;
        const next = String(shown['nextPageToken']);
        if (next !== '') positions.set(next, start + (shown['users'] as unknown[]).length);
        return reply;
      };
    }),
  },
  'pages-of-parties-lose': {
    description: 'Later pages of parties omit their first party.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: respond(on.parties, 'partyDetails', (list) => (list as Json[]).slice(1), continues),
  },
  'pages-of-parties-never-end': {
    description: 'The token of a page of parties leads to the same page.',
    killedBy: 'ledger/parties-list/pages-match-list',
    change: query(on.parties, (own) => own.delete('pageToken')),
  },
});
