/** What the filters of a request select from a list of active contracts. */
import { type CheckResult, describe, type Finding, finding, worded } from '../../../src/kit.ts';
import { elements, member, repeated, string, stringAt } from '../../kit/json.ts';
import { lacking, type Received } from '../../kit/judges.ts';
import { wantedIn } from '../requests/formats.ts';
import { sentMembers, stakeholdersOf } from '../requests/members.ts';
import { against, type Entry, type Selected, sameEntries } from './entries.ts';

/** The filters that a request has for each of its parties. */
const filtersIn = (exchange: Selected['exchange']): readonly (readonly unknown[])[] =>
  Object.values(Object(member(sentMembers(exchange), 'eventFormat', 'filtersByParty'))).map(
    (filters) => elements(filters, 'cumulative'),
  );

/** The list has exactly the contracts that the filters of its request select from all. */
export function selected(all: Selected, some: Selected): CheckResult {
  const [filters = [], ...others] = filtersIn(some.exchange);
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(filters)))
    return ofTheParties(all, some);
  const isOfTemplate = (one: unknown) =>
    member(one, 'identifierFilter', 'TemplateFilter') !== undefined;
  return filters.length > 0 && filters.every(isOfTemplate)
    ? ofTemplates(all, some)
    : sameContracts(all, some);
}

/** Both lists have the same contracts. */
export const sameContracts = (all: Selected, other: Selected): CheckResult =>
  all.whole ? sameEntries(all.entries, other.entries, all.exchange) : 'inapplicable';

/** The template filters with blobs add them, beside others without. */
export const filterAddsBlobs = (all: Received, mixed: Received): CheckResult =>
  against(all, mixed, (_all, { entries, exchange }) => {
    const own = entries.filter(({ template }) => wantedIn(exchange).includes(template));
    return own.length === 0 ? 'inapplicable' : blobFindings(own, true);
  });

/** Two contracts have different blobs. */
export const blobsDiffer = (all: Received, withBlobs: Received): CheckResult =>
  against(all, withBlobs, (_all, { entries }) => {
    const byContract = new Map(entries.map((entry) => [entry.contractId, blobOf(entry)]));
    const blobs = [...byContract.values()].filter((blob) => blob !== '');
    return blobs.length < 2 ? 'inapplicable' : repeated('/createdEventBlob', blobs);
  });

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
  return all.whole ? sameSelection(all, fits, { entries, exchange }) : [];
}

/** Of a contract that is selected, and that the list of all lacks, that list is wrong. */
function sameSelection(
  all: Selected,
  isDue: (entry: Entry) => boolean,
  { entries, exchange }: Pick<Selected, 'entries' | 'exchange'>,
): readonly Finding[] {
  const known = new Set(all.entries.map(({ key }) => key));
  const lost = entries.find((entry) => isDue(entry) && !known.has(entry.key));
  if (lost !== undefined) return [lacking(worded`${lost.key} in the list without these filters`)];
  return sameEntries(all.entries.filter(isDue), entries, exchange);
}

/** A party sees the contracts in which it has a stake, if a filter of its own or for any party selects them. */
export function ofTheParties(all: Selected, { entries, exchange }: Selected): CheckResult {
  const isDue = (entry: Entry): boolean => isSelected(entry, exchange);
  if (all.whole) return sameSelection(all, isDue, { entries, exchange });
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
export const blobFindings = (entries: readonly Entry[], expected: boolean): readonly Finding[] =>
  memberFindings(entries, 'createdEventBlob', expected);

/** The first entry whose created event has such a text, and must not, or the other way round. */
export function memberFindings(
  entries: readonly Entry[],
  name: string,
  expected: boolean,
): readonly Finding[] {
  const wrong = entries.find(({ created }) => (string(created, name) !== '') !== expected);
  if (wrong === undefined) return [];
  return [finding(`/${name}`, expected ? 'a blob' : 'no blob', describe(wrong.created[name]))];
}
