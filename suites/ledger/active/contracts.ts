/** Active contracts, listed at once and in pages: one set of laws for both. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  type Operation,
  type Probe,
  sent,
} from '../../../src/index.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import type { Area, Ledger } from '../area.ts';
import { BASE64 } from '../laws/base64.ts';
import { type Change, QUERY_REJECTIONS, type Query } from '../laws/query-rejections.ts';
import { rejections } from '../laws/rejections.ts';
import type { Parts } from '../requests/asking.ts';
import { eventsOf, limitFor } from '../requests/formats.ts';
import { member, repeated, strings } from '../requests/members.ts';
import { endOf } from '../requests/offsets.ts';
import { sharedProbes } from '../requests/probes.ts';
import { type Entry, entriesOf } from './entries.ts';
import { bytesOfEntries, FORMAT_LAWS } from './formats.ts';
import { INTERFACE_LAWS } from './interfaces.ts';
import { LIMIT_LAWS } from './limits.ts';
import type { Listing } from './listing.ts';
import { PAGE_LAWS } from './pages.ts';
import { SNAPSHOT_LAWS } from './snapshots.ts';

const LAWS: readonly Law<Listing>[] = [
  {
    name: 'entries-exist-at-offset',
    level: 'MUST',
    clause: ({ clause }) => clause,
    statement: 'Each entry was created at or before the offset, and is listed once.',
    cause: 'The list shows the current end, or the lists of several synchronizers overlap.',
    fix: 'Read a snapshot at the offset; list each contract once.',
    test: good((entries, request) => [
      ...repeated(
        'the entries',
        entries.map(({ key }) => key),
      ),
      ...late(entries, Number(member(request, 'activeAtOffset'))),
    ]),
  },
  {
    name: 'witnesses-are-requested-parties',
    level: 'MUST',
    clause: 'event-formats-select-contracts',
    statement: 'Each entry has signatories, and only parties of the request as witnesses.',
    cause: 'Events lose members, or have all stakeholders as witnesses.',
    fix: 'Send events complete; keep only parties of the filter as witnesses.',
    test: good((entries, request) =>
      witnesses(entries, Object.keys(Object(member(request, 'eventFormat', 'filtersByParty')))),
    ),
  },
  ...FORMAT_LAWS,
  { ...BASE64, clause: ({ clause }) => clause, test: bytesOfEntries },
  ...INTERFACE_LAWS,
  ...SNAPSHOT_LAWS,
];

/** Laws of active contracts. Pages exist from 3.5 on. */
export const activeContracts: Area = (ledger) => {
  const list = listingOf(ledger, 'active-contracts', (f) => ({ query: { limit: limitFor(f) } }));
  const pages = ledger.has('active-contracts-page')
    ? [listingOf(ledger, 'active-contracts-page', () => ({}))]
    : [];
  const all = [list, ...pages];
  const idOf = ({ operation }: { readonly operation: Operation }) => `ledger/${operation.name}`;
  return [
    ...requirementsOf(LAWS, all, idOf),
    ...requirementsOf(LIMIT_LAWS, [{ ...list, version: ledger.version }], idOf),
    ...requirementsOf(
      PAGE_LAWS,
      pages.map((page) => ({ ...page, list: list.operation, ledger })),
      idOf,
    ),
    ...rejections(
      QUERY_REJECTIONS,
      all.map((listing) => queryOf(ledger, listing)),
    ),
  ];
};

function listingOf(
  ledger: Ledger,
  name: 'active-contracts' | 'active-contracts-page',
  query: (f: Parameters<Listing['at']>[0]) => Parts,
): Listing {
  const isPaged = name === 'active-contracts-page';
  return {
    operation: ledger.operation(name),
    updates: ledger.operation('updates'),
    isPaged,
    clause: isPaged ? 'active-contracts-come-in-pages' : 'active-contracts-are-listed',
    at: (f, activeAtOffset, eventFormat) => ({
      ...query(f),
      json: { activeAtOffset, eventFormat },
    }),
  };
}

function queryOf({ version }: Ledger, { operation, isPaged, at }: Listing): Query {
  return {
    operation,
    version,
    bounds: ['offset'],
    forms: isPaged ? ['events', 'pages'] : ['events', 'older'],
    tokenCodes: ['INVALID_FIELD'],
    request: (f, { offset = endOf(f), events = eventsOf(f.parties), ...more }: Change) => {
      const { query = {}, json } = at(f, offset, events ?? {});
      const body = { ...Object(json), eventFormat: events ?? undefined };
      const { olderFilter: filter, token: pageToken, size = isPaged ? 10 : undefined } = more;
      return { query, json: { ...body, filter, pageToken, maxPageSize: size } };
    },
  };
}

/** Judges the entries of every accepted request of the shared probe. */
function good(
  check: (entries: readonly Entry[], request: unknown) => readonly Finding[],
): Law<Listing>['test'] {
  return ({ operation }) => ({
    probes: [sharedProbes(operation)?.good as Probe],
    check: ({ request, response: { status, body } }: CompleteExchange): CheckResult => {
      if (status !== 200) return undefined;
      const entries = entriesOf(body);
      return entries.length === 0 ? 'inapplicable' : check(entries, sent(request));
    },
  });
}

function late(entries: readonly Entry[], offset: number): readonly Finding[] {
  const found = entries.find(({ created }) => Number(created['offset']) > offset);
  return found === undefined
    ? []
    : [finding('/createdEvent/offset', `at most ${offset}`, describe(found.created['offset']))];
}

function witnesses(entries: readonly Entry[], parties: readonly string[]): readonly Finding[] {
  for (const { created } of entries) {
    const other = strings(created, 'witnessParties').find((party) => !parties.includes(party));
    if (other !== undefined)
      return [finding('/createdEvent/witnessParties', 'parties of the request', other)];
    if (strings(created, 'signatories').length === 0)
      return [finding('/createdEvent/signatories', 'at least one', 'none')];
  }
  return [];
}
