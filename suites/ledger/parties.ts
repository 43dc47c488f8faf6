/** Parties: how they are listed and found, and what becomes of one that is allocated for a test. */
import {
  type Call,
  call,
  describe,
  type Fixtures,
  finding,
  type Operation,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { owes200 } from '../answers.ts';
import { difference } from './alike.ts';
import { type Chapter, type Ledger, named } from './chapter.ts';
import { owesError } from './errors.ts';
import { ABSENT, pageOf } from './formats.ts';
import { idsOn, type Listing, largestPage, pagingOf } from './paging.ts';
import { each, sharedProbes } from './probes.ts';
import { listIn, sequence, textIn } from './sequences.ts';

export const parties: Chapter = (ledger) => [...listOf(ledger), ...lookUpsOf(ledger)];

const CLAUSE = 'known-parties-are-listed';

function listOf(ledger: Ledger): readonly Requirement[] {
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
    share: 0,
    strata: (f: Fixtures) =>
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
    share: 0,
    strata: (f: Fixtures) =>
      each(
        f.listedParties.slice(0, 1).map((party) => startingWith(operation, party.slice(1, 185), f)),
        'filter',
      ),
  };
  return [
    ...pagingOf(listing),
    requirement({
      id: 'ledger/parties-list/filter-kept',
      level: 'MUST',
      clause: CLAUSE,
      says: 'With a filter only parties are listed that begin with it.',
      mend: 'filter-party is dropped by a gateway, or matches anywhere in the name. Compare it with the beginning of the party id.',
      probes: [filtered, amid],
      check: ({ request, response }) => {
        if (response.status !== 200) return undefined;
        const filter = new URLSearchParams(request.path.split('?')[1]).get('filter-party') ?? '';
        const other = idsOn(listing, response.body).find((party) => !party.startsWith(filter));
        return other === undefined ? [] : [finding('/partyDetails', `${filter}…`, other)];
      },
    }),
    requirement({
      id: 'ledger/parties-list/filter-finds',
      level: 'MUST',
      clause: CLAUSE,
      says: 'A party that was listed is listed as well with its own name, or the beginning of it, as the filter.',
      mend: 'The filter is compared with the hint alone, or :: is decoded once too often. Compare it with the beginning of the whole party id.',
      probes: [filtered],
      check: ({ request, response }) => {
        const filter = new URLSearchParams(request.path.split('?')[1]).get('filter-party') ?? '';
        if (response.status !== 200 || filter === NOBODY) return undefined;
        const { length } = listIn(response.body, 'partyDetails');
        return length > 0 ? [] : [finding('/partyDetails', `a party ${filter}…`, 'none')];
      },
    }),
    ...limit,
  ];
}

/** The look-up of a party that an answer named; none where it named none. */
export function lookUp(ledger: Ledger, party: string | undefined): Call | undefined {
  return party === undefined ? undefined : call(ledger.operation('party'), { path: { party } });
}

/** The parties that an answer tells. */
function names(body: unknown): readonly string[] {
  return listIn(body, 'partyDetails').map((row) => textIn(row, 'party') ?? '');
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
    pages.owes({
      name: 'largest-page-accepted',
      clause: CLAUSE,
      says: 'A page of the size that the version calls the largest is accepted.',
      mend: 'maxPartiesPageSize of the version is not the limit that is enforced, perhaps by a gateway. Tell the limit from the same setting that enforces it.',
      given: ['version'],
      judge: ({ largest }) => owes200(largest.response.status),
    }),
    pages.owes({
      name: 'larger-page-refused',
      clause: CLAUSE,
      says: 'A page size above that is refused with 400 INVALID_ARGUMENT.',
      mend: 'Larger sizes are cut to the limit, as is due for users. For parties answer 400 INVALID_ARGUMENT.',
      given: ['version'],
      judge: ({ larger }) => owesError(larger, 400, 'INVALID_ARGUMENT'),
    }),
  ];
}

