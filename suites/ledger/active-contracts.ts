/** The list of active contracts: what is in it, how it is cut, and what it refuses. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Finding,
  type Fixtures,
  finding,
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
  refusedOfBoth,
  templatesOf,
} from './active-entries.ts';
import { throughInterfaces } from './active-interfaces.ts';
import { against, selections } from './active-selections.ts';
import { snapshots } from './active-snapshots.ts';
import { ownProbe, type Parts, refusals, row } from './asking.ts';
import type { Area } from './chapter.ts';
import { mayBe } from './errors.ts';
import { type EventFormat, eventsOf, limitFor } from './formats.ts';
import { differing, elements, member, repeated, strings } from './members.ts';
import { endOf } from './offsets.ts';
import { sharedProbes } from './probes.ts';

const LISTED = 'active-contracts-are-listed';
const FEW = 2;

const at = (
  f: Fixtures,
  activeAtOffset: number,
  eventFormat: object,
  limit: number = limitFor(f),
): Parts => ({
  query: { limit },
  json: { activeAtOffset, eventFormat },
});

/** Requirements on the list of active contracts. */
export const activeContracts: Area = (ledger) => {
  const operation = ledger.operation('active-contracts');
  const good = sharedProbes(operation)?.good as Probe;
  const asked = (parts: Parts) => call(operation, parts);
  const beginning = ownProbe(operation, 'beginning', {
    sends: 'a good request at offset 0',
    caseGroups: (f) => [row('zero', asked(at(f, 0, eventsOf(f.parties))))],
  });
  const nothing = ownProbe(operation, 'limit-zero', {
    sends: 'a good request for no entries at all',
    caseGroups: (f) => [row('zero', asked(at(f, endOf(f), eventsOf(f.parties), 0)))],
  });
  const renderings = ownProbe(operation, 'renderings', {
    sends: 'the list at one offset: as it is, cut short, verbose, and of one template cut short',
    needs: 'contracts',
    caseGroups: (f) => {
      const all = eventsOf(f.parties);
      // The last one, so that others stand before its contracts.
      const one = eventsOfTemplates(f.parties, templatesOf(f).slice(-1));
      const kinds = [
        at(f, endOf(f), all),
        at(f, endOf(f), all, FEW),
        at(f, endOf(f), { ...all, verbose: true }),
        at(f, endOf(f), one, FEW),
      ];
      return [row('renderings', ...kinds.map(asked))];
    },
  });
  const id = (name: string): string => `ledger/active-contracts/${name}`;

  return [
    requirement({
      id: id('entries-stand-at-the-offset'),
      level: 'MUST',
      clause: LISTED,
      statement:
        'No entry came to be after the offset that was asked about, and none stands there twice.',
      cause:
        'The list is made at the current end whatever activeAtOffset says, or lists of several synchronizers overlap.',
      fix: 'Read a snapshot at the offset, and list each contract once.',
      probes: [good],
      check: (exchange) =>
        judged(exchange, (entries) => [
          ...repeated(
            'the entries',
            entries.map(({ key }) => key),
          ),
          ...late(entries, Number(member(sent(exchange.request), 'activeAtOffset'))),
        ]),
    }),
    requirement({
      id: id('entries-are-for-the-asking-parties'),
      level: 'MUST',
      clause: LISTED,
      statement: 'Each entry names signatories, and as witnesses only parties of the request.',
      cause: 'Events are shortened on their way, or name all stakeholders as witnesses.',
      fix: 'Pass them on whole, and keep as witnesses only parties of the filter.',
      probes: [good],
      check: (exchange) =>
        judged(exchange, (entries) => {
          const format = member(sent(exchange.request), 'eventFormat', 'filtersByParty');
          return parties(entries, Object.keys(Object(format) as object));
        }),
    }),
    requirement({
      id: id('limit-kept'),
      level: 'MUST',
      clause: LISTED,
      statement: 'The list is no longer than the limit of the request.',
      cause:
        'The query parameter limit is ignored, or each party of the filter gets a limit of its own.',
      fix: 'Cut the whole list at the limit.',
      probes: [good, nothing],
      check: ({ request, response: { status, body } }) => {
        const limit = Number(/[?&]limit=(\d+)/.exec(request.path)?.[1]);
        if (status !== 200) return undefined;
        const { length } = elements(body);
        return length <= limit ? [] : [finding('', `at most ${limit} entries`, `${length}`)];
      },
    }),
    requirement({
      id: id('empty-at-the-beginning'),
      level: 'MUST',
      clause: LISTED,
      statement: 'At offset 0 no contract is active.',
      cause:
        '0 counts as not given, and the current end is used: a check for truth where a check for presence is due.',
      fix: 'Treat 0 as an offset like any other.',
      probes: [beginning],
      withControl: true,
      check: (exchange) => {
        const { status, body } = exchange.response;
        if (status === 200) return differing('', [], body);
        // A ledger that has forgotten its beginning may say so.
        return mayBe(exchange, 'PARTICIPANT_PRUNED_DATA_ACCESSED') ? undefined : expects200(status);
      },
    }),
    requirement({
      id: id('limit-is-a-prefix'),
      level: 'SHOULD',
      clause: LISTED,
      statement: 'A limit cuts the list short and changes nothing else.',
      cause: 'With a limit another query runs, without an order.',
      fix: 'Give the list the same order with and without a limit.',
      probes: [renderings],
      relation: (exchanges) =>
        // Where the list has another order each time, a limit may cut it anywhere.
        against(2, (all, again) => differing('', keysOf(all), keysOf(again)))(exchanges)?.length ===
        0
          ? against(1, (all, cut) => differing('', keysOf(all).slice(0, FEW), keysOf(cut)))(
              exchanges,
            )
          : undefined,
    }),
    requirement({
      id: id('limit-counts-what-passes'),
      level: 'MUST',
      clause: LISTED,
      statement:
        'A limit counts the contracts that pass the filter, and not those that it leaves out.',
      cause:
        'The first entries of the snapshot are read up to the limit, and the filter is applied to these.',
      fix: 'Filter first, and cut the list then.',
      probes: [renderings],
      relation: against(3, (all, few, request) => {
        const wanted = /"templateId":"([^"]*)"/.exec(JSON.stringify(request))?.[1];
        const passing = all.entries.filter(
          ({ packageName, template }) => `#${packageName}:${template}` === wanted,
        );
        const owed = Math.min(FEW, passing.length);
        if (owed === 0) return 'inapplicable';
        const { length } = few.entries;
        return length >= owed ? [] : [finding('', `${owed} entries`, `${length}`)];
      }),
    }),
    requirement({
      id: id('verbose-selects-the-same'),
      level: 'MUST',
      clause: LISTED,
      statement: 'Verbose values come in the same events at the same places.',
      cause: 'verbose takes another code path, which drops or moves events.',
      fix: 'Let it change how values are written and nothing else.',
      probes: [renderings],
      relation: against(2, (all, verbose) =>
        differing('', places(all.entries), places(verbose.entries)),
      ),
    }),
    ...selections(operation, { clause: LISTED, at }),
    ...throughInterfaces(operation, { clause: LISTED, at }),
    ...snapshots(operation, ledger.operation('updates'), {
      clause: LISTED,
      // That they are in the list too, only the documents of the releases say.
      unfinished: 'SHOULD',
      at,
    }),
    ...refusals(operation, [
      ...refusedOfBoth(LISTED, at),
      {
        name: 'two-formats-refused',
        clause: LISTED,
        statement:
          'The older pair of filter and verbose beside an event format is refused with INVALID_ARGUMENT.',
        cause: 'One of the two forms wins in silence.',
        fix: 'Ask for exactly one of eventFormat and the older pair, and answer 400 INVALID_ARGUMENT when both are there.',
        sends: 'an event format and the older filter',
        status: 400,
        codes: ['INVALID_ARGUMENT'],
        asks: (f) => [withOlder(f, eventsOf(f.parties))],
      },
      ...(ledger.version === '3.4' ? [] : [NO_FORMAT, PACKAGE_ID]),
    ]),
  ] satisfies Requirement[];
};

