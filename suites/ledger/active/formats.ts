/** What event formats select of the active contracts, and what they add. */
import { type CheckResult, describe, type Finding, finding } from '../../../src/index.ts';
import type { Law, Test } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { base64Check } from '../laws/base64.ts';
import { ownProbe } from '../requests/asking.ts';
import { ANYTHING, eventsOf } from '../requests/formats.ts';
import { differing, elements, member, repeated, string, strings } from '../requests/members.ts';
import { type Entry, entriesOf, eventsOfTemplates, templatesOf } from './entries.ts';
import { against, idsOf, inFormats, type Listing, related, type Selected } from './listing.ts';

/** Positions of the responses that are compared with the list of all contracts. */
const PLACE = {
  oneTemplate: 1,
  twoTemplates: 2,
  blobs: 3,
  noFilter: 4,
  lastParty: 5,
  mixed: 6,
} as const;

const selections = once((listing: Listing) =>
  ownProbe(listing.operation, 'selections', {
    sends:
      'active contracts at one offset: all, of one template, of two, with blobs, without a filter, of the last party, and all with the blobs of one template',
    needs: 'contracts',
    caseGroups: (f) => {
      const known = templatesOf(f);
      const [one = ''] = known;
      return [
        inFormats(listing, f, 'selections', [
          eventsOf(f.parties),
          eventsOfTemplates(f.parties, [one]),
          // The first and the last, so that a filter that is ignored leaves something out.
          eventsOfTemplates(f.parties, [known.at(-1) ?? '', one]),
          eventsOf(f.parties, true),
          formatOf(f.parties, {}),
          eventsOf(f.parties.slice(-1)),
          formatOf(f.parties, { cumulative: [ANYTHING, withBlobs(one)] }),
        ]),
      ];
    },
  }),
);

function formatOf(parties: readonly string[], filters: object): object {
  return {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
    verbose: false,
  };
}

function withBlobs(templateId: string): object {
  const value = { templateId, includeCreatedEventBlob: true };
  return { identifierFilter: { TemplateFilter: { value } } };
}

const DOCUMENTED = { level: 'MUST', clause: 'event-formats-select-contracts' } as const;

const selects = (place: number, compare: Parameters<typeof against>[1]): Law<Listing>['test'] =>
  related(selections, against(place, compare));

const sameContracts = (all: Selected, other: Selected): CheckResult =>
  all.whole ? differing('', idsOf(all.entries), idsOf(other.entries)) : 'inapplicable';

export const FORMAT_LAWS: readonly Law<Listing>[] = [
  {
    ...DOCUMENTED,
    name: 'template-filter-selects-template',
    statement: 'A template filter selects exactly the contracts of its template.',
    cause: 'The filter ignores the package, or is lost and selects everything.',
    fix: 'Resolve the package name to its packages; compare the whole template id.',
    test: selects(PLACE.oneTemplate, ofTemplates),
  },
  {
    ...DOCUMENTED,
    name: 'template-filters-add-up',
    statement: 'Several template filters select exactly the contracts of all their templates.',
    cause: 'Only one element of cumulative is read, or a contract must match all of them.',
    fix: 'Select a contract that matches any element.',
    test: selects(PLACE.twoTemplates, (all, selected, request) =>
      new Set(wantedOf(request)).size < 2 ? 'inapplicable' : ofTemplates(all, selected, request),
    ),
  },
  {
    ...DOCUMENTED,
    name: 'missing-filter-selects-all',
    statement: 'A party without a cumulative filter gets all its contracts.',
    cause: 'An empty or missing cumulative selects nothing, or is rejected.',
    fix: 'Treat it as a wildcard.',
    test: selects(PLACE.noFilter, sameContracts),
  },
  {
    ...DOCUMENTED,
    name: 'parties-add-up',
    statement: 'A list holds the contracts of each party of the request and no others.',
    cause: 'Only the first party of filtersByParty is read, or an earlier filter is kept.',
    fix: 'List each contract in which any of the parties has a stake.',
    test: selects(PLACE.lastParty, ofTheParty),
  },
  {
    ...DOCUMENTED,
    name: 'wildcard-adds-to-template-filter',
    statement: 'A template filter beside a wildcard removes no contract.',
    cause: 'The template filter replaces the wildcard, or a contract must match both.',
    fix: 'Select a contract that matches any element of cumulative.',
    test: selects(PLACE.mixed, sameContracts),
  },
  {
    ...DOCUMENTED,
    name: 'template-filter-adds-blobs',
    statement: 'A template filter with blobs adds them, also beside a wildcard without.',
    cause: 'The flag is read from wildcards only, or from the first filter that matches.',
    fix: 'Include the blob if any matching filter has includeCreatedEventBlob.',
    test: selects(PLACE.mixed, (_all, { entries }, request) => {
      const wanted = wantedOf(request);
      const own = entries.filter((e) => wanted.includes(`#${e.packageName}:${e.template}`));
      return own.length === 0 ? 'inapplicable' : blobFindings(own, true);
    }),
  },
  {
    ...DOCUMENTED,
    name: 'blobs-only-on-request',
    statement: 'Created events have blobs if the filter requests them, and only then.',
    cause: 'includeCreatedEventBlob is read from one kind of filter only, or not at all.',
    fix: 'Read the flag of the filter that matches the contract.',
    test: selects(PLACE.blobs, (all, blobs) => [
      ...blobFindings(all.entries, false),
      ...blobFindings(blobs.entries, true),
      ...(all.whole ? differing('', idsOf(all.entries), idsOf(blobs.entries)) : []),
    ]),
  },
  {
    ...DOCUMENTED,
    name: 'blobs-differ-between-contracts',
    statement: 'Two contracts have different blobs.',
    cause: 'One blob stands for all: a placeholder, or a cache without a key.',
    fix: 'Serialize each contract into its own blob.',
    test: selects(PLACE.blobs, (_all, { entries }) => {
      const byContract = new Map(
        entries.map(({ contractId, created }) => [contractId, string(created, 'createdEventBlob')]),
      );
      const blobs = [...byContract.values()].filter((blob) => blob !== '');
      return blobs.length < 2 ? 'inapplicable' : repeated('/createdEventBlob', blobs);
    }),
  },
];

