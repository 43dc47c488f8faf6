/** Faults in pages and filters of parties, and in lookups of similar names. */
import { invalidArgument } from '../errors.ts';
import { together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { reject, skip } from '../operators/rejections.ts';
import { misread, query } from '../operators/request.ts';
import { ok } from '../reply.ts';
import type { Change } from '../steps.ts';
import { EVERY_VERSION, type LedgerFault, table } from './table.ts';

/** A lookup of an unknown party that finds a similar one. */
const finding = (same: (given: string, party: string) => boolean): Change =>
  misread(on.party, ({ path }, { parties }) => {
    const given = path['party'] ?? '';
    const found = parties.find(given) ?? parties.all().find(({ party }) => same(given, party));
    return { path: { ...path, party: found?.party ?? given } };
  });

const emptyPage = (operationId: string, list: string): Change =>
  skip(
    operationId,
    ok({ [list]: [], nextPageToken: '' }),
    (call) => call.query.get('pageSize') === '0',
  );

export const partyListFaults: readonly LedgerFault[] = table({
  'party-filter-kept-for-one-page': {
    description: 'Further pages of parties ignore the filter.',
    killedBy: 'ledger/parties-list/filter-limits-parties',
    versions: EVERY_VERSION,
    change: query(on.parties, (own) => {
      if (own.get('pageToken')) own.delete('filter-party');
    }),
  },
  'page-size-zero-at-its-word': {
    description: 'A page of the size 0 is empty.',
    killedBy: 'ledger/{users,parties}-list/{page-size-is-optional,page-size-0-is-default}',
    change: together(emptyPage(on.users, 'users'), emptyPage(on.parties, 'partyDetails')),
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
  'party-found-in-any-case': {
    description: 'The lookup of a party ignores case.',
    killedBy: 'ledger/parties-list/similar-ids-differ',
    change: finding((given, party) => party.toLowerCase() === given.toLowerCase()),
  },
});
