/** Faults in pages and filters of parties, and in lookups of similar names. */
import { invalidArgument } from '../errors.ts';
import { together } from '../fault.ts';
import { on } from '../operators/operations.ts';
import { accept, reject, skip } from '../operators/rejections.ts';
import { misread, query } from '../operators/request.ts';
import { ok } from '../reply.ts';
import type { Change } from '../steps.ts';
import { type LedgerFault, table } from './table.ts';

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
  'party-filter-kept-for-one-page | parties-list/filter-limits-parties | both | Further pages of parties ignore the filter.':
    query(on.parties, (own) => {
      if (own.get('pageToken')) own.delete('filter-party');
    }),
  'page-size-zero-at-its-word | {users,parties}-list/{page-size-is-optional,page-size-0-is-default} | A page of the size 0 is empty.':
    together(emptyPage(on.users, 'users'), emptyPage(on.parties, 'partyDetails')),
  'page-size-of-parties-insisted-on | parties-list/{page-size-is-optional,page-size-0-is-default} | The server rejects a list of parties without a page size.':
    reject(
      on.parties,
      invalidArgument('The size of a page is missing.'),
      (call) => !call.query.has('pageSize'),
    ),
  'party-found-by-its-beginning | parties-list/similar-ids-differ | The lookup finds a party by the prefix of its name.':
    finding((given, party) => party.startsWith(given)),
  'party-found-in-any-case | parties-list/similar-ids-differ | The lookup of a party ignores case.':
    finding((given, party) => party.toLowerCase() === given.toLowerCase()),
  'malformed-party-filter-finds-none | parties-list/{rejects-malformed-filter,malformed-filter-error} | A malformed filter of parties gets an empty list.':
    accept({ of: on.parties, codes: ['INVALID_FIELD'] }, { partyDetails: [], nextPageToken: '' }),
});
