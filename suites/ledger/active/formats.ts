/** Event formats of active contracts: what they select, and what they add. */
import { type CheckResult, describe, type Finding, finding } from '../../../src/kit.ts';
import { elements, member, repeated, string, stringAt } from '../../kit/json.ts';
import { type Law, must } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { stepsOf } from '../../kit/steps.ts';
import { ownProbe } from '../laws/forms.ts';
import {
  ANYTHING,
  eventsBy,
  eventsInTurn,
  eventsOf,
  eventsOfTemplates,
  ofTemplate,
  templatesOf,
  wantedIn,
} from '../requests/formats.ts';
import { sentMembers, stakeholdersOf } from '../requests/members.ts';
import type { Compare, Entry, Listing, Selected } from '../responses/entries.ts';
import { against, inFormats, sameEntries } from '../responses/entries.ts';

/** All contracts, and selections of them. */
const SELECTED = stepsOf(
  ...(['all', 'oneTemplate', 'twoTemplates', 'blobs', 'noFilter', 'inTurn', 'mixed'] as const),
);

const selections = once((listing: Listing) =>
  ownProbe(listing.operation, 'selections', {
    sends:
      'active contracts at one offset: all, of one template, of two, with blobs, without a filter, with another filter for each party but the first, and all with the blobs of one template',
    needs: 'contracts',
    steps: (f) => {
      const known = templatesOf(f);
      const [one = ''] = known;
      const unfiltered = Object.fromEntries(f.parties.map((party) => [party, {}]));
      const formats = {
        all: eventsOf(f.parties),
        oneTemplate: eventsOfTemplates(f.parties, [one]),
        // The first and the last template, so that an ignored filter is detected.
        twoTemplates: eventsOfTemplates(f.parties, [known.at(-1) ?? '', one]),
        blobs: eventsOf(f.parties, true),
        noFilter: { filtersByParty: unfiltered, verbose: false },
        inTurn: eventsInTurn(someOf(f.parties, known), known.slice(0, 2)),
        mixed: eventsBy(f.parties, ANYTHING, ofTemplate(one, true)),
      };
      return SELECTED.requests(inFormats(listing, f, formats));
    },
  }),
);

/** The parties without the first, so that one that is not requested shows; both of two that can have different filters. */
function someOf(parties: readonly string[], templates: readonly string[]): readonly string[] {
  const needsAll = parties.length < 2 || (parties.length === 2 && templates.length > 1);
  return needsAll ? parties : parties.slice(1);
}

const CLAUSE = 'event-formats-select-contracts';

type Selection = 'oneTemplate' | 'twoTemplates' | 'blobs' | 'noFilter' | 'inTurn' | 'mixed';

const selects = (name: Selection, compare: Compare): Law<Listing>['test'] =>
  SELECTED.inCase(selections, (at) => against(at.all, at[name], compare));

/** Both lists have the same contracts. */
export const sameContracts = (all: Selected, other: Selected): CheckResult =>
  all.whole ? sameEntries(all.entries, other.entries, all.exchange) : 'inapplicable';

