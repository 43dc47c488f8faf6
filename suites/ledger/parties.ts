/** Parties: how they are listed. */
import {
  type Call,
  call,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { refusals } from './asking.ts';
import { type Area, type Ledger, named } from './chapter.ts';
import { expectsError } from './errors.ts';
import { pageOf } from './formats.ts';
import { idsOn, type Listing, largestPage, pagingOf } from './paging.ts';
import { each } from './probes.ts';
import { listIn, type Sequence, sequence, textIn } from './sequences.ts';

const CLAUSE = 'known-parties-are-listed';

/** Requirements on the list of parties. */
export const parties: Area = (ledger) => {
  const operation = ledger.operation('parties-list');
  const listing: Listing = {
    operation,
    list: 'partyDetails',
    key: 'party',
    limit: 'maxPartiesPageSize',
    clause: CLAUSE,
  };
  const limit = largestPages(ledger, operation);
  const filtered = {
    operation,
    id: named(operation, 'filtered'),
    sends: 'a party that is listed, its first letters, and the beginning of no party',
    weight: 0,
    caseGroups: (f: Fixtures) =>
      each(
        [
          ...f.listedParties
            .slice(0, 1)
            .flatMap((party) => [party.slice(0, 185), party.slice(0, 3)]),
          NOBODY,
        ].map((filter) => startingWith(operation, filter, f)),
        'filter',
      ),
  };
  const amid = {
    operation,
    id: named(operation, 'filtered-amid'),
    sends: 'a party that is listed, without its first letter',
    weight: 0,
    caseGroups: (f: Fixtures) =>
      each(
        f.listedParties.slice(0, 1).map((party) => startingWith(operation, party.slice(1, 185), f)),
        'filter',
      ),
  };
  const { probe: onward } = filteredPages(operation);
  return [
    ...pagingOf(listing),
    requirement({
      id: 'ledger/parties-list/filter-kept',
      level: 'MUST',
      clause: CLAUSE,
      statement: 'With a filter only parties are listed that begin with it, on later pages too.',
      cause:
        'filter-party is dropped by a gateway, or matches anywhere in the name, or a page token is read on without it.',
      fix: 'Compare it with the beginning of the party id, on each page.',
      probes: [filtered, amid, onward],
      check: ({ request, response }) => {
        const filter = new URLSearchParams(request.path.split('?')[1]).get('filter-party');
        if (response.status !== 200 || filter === null) return undefined;
        const other = idsOn(listing, response.body).find((party) => !party.startsWith(filter));
        return other === undefined ? [] : [finding('/partyDetails', `${filter}…`, other)];
      },
    }),
    requirement({
      id: 'ledger/parties-list/filter-finds',
      level: 'MUST',
      clause: CLAUSE,
      statement:
        'A party that was listed is listed as well with its own name, or the beginning of it, as the filter.',
      cause: 'The filter is compared with the hint alone, or :: is decoded once too often.',
      fix: 'Compare it with the beginning of the whole party id.',
      probes: [filtered],
      check: ({ request, response }) => {
        const filter = new URLSearchParams(request.path.split('?')[1]).get('filter-party') ?? '';
        if (response.status !== 200 || filter === NOBODY) return undefined;
        const { length } = listIn(response.body, 'partyDetails');
        return length > 0 ? [] : [finding('/partyDetails', `a party ${filter}…`, 'none')];
      },
    }),
    ...limit,
    ...refusals(operation, [
      {
        name: 'malformed-filter-refused',
        level: 'SHOULD',
        clause: 'refusals-name-their-reason',
        statement: 'A filter with characters that no party has is refused with 400.',
        cause:
          'The filter goes to the look-up unread, and matches nothing, or whatever the store takes for a pattern.',
        fix: 'Check its characters as those of a party, and answer 400 INVALID_FIELD.',
        sends: 'a filter with characters that no party has',
        status: 400,
        asks: () => [{ query: { pageSize: 5, 'filter-party': 'assay*%' } }],
      },
    ]),
  ];
};

/** Parties that begin like one which others follow, on pages of one. */
function filteredPages(operation: Operation): Sequence<'first' | 'second' | 'third'> {
  return sequence(operation, {
    name: 'filtered-pages',
    sends: 'three pages of one party each, under a filter that does not let all parties through',
    steps: ({ listedParties }) => {
      const filter = beginningOf(listedParties);
      const page = (pageToken?: string): Call =>
        call(operation, { query: { pageSize: 1, 'filter-party': filter, pageToken } });
      const after = (body: unknown): Call | undefined => {
        const token = textIn(body, 'nextPageToken') ?? '';
        return token === '' ? undefined : page(token);
      };
      return {
        first: page(),
        second: ({ first }) => after(first),
        third: ({ second }) => after(second),
      };
    },
  });
}

/** A beginning that few names share and others come after; best one that two share, so that pages follow. */
function beginningOf(parties: readonly string[]): string {
  const inOrder = [...new Set(parties)].sort().map((party) => party.slice(0, 185));
  const last = inOrder.at(-1) ?? '';
  const shared = inOrder.slice(0, -1).map((party, i) => {
    const next = inOrder[i + 1] ?? '';
    const end = [...party].findIndex((letter, at) => letter !== next[at]);
    return end < 0 ? party : party.slice(0, end);
  });
  return (
    shared.find((beginning) => beginning !== '' && !last.startsWith(beginning)) ??
    inOrder[0] ??
    NOBODY
  );
}

/** The beginning of no party. */
const NOBODY = 'assay-knows-no-such-party';

/** The parties that begin like this, as far as they fit on one page. */
export function startingWith(
  operation: Operation,
  filter: string,
  fixtures: Pick<Fixtures, 'pageLimits'>,
): Call {
  const pageSize = pageOf(fixtures, 'maxPartiesPageSize', 50);
  return call(operation, { query: { pageSize, 'filter-party': filter } });
}

function largestPages(ledger: Ledger, operation: Operation): readonly Requirement[] {
  const limitIn = (body: unknown): number | undefined =>
    largestPage(body, 'partyManagement', 'maxPartiesPageSize');
  const asked = (version: unknown, more: number): Call | undefined => {
    const most = limitIn(version);
    const query = { pageSize: (most ?? 0) + more, 'filter-party': NOBODY };
    return most === undefined ? undefined : call(operation, { query });
  };
  const pages = sequence(operation, {
    name: 'largest-page',
    sends: 'the version, for the largest page of parties, a page of that size, and a larger one',
    steps: () => ({
      version: call(ledger.operation('version')),
      largest: ({ version }) => asked(version, 0),
      larger: ({ version }) => asked(version, 1),
    }),
  });
  return [
    pages.expects({
      name: 'largest-page-accepted',
      clause: CLAUSE,
      statement: 'A page of the size that the version calls the largest is accepted.',
      cause:
        'maxPartiesPageSize of the version is not the limit that is enforced, perhaps by a gateway.',
      fix: 'Tell the limit from the same setting that enforces it.',
      given: ['version'],
      judge: ({ largest }) => expects200(largest.response.status),
    }),
    pages.expects({
      name: 'larger-page-refused',
      clause: CLAUSE,
      statement: 'A page size above that is refused with 400 INVALID_ARGUMENT.',
      cause: 'Larger sizes are cut to the limit, as is due for users.',
      fix: 'For parties answer 400 INVALID_ARGUMENT.',
      given: ['version'],
      judge: ({ larger }) => expectsError(larger, 400, 'INVALID_ARGUMENT'),
    }),
  ];
}
