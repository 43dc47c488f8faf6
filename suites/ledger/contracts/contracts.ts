/** The lookups of one contract by its id: its events, and its data. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  type Fixtures,
  finding,
  type Operation,
  type Probe,
  sent,
} from '../../../src/index.ts';
import { expects200 } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { entriesOf } from '../active/entries.ts';
import type { Area, Ledger } from '../area.ts';
import { BASE64, base64Check } from '../laws/base64.ts';
import { QUERY_REJECTIONS } from '../laws/query-rejections.ts';
import { type Rejection, rejections } from '../laws/rejections.ts';
import { difference } from '../requests/alike.ts';
import { across, ownProbe, type Parts, row } from '../requests/asking.ts';
import { ABSENT, eventsOf } from '../requests/formats.ts';
import { member, string, strings } from '../requests/members.ts';
import { sharedProbes } from '../requests/probes.ts';
import { activeContracts, lookAgain } from '../requests/still-listed.ts';
import { shownTo } from '../updates/lookups.ts';
import { archivedContract, matchesUpdates } from './archived-contracts.ts';

interface Lookup {
  readonly ledger: Ledger;
  readonly operation: Operation;
  readonly clause: string;
  /** The code for a contract that is not found. */
  readonly unknown: string;
  /** Where the response has the created event. */
  readonly created: readonly string[];
  readonly body: (contractId: string, parties: readonly string[]) => object;
  /** A contract and parties that have no stake in it; `undefined` where there are none. */
  readonly unrelated: (f: Fixtures) => object | undefined;
}

function lookups(ledger: Ledger): readonly [events: Lookup, contract: Lookup] {
  const events = (contractId: string, parties: readonly string[]): object => ({
    contractId,
    eventFormat: eventsOf(parties),
  });
  const contract = (contractId: string, queryingParties: readonly string[]): object => ({
    contractId,
    queryingParties,
  });
  return [
    {
      ledger,
      operation: ledger.operation('events-by-contract-id'),
      clause: 'events-of-a-contract-are-found',
      unknown: 'CONTRACT_EVENTS_NOT_FOUND',
      created: ['created', 'createdEvent'],
      body: events,
      unrelated: ({ contracts: [known] }) => events(known?.contractId ?? '', [ABSENT.party]),
    },
    {
      ledger,
      operation: ledger.operation('contract-by-id'),
      clause: 'contract-is-found-by-id',
      unknown: 'CONTRACT_PAYLOAD_NOT_FOUND',
      created: ['createdEvent'],
      body: contract,
      unrelated: ({ contracts: found, parties }) => {
        for (const { contractId, stakeholders } of found) {
          const other = parties.find((party) => !stakeholders.includes(party));
          if (other !== undefined) return contract(contractId, [other]);
        }
        return undefined;
      },
    },
  ];
}

export const contracts: Area = (ledger) => {
  const both = lookups(ledger);
  const query = {
    operation: both[0].operation,
    version: ledger.version,
    bounds: [],
    forms: ['events'],
    request: ({ contracts: [one] }: Fixtures, { events }: { readonly events?: object | null }) => ({
      json: { contractId: one?.contractId, eventFormat: events },
    }),
  } as const;
  return [
    ...requirementsOf(LAWS, both, ({ operation }) => `ledger/${operation.name}`),
    ...rejections(REJECTIONS, both),
    ...rejections(
      QUERY_REJECTIONS.filter(({ name }) => name === 'format-without-filters'),
      [query],
    ),
  ];
};

/** The list of active contracts, and then one of them by its id. */
const asListed = once(({ operation, body }: Lookup) =>
  across(operation, 'as-listed', {
    sends: 'the ledger end, the active contracts there, and one of them by its id',
    caseGroups: (f) => {
      const look = call(operation, { json: body(f.contracts[0]?.contractId ?? '', f.parties) });
      return [row('as-listed', ...lookAgain(operation, f, activeContracts(body), look))];
    },
  }),
);

const good = ({ operation }: Lookup): Probe => sharedProbes(operation)?.good as Probe;
const isEvents = ({ created }: Lookup): boolean => created.length > 1;
const clause = (lookup: Lookup): string => lookup.clause;