/** The bytes of the entries of a list. */
export const bytesOfEntries = (listing: Listing): Test => ({
  probes: [selections(listing)],
  check: base64Check((body) =>
    entriesOf(body).flatMap(({ created }) => [
      string(created, 'createdEventBlob'),
      string(created, 'contractKeyHash'),
    ]),
  ),
});

/** The templates that the filters of a request name. */
function wantedOf(request: unknown): readonly string[] {
  const [filter] = Object.values(
    Object(member(request, 'eventFormat', 'filtersByParty')) as object,
  );
  return elements(filter, 'cumulative').map((one) =>
    string(one, 'identifierFilter', 'TemplateFilter', 'value', 'templateId'),
  );
}

function ofTemplates(all: Selected, selected: Selected, request: unknown): readonly Finding[] {
  const wanted = wantedOf(request);
  const fits = ({ packageName, template }: Entry) => wanted.includes(`#${packageName}:${template}`);
  const other = selected.entries.find((entry) => !fits(entry));
  if (other) {
    const shown = `#${other.packageName}:${other.template}`;
    return [finding('/templateId', wanted.join(' or '), shown)];
  }
  // A list that reached the limit may have lost contracts of the template.
  return all.whole ? differing('', idsOf(all.entries.filter(fits)), idsOf(selected.entries)) : [];
}

/** A party sees the contracts in which it has a stake. */
function ofTheParty(all: Selected, selected: Selected, request: unknown): CheckResult {
  const parties = Object.keys(Object(member(request, 'eventFormat', 'filtersByParty')) as object);
  const isSeen = ({ created }: Entry): boolean =>
    [...strings(created, 'signatories'), ...strings(created, 'observers')].some((party) =>
      parties.includes(party),
    );
  if (all.whole) return differing('', idsOf(all.entries.filter(isSeen)), idsOf(selected.entries));
  const other = selected.entries.find((entry) => !isSeen(entry));
  return other === undefined ? [] : [finding('/signatories', parties.join(), describe(other.key))];
}

/** Entries with a blob where there must be none, or without one where there must be one. */
export function blobFindings(entries: readonly Entry[], expected: boolean): readonly Finding[] {
  const wrong = entries.find(
    ({ created }) => (string(created, 'createdEventBlob') !== '') !== expected,
  );
  if (wrong === undefined) return [];
  const actual = describe(wrong.created['createdEventBlob']);
  return [finding('/createdEventBlob', expected ? 'a blob' : 'no blob', actual)];
}
