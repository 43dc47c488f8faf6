/** What formats select of the active contracts, and what they add, in lists and on pages alike. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Finding,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import {
  type Entry,
  entriesOf,
  eventsOfTemplates,
  isWhole,
  templatesOf,
} from './active-entries.ts';
import { ownProbe, type Parts, row } from './asking.ts';
import { bytesAreBase64 } from './base64.ts';
import { named } from './chapter.ts';
import { ANYTHING, eventsOf } from './formats.ts';
import { differing, elements, member, repeated, string, strings } from './members.ts';
import { endOf } from './offsets.ts';

export interface Selecting {
  readonly clause: string;
  readonly at: (f: Fixtures, activeAtOffset: number, eventFormat: object) => Parts;
}

/** What is compared with all contracts: everything in its place. */
const PLACE = {
  oneTemplate: 1,
  twoTemplates: 2,
  blobs: 3,
  noFilter: 4,
  lastParty: 5,
  mixed: 6,
} as const;

/** Active contracts at one offset as they are, and then as each format selects them. */
function selectionProbe(operation: Operation, at: Selecting['at']): Probe {
  return ownProbe(operation, 'selections', {
    sends:
      'active contracts at one offset: all of them, of one template, of two, with blobs, without any filter, of the last party, and all of them with the blobs of one template',
    needs: 'contracts',
    caseGroups: (f) => {
      const [one = ''] = templatesOf(f);
      const formats = [
        eventsOf(f.parties),
        eventsOfTemplates(f.parties, [one]),
        eventsOfTemplates(f.parties, twoOf(f)),
        eventsOf(f.parties, true),
        unfiltered(f.parties),
        eventsOf(f.parties.slice(-1)),
        besideAll(f.parties, one),
      ];
      return [
        row('selections', ...formats.map((format) => call(operation, at(f, endOf(f), format)))),
      ];
    },
  });
}

/** A filter that has no element lets everything through. */
function unfiltered(parties: readonly string[]): object {
  return { filtersByParty: Object.fromEntries(parties.map((p) => [p, {}])), verbose: false };
}

/** Everything, and a template beside it whose contracts come with their blobs. */
function besideAll(parties: readonly string[], templateId: string): object {
  const value = { templateId, includeCreatedEventBlob: true };
  const cumulative = [ANYTHING, { identifierFilter: { TemplateFilter: { value } } }];
  return {
    filtersByParty: Object.fromEntries(parties.map((p) => [p, { cumulative }])),
    verbose: false,
  };
}

/** The first and the last, so that a filter that is overlooked leaves something out. */
function twoOf(f: Fixtures): readonly string[] {
  const known = templatesOf(f);
  return [known.at(-1) ?? '', known[0] ?? ''];
}