export const FORMAT_LAWS: readonly Law<Listing>[] = [
  must('template-filter-selects-template', CLAUSE, {
    statement: 'A template filter selects exactly the contracts of its template.',
    cause: 'The filter ignores the package, or is lost and selects everything.',
    fix: 'Resolve the package name to its packages; compare the whole template id.',
    test: selects('oneTemplate', ofTemplates),
  }),
  must('template-filters-add-up', CLAUSE, {
    statement: 'Several template filters select exactly the contracts of all their templates.',
    cause: 'Only one element of cumulative is read, or a contract must match all of them.',
    fix: 'Select a contract that matches any element.',
    test: selects('twoTemplates', (all, selected) =>
      new Set(wantedIn(selected.exchange)).size < 2 ? 'inapplicable' : ofTemplates(all, selected),
    ),
  }),
  must('missing-filter-selects-all', CLAUSE, {
    statement: 'A party without a cumulative filter gets all its contracts.',
    cause: 'An empty or missing cumulative selects nothing, or is rejected.',
    fix: 'Treat it as a wildcard.',
    test: selects('noFilter', sameContracts),
  }),
  must('parties-add-up', CLAUSE, {
    statement:
      'A list has exactly the contracts of each party in the request that its own filters select.',
    cause: 'One party of filtersByParty is read, or its filters count for the others too.',
    fix: 'List each contract in which a party has a stake and that a filter of this party selects.',
    // If the list has other parties, it also has their contracts.
    followsFrom: ['witnesses-are-requested-parties', 'template-filter-selects-template'],
    test: selects('inTurn', ofTheParties),
  }),
  must('wildcard-adds-to-template-filter', CLAUSE, {
    statement: 'A template filter beside a wildcard removes no contract.',
    cause: 'The template filter replaces the wildcard, or a contract must match both.',
    fix: 'Select a contract that matches any element of cumulative.',
    test: selects('mixed', sameContracts),
  }),
  must('template-filter-adds-blobs', CLAUSE, {
    statement: 'A template filter with blobs adds them, also beside a wildcard without.',
    cause: 'The flag is read from wildcards only, or from the first filter that matches.',
    fix: 'Include the blob if any matching filter has includeCreatedEventBlob.',
    followsFrom: ['template-filter-selects-template'],
    test: selects('mixed', (_all, { entries, exchange }) => {
      const own = entries.filter(({ template }) => wantedIn(exchange).includes(template));
      return own.length === 0 ? 'inapplicable' : blobFindings(own, true);
    }),
  }),
  must('blobs-only-on-request', CLAUSE, {
    statement: 'Created events have blobs if the filter requests them, and only then.',
    cause: 'includeCreatedEventBlob is read from one kind of filter only, or not at all.',
    fix: 'Read the flag of the filter that matches the contract.',
    followsFrom: ['template-filter-selects-template'],
    test: selects('blobs', (all, blobs) => [
      ...blobFindings(all.entries, false),
      ...blobFindings(blobs.entries, true),
      ...(all.whole ? sameEntries(all.entries, blobs.entries, all.exchange) : []),
    ]),
  }),
  must('blobs-differ-between-contracts', CLAUSE, {
    statement: 'Two contracts have different blobs.',
    cause: 'One blob stands for all: a placeholder, or a cache without a key.',
    fix: 'Serialize each contract into its own blob.',
    test: selects('blobs', (_all, { entries }) => {
      const byContract = new Map(entries.map((entry) => [entry.contractId, blobOf(entry)]));
      const blobs = [...byContract.values()].filter((blob) => blob !== '');
      return blobs.length < 2 ? 'inapplicable' : repeated('/createdEventBlob', blobs);
    }),
  }),
];

function blobOf({ created }: Entry): string {
  return string(created, 'createdEventBlob');
}

/** Exactly the contracts of the templates that the request filters for. */
export function ofTemplates(all: Selected, { entries, exchange }: Selected): readonly Finding[] {
  const wanted = wantedIn(exchange);
  const fits = ({ template }: Entry) => wanted.includes(template);
  const other = entries.find((entry) => !fits(entry));
  if (other) return [finding('/templateId', wanted.join(' or '), other.template)];
  // A list that reached the limit may have lost contracts of the template.
  return all.whole ? sameEntries(all.entries.filter(fits), entries, exchange) : [];
}

/** A party sees the contracts in which it has a stake, if a filter of its own or for any party selects them. */
export function ofTheParties(all: Selected, { entries, exchange }: Selected): CheckResult {
  const isDue = (entry: Entry): boolean => isSelected(entry, exchange);
  if (all.whole) return sameEntries(all.entries.filter(isDue), entries, exchange);
  const other = entries.find((entry) => !isDue(entry));
  const parties = partiesOf(exchange).join();
  return other === undefined ? [] : [finding('/signatories', parties, describe(other.key))];
}

/** True for a contract that the template filters and wildcards of a request select. */
function isSelected({ created, template }: Entry, exchange: Selected['exchange']): boolean {
  const { filtersByParty, filtersForAnyParty } = Object(sentMembers(exchange)['eventFormat']);
  const own = Object.entries(Object(filtersByParty)).filter(([party]) =>
    stakeholdersOf(created).includes(party),
  );
  const any = filtersForAnyParty === undefined ? [] : [filtersForAnyParty];
  return [...own.map(([, filters]) => filters), ...any].some((filters) => {
    const named = elements(filters, 'cumulative').map((one) =>
      stringAt(one, 'identifierFilter', 'TemplateFilter', 'value', 'templateId'),
    );
    return named.length === 0 || named.some((id) => id === undefined || id === template);
  });
}

/** The parties that a request names. */
export function partiesOf(exchange: Selected['exchange']): readonly string[] {
  return Object.keys(Object(member(sentMembers(exchange), 'eventFormat', 'filtersByParty')));
}

/** Entries with an unwanted blob, or without a required one. */
export function blobFindings(entries: readonly Entry[], expected: boolean): readonly Finding[] {
  const wrong = entries.find((entry) => (blobOf(entry) !== '') !== expected);
  if (wrong === undefined) return [];
  const actual = describe(wrong.created['createdEventBlob']);
  return [finding('/createdEventBlob', expected ? 'a blob' : 'no blob', actual)];
}
