/** What is told of one contract by its id: its events, and its data. */
import {
  type CheckResult,
  type CompleteExchange,
  call,
  describe,
  type Exchange,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  sent,
} from '../../src/index.ts';
import { expects200 } from '../answers.ts';
import { entriesOf } from './active-entries.ts';
import { difference } from './alike.ts';
import { archivedAsTold, archivedContract } from './archived-contracts.ts';
import { across, ownProbe, type Refusal, refusals, row } from './asking.ts';
import { bytesAreBase64 } from './base64.ts';
import type { Area } from './chapter.ts';
import { ABSENT, eventsOf } from './formats.ts';
import { member, string, strings } from './members.ts';
import { sharedProbes } from './probes.ts';
import { activeContracts, lookAgain } from './still-listed.ts';
import { shownTo } from './update-lookups.ts';

const EVENTS = 'events-of-a-contract-are-found';
const CONTRACT = 'contract-is-found-by-id';

/** What a contract is, wherever it is told; its place in the history and its blob depend on the request. */
const OF_THE_CONTRACT = [
  ...['contractId', 'templateId', 'createArgument', 'contractKey', 'signatories', 'createdAt'],
  'packageName',
];

/** Requirements on the look-ups of one contract. */
export const contracts: Area = (ledger) => {
  const events = ledger.operation('events-by-contract-id');
  const contract = ledger.operation('contract-by-id');
  const good = sharedProbes(events)?.good as Probe;
  const active = sameContract(events, (contractId, parties) => ({
    contractId,
    eventFormat: eventsOf(parties),
  }));
  const data = sameContract(contract, (contractId, queryingParties) => ({
    contractId,
    queryingParties,
  }));
  const archived = archivedContract(ledger);
  const stranger = ownProbe(events, 'stranger-asks', {
    sends: 'a contract that is known, asked for by a party that nobody has',
    wrong: 'identifier',
    caseGroups: ({ contracts: [known] }) => [
      row(
        'known',
        call(events, {
          json: { contractId: known?.contractId ?? '', eventFormat: eventsOf([ABSENT.party]) },
        }),
      ),
    ],
  });

  return [
    requirement({
      id: 'ledger/events-by-contract-id/created-event-is-the-listed-one',
      level: 'MUST',
      clause: EVENTS,
      statement:
        'The created event of an active contract is the one that the list of active contracts holds.',
      cause:
        'Events and active contracts live in two tables and are encoded twice, so that arguments, signatories or times differ.',
      fix: 'Encode created events by one function, from one record.',
      probes: [active],
      relation: (exchanges) => asListed(exchanges, 'created', 'createdEvent'),
    }),
    requirement({
      id: 'ledger/events-by-contract-id/strangers-do-not-find-it',
      level: 'MUST',
      clause: EVENTS,
      statement: 'The events of a contract are not shown to a party that has no stake in it.',
      cause:
        'The events are found by the id alone, and the parties of the filter are not looked at.',
      fix: 'Answer 404 CONTRACT_EVENTS_NOT_FOUND unless one of them is a stakeholder.',
      withControl: true,
      probes: [stranger],
      check: ({ response: { status } }) => shownTo(status),
    }),
    requirement({
      id: 'ledger/events-by-contract-id/active-contract-is-not-archived',
      level: 'MUST',
      clause: EVENTS,
      statement: 'A contract that is active at an offset has no archived event up to there.',
      cause:
        'The archived event of another contract is joined to it, or the list is of an older offset than it says.',
      fix: 'Join by contract id, and list what is active at the offset that was asked about.',
      probes: [active],
      relation: ([, list, found]) => {
        if (list?.response.status !== 200 || found?.response.status !== 200) return undefined;
        const end = Number(member(sent(list.request), 'activeAtOffset'));
        const event = member(found.response.body, 'archived', 'archivedEvent');
        const isListed = entriesOf(list.response.body).some(
          (e) => e.contractId === contractOf(found),
        );
        if (!isListed) return 'inapplicable';
        return event !== undefined && Number(member(event, 'offset')) <= end
          ? [finding('/archived', `nothing up to ${end}`, describe(member(event, 'offset')))]
          : [];
      },
    }),
    requirement({
      id: 'ledger/events-by-contract-id/archived-event-is-the-one-of-the-updates',
      level: 'MUST',
      clause: EVENTS,
      statement:
        'Of a contract that an update archived both events are found, as the updates show them and on their synchronizers.',
      cause:
        'The look-up knows active contracts only, or forgets a contract or how it began when it is archived.',
      fix: 'Keep both events until they are pruned, and answer with both.',
      probes: [archived],
      relation: archivedAsTold,
    }),
    requirement({
      id: 'ledger/events-by-contract-id/witnesses-ask',
      level: 'MUST',
      clause: EVENTS,
      statement: 'The witnesses of the events are parties of the request.',
      cause: 'All stakeholders are named, whoever asks.',
      fix: 'Keep in witnessParties only the parties that the filter of the request names.',
      probes: [good],
      check: ({ request, response: { status, body } }) => {
        if (status !== 200) return undefined;
        const asking = Object(member(sent(request), 'eventFormat', 'filtersByParty')) as object;
        const witnesses = strings(body, 'created', 'createdEvent', 'witnessParties');
        const other = witnesses.find((party) => !Object.hasOwn(asking, party));
        const at = '/created/createdEvent/witnessParties';
        return other === undefined ? [] : [finding(at, 'parties of the request', other)];
      },
    }),
    ...refusals(events, [
      ...refusedIds(EVENTS, 'CONTRACT_EVENTS_NOT_FOUND', (contractId, parties) => ({
        contractId,
        eventFormat: eventsOf(parties),
      })),
      {
        name: 'format-without-filters-refused',
        clause: EVENTS,
        statement:
          'A format that names neither parties nor a filter for any party is refused with INVALID_ARGUMENT.',
        cause: 'No filter is taken for all parties of the token, or for an empty answer.',
        fix: 'Ask for filtersByParty or filtersForAnyParty, and answer 400 INVALID_ARGUMENT when both are missing.',
        sends: 'a format without any filter',
        status: 400,
        codes: ['INVALID_ARGUMENT'],
        asks: ({ contracts: [one] }) => [
          { json: { contractId: one?.contractId, eventFormat: { verbose: false } } },
        ],
      },
    ]),
    requirement({
      id: 'ledger/contract-by-id/data-is-the-listed-one',
      level: 'MUST',
      clause: CONTRACT,
      statement: 'The data of an active contract is what the list of active contracts holds.',
      cause:
        'The look-up reads another store than the list, often a cache with values in another encoding.',
      fix: 'Answer with the created event as the list shows it.',
      probes: [data],
      relation: (exchanges) => asListed(exchanges, 'createdEvent'),
    }),
    bytesAreBase64(contract, CONTRACT, sharedProbes(contract)?.good as Probe, (body) => [
      string(body, 'createdEvent', 'createdEventBlob'),
    ]),
    ...refusals(contract, [
      ...refusedIds(CONTRACT, 'CONTRACT_PAYLOAD_NOT_FOUND', (contractId, queryingParties) => ({
        contractId,
        queryingParties,
      })),
      {
        name: 'strangers-do-not-find-it',
        clause: CONTRACT,
        statement:
          'For a party that has no stake in the contract it is refused with CONTRACT_PAYLOAD_NOT_FOUND.',
        cause: 'The contract is found by its id alone, and queryingParties are not looked at.',
        fix: 'Answer 404 CONTRACT_PAYLOAD_NOT_FOUND unless one of them is a stakeholder, so that nobody learns that it exists.',
        sends: 'a contract, asked for by a party without a stake in it',
        status: 404,
        codes: ['CONTRACT_PAYLOAD_NOT_FOUND'],
        notApplicableWhen: (f) =>
          f.contracts.length > 0 && withStranger(f) === undefined
            ? 'every readable party has a stake in every contract that was seen'
            : undefined,
        asks: (f) => [{ json: withStranger(f) }],
      },
    ]),
  ] satisfies Requirement[];
};

