/** Faults in parties, their pages and filters, and in what the participant reports of itself. */

import { invalidArgument } from '../errors.ts';
import { handling, type LedgerFault, table, together } from '../fault.ts';
import * as edit from '../operators/edits.ts';
import { listAt, valueAt } from '../operators/json.ts';
import { on } from '../operators/operations.ts';
import { reject } from '../operators/rejections.ts';
import { misread, query, request } from '../operators/request.ts';
import { respond } from '../operators/respond.ts';
import type { Change } from '../steps.ts';

/** A lookup of an unknown party that finds a similar one. */
const finding = (same: (given: string, party: string) => boolean): Change =>
  misread(on.party, ({ path }, { parties }) => {
    const given = path['party'] ?? '';
    const found = parties.find(given) ?? parties.all().find(({ party }) => same(given, party));
    return { path: { ...path, party: found?.party ?? given } };
  });

const withoutExtension = (operationId: string, name: string): Change =>
  misread(operationId, ({ path }) => ({
    path: { ...path, [name]: (path[name] ?? '').replace(/\.json$/, '') },
  }));

export const partyFaults: readonly LedgerFault[] = table({
  'allocation-grants-nothing': {
    description: 'The user that an allocation names does not get the right.',
    killedBy: 'ledger/parties-allocate/named-user-may-act',
    change: request(on.allocate, 'userId', edit.to('')),
  },
  'pages-of-parties-filtered-late': {
    description: 'The filter of parties is applied after a page is cut.',
    killedBy: 'ledger/parties-list/filter-finds-party',
    change: handling(on.parties, (handle) => async (call, ledger) => {
      const whole = new URLSearchParams(call.query);
      const filter = whole.get('filter-party') ?? '';
      whole.delete('filter-party');
      const { json, ...reply } = await handle({ ...call, query: whole }, ledger);
      const fits = (one: unknown): boolean => `${valueAt(one, 'party')}`.startsWith(filter);
      const partyDetails = listAt(json, 'partyDetails').filter(fits);
      return { ...reply, json: { ...(json as object), partyDetails } };
    }),
  },
  'filter-of-the-first-page-only': {
    description: 'The next pages of parties are read without the filter.',
    killedBy: 'ledger/parties-list/filter-holds-on-each-page',
    change: query(on.parties, (parameters) => {
      if (parameters.has('pageToken')) parameters.delete('filter-party');
    }),
  },
  'later-party-has-no-details': {
    description: 'The lookup of a party in the middle of the list returns nothing.',
    killedBy: 'ledger/party/listed-party-has-details',
    change: respond(on.party, '', edit.to({ partyDetails: [] }), ({ path }, { parties }) =>
      parties
        .all()
        .slice(1, -1)
        .some(({ party }) => party === path['party']),
    ),
  },
  'parties-beside-overlooked': {
    description: 'The lookup of a party ignores the other parties in the query.',
    killedBy: 'ledger/parties-list/shows-parties-of-query',
    change: respond(on.party, 'partyDetails', edit.first(1)),
  },
  'unknown-party-beside-a-known-one': {
    description: 'An unknown party has details if it is requested together with a known one.',
    killedBy: 'ledger/parties-list/unknown-party-adds-nothing',
    change: respond(on.party, 'partyDetails', (rows, call, { parties }) => {
      const [first] = rows as object[];
      const others = call.query.getAll('parties').filter((party) => !parties.has(party));
      return [...(rows as object[]), ...others.map((party) => ({ ...first, party }))];
    }),
  },
  'page-size-of-parties-insisted-on': {
    description: 'The server rejects a list of parties without a page size.',
    killedBy: 'ledger/parties-list/{page-size-is-optional,page-size-0-is-default}',
    change: reject(
      on.parties,
      invalidArgument('The size of a page is missing.'),
      (call) => !call.query.has('pageSize'),
    ),
  },
  'party-found-by-its-beginning': {
    description: 'The lookup finds a party by the prefix of its name.',
    killedBy: 'ledger/parties-list/similar-ids-differ',
    change: finding((given, party) => party.startsWith(given)),
  },
  'file-extension-of-ids-cut': {
    description:
      'The router removes what looks like a file extension from ids of users and providers.',
    killedBy: 'ledger/{users,identity-providers}-list/similar-ids-differ',
    change: together(withoutExtension(on.user, 'user-id'), withoutExtension(on.idp, 'idp-id')),
  },
});