export function selections(operation: Operation, { clause, at }: Selecting): Requirement[] {
  const probe = selectionProbe(operation, at);
  const probes = [probe];
  const id = (name: string): string => `ledger/${named(operation, name)}`;
  return [
    requirement({
      id: id('template-filter-selects'),
      level: 'MUST',
      clause,
      statement: 'With a template filter the contracts of that template are there and no others.',
      cause:
        'The filter compares module and entity and forgets the package, or is dropped on its way so that everything comes.',
      fix: 'Resolve the package name to its packages, and compare the whole template id.',
      probes,
      relation: against(PLACE.oneTemplate, ofTemplates),
    }),
    requirement({
      id: id('template-filters-add-up'),
      level: 'MUST',
      clause,
      statement:
        'With several template filters the contracts of all these templates are there and no others.',
      cause:
        'Only the first or the last element of cumulative is read, or a contract has to fit all of them.',
      fix: 'Let through what fits any.',
      probes,
      relation: against(PLACE.twoTemplates, (all, selected, request) =>
        new Set(wantedOf(request)).size < 2 ? 'inapplicable' : ofTemplates(all, selected, request),
      ),
    }),
    requirement({
      id: id('no-filter-is-everything'),
      level: 'SHOULD',
      clause,
      statement: 'A party without any filter sees all its contracts.',
      cause: 'An empty or missing cumulative lets nothing through, or is refused.',
      fix: 'Take it for a wildcard.',
      probes,
      relation: against(PLACE.noFilter, (all, other) =>
        all.whole ? differing('', idsOf(all.entries), idsOf(other.entries)) : undefined,
      ),
    }),
    requirement({
      id: id('parties-add-up'),
      level: 'MUST',
      clause,
      statement:
        'For several parties the contracts of each of them are there, and for one its own.',
      cause:
        'Only the first party of filtersByParty is looked at, or the filter of the request before is kept.',
      fix: 'List what any of the parties has a stake in.',
      probes,
      relation: against(PLACE.lastParty, ofTheParty),
    }),
    requirement({
      id: id('wildcard-beside-a-template'),
      level: 'MUST',
      clause,
      statement: 'A template filter beside a wildcard takes no contract away.',
      cause: 'The more exact filter wins over the wildcard, or a contract has to fit both.',
      fix: 'Let through what fits any element of cumulative.',
      probes,
      relation: against(PLACE.mixed, (all, other) =>
        all.whole ? differing('', idsOf(all.entries), idsOf(other.entries)) : 'inapplicable',
      ),
    }),
    requirement({
      id: id('template-filter-asks-for-blobs'),
      level: 'MUST',
      clause,
      statement:
        'A template filter that asks for blobs gets them, also beside a wildcard that does not ask.',
      cause:
        'includeCreatedEventBlob is read of wildcards only, or of the first filter that lets the contract through.',
      fix: 'Show the blob when any filter that lets the contract through asks for it.',
      probes,
      relation: against(PLACE.mixed, (_all, { entries }, request) => {
        const wanted = wantedOf(request);
        const own = entries.filter((e) => wanted.includes(`#${e.packageName}:${e.template}`));
        return own.length === 0 ? 'inapplicable' : blobbed(own, 'a blob', undefined);
      }),
    }),
    requirement({
      id: id('blobs-when-asked-for'),
      level: 'MUST',
      clause,
      statement: 'Created events carry their blob where it is asked for, and only there.',
      cause: 'includeCreatedEventBlob is read of one kind of filter only, or not at all.',
      fix: 'Look at the flag of the filter that let the contract through.',
      probes,
      relation: against(PLACE.blobs, (all, blobs) => [
        ...blobbed(all.entries, 'no blob', ''),
        ...blobbed(blobs.entries, 'a blob', undefined),
        ...(all.whole ? differing('', idsOf(all.entries), idsOf(blobs.entries)) : []),
      ]),
    }),
    requirement({
      id: id('blobs-differ'),
      level: 'MUST',
      clause,
      statement: 'The blobs of two contracts are not the same.',
      cause: 'One blob stands for all, as a placeholder or from a cache without a key.',
      fix: 'Put into each event the blob of its own contract, which names it to whom it is disclosed.',
      probes,
      relation: against(PLACE.blobs, (_all, { entries }) => {
        const byContract = new Map(
          entries.map(({ contractId, created }) => [
            contractId,
            string(created, 'createdEventBlob'),
          ]),
        );
        const blobs = [...byContract.values()].filter((blob) => blob !== '');
        return blobs.length < 2 ? 'inapplicable' : repeated('/createdEventBlob', blobs);
      }),
    }),
    bytesAreBase64(operation, clause, probe, (body) =>
      entriesOf(body).flatMap(({ created }) => [
        string(created, 'createdEventBlob'),
        string(created, 'contractKeyHash'),
      ]),
    ),
  ];
}

interface Selected {
  readonly entries: readonly Entry[];
  /** False where there is more behind what was answered. */
  readonly whole: boolean;
}

/** Compares the first answer of a case with another one of it. */
export function against(
  other: number,
  compare: (all: Selected, other: Selected, request: unknown) => CheckResult,
): (exchanges: readonly CompleteExchange[]) => CheckResult {
  return (exchanges) => {
    const [plain, changed] = [exchanges[0], exchanges[other]];
    if (plain?.response.status !== 200 || changed === undefined) return undefined;
    if (changed.response.status !== 200) return expects200(changed.response.status);
    const [all, selected] = [plain, changed].map((list) => ({
      entries: entriesOf(list.response.body),
      whole: isWhole(list),
    })) as [Selected, Selected];
    return all.entries.length === 0
      ? 'inapplicable'
      : compare(all, selected, sent(changed.request));
  };
}

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
    const came = `#${other.packageName}:${other.template}`;
    return [finding('/templateId', wanted.join(' or '), came)];
  }
  // A list that reached the limit may have lost contracts of the template.
  return all.whole ? differing('', idsOf(all.entries.filter(fits)), idsOf(selected.entries)) : [];
}

/** A party sees the contracts in which it has a stake. */
function ofTheParty(all: Selected, selected: Selected, request: unknown): CheckResult {
  const asked = Object.keys(Object(member(request, 'eventFormat', 'filtersByParty')) as object);
  const isSeen = ({ created }: Entry): boolean =>
    asked.some((p) =>
      [...strings(created, 'signatories'), ...strings(created, 'observers')].includes(p),
    );
  if (all.whole) return differing('', idsOf(all.entries.filter(isSeen)), idsOf(selected.entries));
  const other = selected.entries.find((entry) => !isSeen(entry));
  return other === undefined ? [] : [finding('/signatories', asked.join(), describe(other.key))];
}

/** Whether all entries have a blob, or none has one. */
export function blobbed(
  entries: readonly Entry[],
  expected: string,
  owed: '' | undefined,
): readonly Finding[] {
  const wrong = entries.find(
    ({ created }) => (string(created, 'createdEventBlob') === '') !== (owed === ''),
  );
  return wrong === undefined
    ? []
    : [finding('/createdEventBlob', expected, describe(wrong.created['createdEventBlob']))];
}

/** The order of a list is free. */
export function idsOf(entries: readonly Entry[]): readonly string[] {
  return entries.map(({ key }) => key).sort();
}