type Fixed = Parameters<Refusal['asks']>[0];
type Body = (contractId: string, parties: readonly string[]) => object;

/** A contract and a readable party that has no stake in it. */
function withStranger({ contracts: found, parties }: Fixed): object | undefined {
  for (const { contractId, stakeholders } of found) {
    const stranger = parties.find((party) => !stakeholders.includes(party));
    if (stranger !== undefined) return { contractId, queryingParties: [stranger] };
  }
  return undefined;
}

/** The list of active contracts, and then one of them by its id. */
function sameContract(operation: Operation, body: Body): Probe {
  return across(operation, 'as-listed', {
    sends: 'the end, the active contracts there, and one of them by its id',
    caseGroups: (f) => {
      const look = call(operation, { json: body(f.contracts[0]?.contractId ?? '', f.parties) });
      return [row('as-listed', ...lookAgain(operation, f, activeContracts(body), look))];
    },
  });
}

function contractOf({ request }: Exchange): string {
  return string(sent(request), 'contractId');
}

/** The created event at this path, member by member that of the list; nothing where the list has not got it. */
function asListed(
  [, list, found]: readonly CompleteExchange[],
  ...path: readonly string[]
): CheckResult {
  if (list?.response.status !== 200 || found === undefined) return undefined;
  const entry = entriesOf(list.response.body).find((e) => e.contractId === contractOf(found));
  if (entry === undefined) return 'inapplicable';
  if (found.response.status !== 200) return expects200(found.response.status);
  const event = member(found.response.body, ...path);
  return OF_THE_CONTRACT.flatMap((name) =>
    difference(
      entry.created[name] ?? undefined,
      member(event, name),
      `/${[...path, name].join('/')}`,
    ),
  ).slice(0, 1);
}

/** Ids that no contract has, and ids that none can have. */
function refusedIds(clause: string, code: string, body: Body): readonly Refusal[] {
  return [
    {
      name: 'unknown-contract-not-found',
      clause,
      statement: `A contract that nobody has is refused with ${code}.`,
      cause: 'A look-up without a result ends as 200 with empty members, or as an internal error.',
      fix: 'Answer 404 with the code of this operation.',
      sends: 'a well-formed id that no contract has',
      status: 404,
      codes: [code],
      asks: ({ parties }) => [{ json: body(ABSENT.contractId, parties) }],
    },
    {
      name: 'malformed-id-refused',
      clause,
      statement: 'A text that cannot be the id of a contract is refused with INVALID_FIELD.',
      cause: 'The text goes to the look-up unread, and is not found or makes it fail.',
      fix: 'Check the form of contract ids where the request is read (hex, 00 or 01 first), and answer 400 INVALID_FIELD.',
      sends: 'a text that cannot be the id of a contract',
      status: 400,
      codes: ['INVALID_FIELD'],
      asks: ({ parties }) => [{ json: body('assay-no-contract', parties) }],
    },
  ];
}