function lookUpsOf(ledger: Ledger): readonly Requirement[] {
  const operation = ledger.operation('party');
  const clause = 'only-known-parties-have-details';
  const probes = sharedProbes(operation);
  const look = (party: string, more?: string): Call =>
    call(operation, {
      path: { party },
      query: more === undefined ? {} : { parties: [more] },
    });
  const listed = sequence(ledger.operation('parties-list'), {
    name: 'listed-party',
    sends: 'a party of the list, by itself and beside one that nobody allocated',
    needs: 'listedParties',
    steps: (fixtures) => {
      const [party = ABSENT.party, ...others] = fixtures.listedParties;
      const last = others.at(-1);
      return {
        list: startingWith(ledger.operation('parties-list'), party.slice(0, 185), fixtures),
        alone: look(party),
        beside: look(party, ABSENT.party),
        both: () => (last === undefined ? undefined : look(party, last)),
      };
    },
  });
  return [
    listed.owes({
      name: 'found-by-name',
      clause,
      says: 'A party that is listed is found by its name: it alone, as local and with the metadata that the list shows.',
      mend: 'List and look-up take isLocal and the metadata from different places. Encode both from one record.',
      given: ['list', 'alone'],
      judge: ({ list, alone }) => {
        const asked = decodeURIComponent(alone.request.path.replace(/^.*\//, ''));
        const rows = listIn(list.response.body, 'partyDetails');
        const row = rows.find((one) => textIn(one, 'party') === asked);
        return row === undefined
          ? undefined
          : difference([row], listIn(alone.response.body, 'partyDetails'), '/partyDetails');
      },
    }),
    listed.owes({
      name: 'unknown-beside-changes-nothing',
      clause,
      says: 'A party that nobody allocated adds nothing to the answer about another one.',
      mend: 'Each name in the request gets a row, known or not. Answer with known parties only.',
      given: ['alone', 'beside'],
      judge: ({ alone, beside }) => difference(alone.response.body, beside.response.body),
    }),
    listed.owes({
      name: 'others-beside-are-told',
      level: 'SHOULD',
      clause,
      says: 'The parties that the query names beside the one of the path are told as well.',
      mend: 'The parameter parties is not read. Answer with one row for each known party of path and query.',
      given: ['alone', 'both'],
      judge: ({ alone, both }) => {
        const query = new URLSearchParams(both.request.path.split('?')[1]);
        // A party that is not found by itself is not owed beside another one.
        if (names(alone.response.body).length === 0) return undefined;
        const told = names(both.response.body);
        const missing = query.getAll('parties').find((party) => !told.includes(party));
        return missing === undefined
          ? []
          : [finding('/partyDetails', `${missing} among them`, 'not there')];
      },
    }),
    ...(probes === undefined
      ? []
      : [
          requirement({
            id: 'ledger/party/is-the-one-asked-for',
            level: 'MUST',
            clause,
            says: 'A party that is listed has details, and its look-up tells it and no other.',
            mend: 'The look-up knows the parties of a page or of a cache only, or cuts the name at a special character. Decode the path segment once, and look up exactly this party in the store of the list.',
            probes: [probes.good],
            check: ({ request, response }) => {
              if (response.status !== 200) return undefined;
              const asked = decodeURIComponent(request.path.replace(/^.*\//, ''));
              const told = names(response.body);
              return told.length === 1 && told[0] === asked
                ? []
                : [finding('/partyDetails', asked, told.join(', ') || 'none')];
            },
          }),
          requirement({
            id: 'ledger/party/unknown-party',
            level: 'MUST',
            clause,
            says: 'A party that nobody allocated is answered with 200 and no details.',
            mend: 'An unknown party is answered with 404. Answer 200 with an empty list of details.',
            probes: [probes.stranger],
            check: ({ response }) => {
              const owed = owes200(response.status);
              const rows = listIn(response.body, 'partyDetails');
              const none = rows.length === 0;
              if (response.status !== 200 || none) return owed;
              return [finding('/partyDetails', 'none', describe(rows[0]))];
            },
          }),
        ]),
    requirement({
      id: 'ledger/party/malformed-party',
      level: 'MUST',
      clause,
      says: 'A name with characters that no party has is refused with 400 INVALID_ARGUMENT.',
      mend: 'The text goes to the look-up unread and is not found. Check the characters of party ids first, and answer 400 INVALID_ARGUMENT.',
      probes: [
        {
          operation,
          id: named(operation, 'malformed-party'),
          sends: 'names with characters that no party has',
          wrong: 'identifier',
          share: 0,
          strata: () => each([look('assay*nobody::1220aa'), look('assay{nobody}')], 'party'),
        },
      ],
      check: (exchange) => owesError(exchange, 400, 'INVALID_ARGUMENT'),
    }),
  ];
}