/** The document of 3.4 wants the member, so that leaving it out is a misfit there. */
const NO_FORMAT = {
  name: 'no-format-refused',
  clause: LISTED,
  statement:
    'A request with neither an event format nor the older pair is refused with INVALID_ARGUMENT.',
  cause: 'No format is taken for everything that the token may see.',
  fix: 'Answer 400 INVALID_ARGUMENT, so that nobody reads all by mistake.',
  sends: 'a request without any format',
  status: 400,
  codes: ['INVALID_ARGUMENT'],
  asks: (f: Fixtures) => [{ query: { limit: limitFor(f) }, json: { activeAtOffset: endOf(f) } }],
} as const;

const PACKAGE_ID = {
  name: 'package-id-in-filter-refused',
  level: 'SHOULD',
  clause: LISTED,
  statement:
    'From 3.5 on a filter names packages by name: a package id is refused with INVALID_FIELD.',
  cause: 'The way of 3.4, which takes package ids with a warning in its log, was kept.',
  fix: 'Refuse what does not begin with # by 400 INVALID_FIELD, and tell the form #package-name:Module:Entity.',
  sends: 'a template filter with a package id in place of the name',
  status: 400,
  codes: ['INVALID_FIELD'],
  needs: 'contracts',
  asks: (f: Fixtures) => [
    at(f, endOf(f), eventsOfTemplates(f.parties, [f.contracts[0]?.templateId ?? ''])),
  ],
} as const;

function withOlder(f: Fixtures, eventFormat: EventFormat): Parts {
  const { query, json } = at(f, endOf(f), eventFormat);
  return {
    query: query ?? {},
    json: { ...Object(json), filter: { filtersByParty: eventFormat.filtersByParty } },
  };
}

function judged(
  { response: { status, body } }: CompleteExchange,
  check: (entries: readonly Entry[]) => readonly Finding[],
): CheckResult {
  if (status !== 200) return undefined;
  const entries = entriesOf(body);
  return entries.length === 0 ? 'inapplicable' : check(entries);
}

function late(entries: readonly Entry[], offset: number): readonly Finding[] {
  const found = entries.find(({ created }) => Number(created['offset']) > offset);
  return found === undefined
    ? []
    : [finding('/createdEvent/offset', `at most ${offset}`, describe(found.created['offset']))];
}

function parties(entries: readonly Entry[], asking: readonly string[]): readonly Finding[] {
  for (const { created } of entries) {
    const stranger = strings(created, 'witnessParties').find((party) => !asking.includes(party));
    if (stranger !== undefined)
      return [finding('/createdEvent/witnessParties', 'parties of the request', stranger)];
    if (strings(created, 'signatories').length === 0)
      return [finding('/createdEvent/signatories', 'at least one', 'none')];
  }
  return [];
}

function keysOf({ entries }: { readonly entries: readonly Entry[] }): readonly string[] {
  return entries.map(({ key }) => key);
}

function places(entries: readonly Entry[]): readonly string[] {
  return entries
    .map(({ key, created }) => `${key} ${created['offset']} ${created['nodeId']}`)
    .sort();
}