const LAWS: readonly Law<Lookup>[] = [
  {
    name: 'created-event-matches-list',
    level: 'MUST',
    clause,
    statement: 'The created event of an active contract is the one in the list.',
    cause: 'The lookup reads another store than the list, or encodes values differently.',
    fix: 'Encode created events by one function, from one record.',
    test: (lookup) => ({
      probes: [asListed(lookup)],
      relation: (exchanges) => createdAsListed(exchanges, lookup.created),
    }),
  },
  {
    name: 'hides-from-unrelated-party',
    level: 'MUST',
    clause,
    statement: 'A contract is not shown to a party that has no stake in it.',
    cause: 'The contract is found by its id alone; the parties of the request are ignored.',
    fix: 'Respond with 404 unless one of the parties is a stakeholder.',
    test: ({ operation, unrelated }) => ({
      withControl: true,
      probes: [
        ownProbe(operation, 'unrelated-party', {
          sends: 'a known contract, for a party that has no stake in it',
          wrong: 'identifier',
          notApplicableWhen: (f) =>
            f.contracts.length > 0 && unrelated(f) === undefined
              ? 'every readable party has a stake in every contract that was seen'
              : undefined,
          caseGroups: (f) => [row('known', call(operation, { json: unrelated(f) ?? {} }))],
        }),
      ],
      check: ({ response: { status } }) => shownTo(status),
    }),
  },
  {
    name: 'active-contract-has-no-archival',
    level: 'MUST',
    clause,
    statement: 'A contract that is active at an offset has no archived event up to there.',
    cause: 'The event belongs to another contract, or the list shows an older offset.',
    fix: 'Join events by contract id; list what is active at the offset of the request.',
    appliesTo: isEvents,
    test: (lookup) => ({ probes: [asListed(lookup)], relation: notArchived }),
  },
  {
    name: 'archived-contract-matches-updates',
    level: 'MUST',
    clause,
    statement: 'Both events of an archived contract are those in the updates.',
    cause: 'The lookup knows active contracts only, or loses an event on archival.',
    fix: 'Keep both events until they are pruned; respond with both.',
    appliesTo: isEvents,
    test: ({ ledger }) => ({ probes: [archivedContract(ledger)], relation: matchesUpdates }),
  },
  {
    name: 'witnesses-are-requested-parties',
    level: 'MUST',
    clause: 'event-formats-select-contracts',
    statement: 'The witnesses of an event are parties of the request.',
    cause: 'All stakeholders are witnesses, whatever the request.',
    fix: 'Keep only the parties of the filter in witnessParties.',
    appliesTo: isEvents,
    test: (lookup) => ({
      probes: [good(lookup)],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const parties = Object(member(sent(request), 'eventFormat', 'filtersByParty')) as object;
        const witnesses = strings(body, ...lookup.created, 'witnessParties');
        const other = witnesses.find((party) => !Object.hasOwn(parties, party));
        const at = '/created/createdEvent/witnessParties';
        return other === undefined ? [] : [finding(at, 'parties of the request', other)];
      },
    }),
  },
  {
    ...BASE64,
    clause,
    appliesTo: (lookup) => !isEvents(lookup),
    test: (lookup) => ({
      probes: [good(lookup)],
      check: base64Check((body) => [string(body, ...lookup.created, 'createdEventBlob')]),
    }),
  },
];

const REJECTIONS: readonly Rejection<Lookup>[] = [
  {
    name: 'unknown-contract',
    level: 'MUST',
    clause,
    statement: 'The lookup of an unknown contract is rejected.',
    cause: 'A lookup without a result ends as 200 with empty members, or as an internal error.',
    fix: 'Respond with 404 and the code of this operation.',
    sends: 'a well-formed id that no contract has',
    status: 404,
    codes: ({ unknown }) => [unknown],
    requests: ({ body }, { parties }) => [{ json: body(ABSENT.contractId, parties) } as Parts],
  },
  {
    name: 'malformed-contract-id',
    level: 'SHOULD',
    clause: 'refusals-name-their-reason',
    statement: 'A lookup with a malformed contract id is rejected.',
    cause: 'The id is looked up unchecked, and is not found or causes a failure.',
    fix: 'Check the form of the id first (hex, begins with 00 or 01); respond with 400 INVALID_FIELD.',
    sends: 'a string that is no contract id',
    status: 400,
    codes: ['INVALID_FIELD'],
    requests: ({ body }, { parties }) => [{ json: body('assay-no-contract', parties) } as Parts],
  },
];

/** What belongs to a contract everywhere; its place in the history and its blob depend on the request. */
const OF_THE_CONTRACT = [
  ...['contractId', 'templateId', 'createArgument', 'contractKey', 'signatories', 'createdAt'],
  'packageName',
];

function contractOf({ request }: Exchange): string {
  return string(sent(request), 'contractId');
}

/** The created event at this path, member by member that of the list, if the list has it. */
function createdAsListed(
  [, list, found]: readonly CompleteExchange[],
  path: readonly string[],
): CheckResult {
  if (list?.response.status !== 200 || found === undefined) return undefined;
  const entry = entriesOf(list.response.body).find((e) => e.contractId === contractOf(found));
  if (entry === undefined) return 'inapplicable';
  if (found.response.status !== 200) return expects200(found.response.status);
  const event = member(found.response.body, ...path);
  return OF_THE_CONTRACT.flatMap((name) => {
    const at = `/${[...path, name].join('/')}`;
    return difference(entry.created[name] ?? undefined, member(event, name), at);
  }).slice(0, 1);
}

function notArchived([, list, found]: readonly CompleteExchange[]): CheckResult {
  if (list?.response.status !== 200 || found?.response.status !== 200) return undefined;
  const end = Number(member(sent(list.request), 'activeAtOffset'));
  const isListed = entriesOf(list.response.body).some((e) => e.contractId === contractOf(found));
  if (!isListed) return 'inapplicable';
  const archived = member(found.response.body, 'archived', 'archivedEvent');
  const offset = member(archived, 'offset');
  return archived !== undefined && Number(offset) <= end
    ? [finding('/archived', `nothing up to ${end}`, describe(offset))]
    : [];
}
