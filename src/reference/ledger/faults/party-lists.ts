/** Faults in pages and filters of parties, and in parties whose names are nearly right. */
import { invalidArgument } from '../errors.ts';
import { altering, type Which } from '../fault.ts';
import { type Ask, LedgerError, ok } from '../route.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, of } from './tools.ts';

/** The list is asked with another query. */
const listing = (which: Which, edit: (query: URLSearchParams) => void): Change =>
  altering(which, ({ handle }) => ({
    handle: (ask, ledger) => {
      const query = new URLSearchParams(ask.query);
      edit(query);
      return handle({ ...ask, query }, ledger);
    },
  }));

/** A look-up that finds another party than the one of the path, where nobody has that name. */
const finding = (same: (asked: string, party: string) => boolean): Change =>
  altering('getV2PartiesParty', ({ handle }) => ({
    handle: (ask: Ask, ledger) => {
      const asked = ask.path['party'] ?? '';
      const found =
        ledger.parties.find(asked) ?? ledger.parties.all().find(({ party }) => same(asked, party));
      const path = { ...ask.path, party: found?.party ?? asked };
      return handle({ ...ask, path }, ledger);
    },
  }));

export const partyListFaults: readonly LedgerFault[] = [
  {
    id: 'party-filter-kept-for-one-page',
    description: 'A page of parties that is asked for with a token overlooks the filter.',
    killedBy: of('parties-list', 'filter-kept'),
    versions: ['3.4', '3.5'],
    change: listing('getV2Parties', (query) => {
      if (query.get('pageToken')) query.delete('filter-party');
    }),
  },
  {
    id: 'page-size-zero-at-its-word',
    description: 'A page of the size 0 has nothing on it.',
    killedBy: of('{users,parties}-list', 'page-size-may-be-left-out'),
    change: altering(['getV2Users', 'getV2Parties'], ({ operationId, handle }) => ({
      handle: (ask, ledger) => {
        if (ask.query.get('pageSize') !== '0') return handle(ask, ledger);
        const list = operationId === 'getV2Users' ? 'users' : 'partyDetails';
        return ok({ [list]: [], nextPageToken: '' });
      },
    })),
  },
  {
    id: 'page-size-of-parties-insisted-on',
    description: 'The list of parties is refused to those who do not tell the size of a page.',
    killedBy: of('parties-list', 'page-size-may-be-left-out'),
    change: altering('getV2Parties', ({ handle }) => ({
      handle: (ask, ledger) => {
        if (ask.query.has('pageSize')) return handle(ask, ledger);
        throw invalidArgument('The size of a page is missing.');
      },
    })),
  },
  {
    id: 'party-found-by-its-beginning',
    description: 'The look-up finds a party by the beginning of its name.',
    killedBy: of('parties-list', 'near-names-are-others'),
    collateral: [of('party', 'is-the-one-asked-for')],
    change: finding((asked, party) => party.startsWith(asked)),
  },
  {
    id: 'party-found-in-any-case',
    description: 'The look-up of a party does not tell small letters from capitals.',
    killedBy: of('parties-list', 'near-names-are-others'),
    collateral: [of('party', 'is-the-one-asked-for')],
    change: finding((asked, party) => party.toLowerCase() === asked.toLowerCase()),
  },
  {
    id: 'malformed-party-filter-finds-none',
    description: 'A filter with characters that no party has lists nobody.',
    killedBy: of('parties-list', 'malformed-filter-refused'),
    change: altering('getV2Parties', ({ handle }) => ({
      handle: (ask, ledger) => {
        try {
          return handle(ask, ledger);
        } catch (error) {
          if (error instanceof LedgerError && error.code === 'INVALID_FIELD')
            return ok({ partyDetails: [], nextPageToken: '' });
          throw error;
        }
      },
    })),
  },
];
