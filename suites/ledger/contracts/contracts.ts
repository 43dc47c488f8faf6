/** The lookups of one contract by its id: its events, and its data. */
import type { Call, CallParts, CheckResult, Exchange, Fixtures, Step } from '../../../src/kit.ts';
import { between, call, describe, worded } from '../../../src/kit.ts';
import type { From, Hole } from '../../kit/chapters/template.ts';
import { member, strings } from '../../kit/json.ts';
import { type Received, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { FoundContract } from '../fixtures.ts';
import { ABSENT } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { when } from '../requests/offsets.ts';
import { CONTRACT, EVENTS, EVENTS_WITH_VIEWS } from '../requests/requests-history.ts';
import { lookAgain } from '../requests/still-listed.ts';
import { entriesIn } from '../responses/entries.ts';
import { sameView } from '../responses/views.ts';
import { createdIn } from './contract-contents.ts';

/** True for the lookup of the events of a contract, false for that of its data. */
const isEvents = (name: string): boolean => name === 'events-by-contract-id';

/** The list of active contracts, and then one of them by its id. */
function contractAsListed({ fixtures: f, operation }: From): readonly Step[] {
  const listed = isEvents(operation.name) ? EVENTS_WITH_VIEWS : CONTRACT;
  const known = ({ stakeholders }: FoundContract): readonly string[] =>
    stakeholders.filter((party) => f.parties.includes(party));
  // The contract with most stakeholders most likely has observers.
  const [most] = f.contracts.toSorted(
    (a, b) => known(b).length - known(a).length || b.stakeholders.length - a.stakeholders.length,
  );
  const look = (parties: readonly string[]): Call =>
    call(operation, listed.look(most?.contractId ?? '', { ...f, parties }));
  // Signatories come first, so that the last stakeholder most likely is an observer.
  const last = most === undefined ? [] : known(most).slice(-1);
  const again = lookAgain(operation, f, listed, look(f.parties));
  return isEvents(operation.name) ? again : [...again, look(last)];
}

/** A contract and a party without a stake in it; `undefined` if there are none. */
const unrelated = ({ contracts, parties }: Fixtures): CallParts | undefined =>
  contracts
    .flatMap(({ contractId, stakeholders }) => {
      const other = parties.find((party) => !stakeholders.includes(party));
      return other === undefined ? [] : [CONTRACT.look(contractId, { parties: [other] })];
    })
    .at(0);

export const allHaveStakes: ReturnType<typeof when> = when(
  'every readable party has a stake in every contract that was seen',
  (f) => f.contracts.length > 0 && unrelated(f) === undefined,
);

export const LOOKUP_HOLES: Readonly<Record<string, Hole>> = {
  contractAsListed,
  eventsOfOthers: ({ fixtures: { contracts }, operation }) => [
    call(operation, EVENTS.look(contracts[0]?.contractId ?? '', { parties: [ABSENT.party] })),
  ],
  contractOfOthers: ({ fixtures, operation }) => [
    call(operation, unrelated(fixtures) ?? { json: {} }),
  ],
};

/** Members that differ: the lookup shows no event, and the package of the contract. */
const NOT_OF_CONTRACTS = [
  ...['offset', 'nodeId', 'createdEventBlob', 'interfaceViews', 'acsDelta'],
  ...['witnessParties', 'representativePackageId'],
];
/** Members that a reassignment changes: the list shows the last activation, the events show the first. */
const MOVED = ['offset', 'nodeId', 'witnessParties', 'representativePackageId'];

/** The entry of the list for the contract that was looked up. */
function entryOf(list: Exchange, found: Exchange) {
  return entriesIn(list)?.find((entry) => entry.contractId === sentMembers(found)['contractId']);
}

function createdEventMatchesList(_: Received, list: Received, found: Received): CheckResult {
  if (list?.response.status !== 200 || found === undefined) return undefined;
  const entry = entryOf(list, found);
  if (entry === undefined) return 'inapplicable';
  const both = [list, found];
  if (found.response.status !== 200) return between(both, expects200(found.response.status));
  const { name } = found.request.operation;
  const created = createdIn(name);
  const event = member(found.response.body, ...created);
  const isFirst = entry.active && entry.counter === 0;
  const except = !isEvents(name) ? NOT_OF_CONTRACTS : isFirst ? [] : MOVED;
  const at = `/${created.join('/')}` as const;
  return between(both, sameView(found, 'CreatedEvent', entry.created, event, { at, except }));
}

/** Each stakeholder finds the contract. */
function isFoundForEach(
  _: Received,
  list: Received,
  found: Received,
  alone: Received,
): CheckResult {
  if (!found || !alone || found.response.status !== 200) return undefined;
  const [one, other] = [found, alone].map(sentMembers);
  if (strings(other, 'queryingParties').length === 0) return 'inapplicable';
  const isListed = list !== undefined && entryOf(list, found) !== undefined;
  return isListed && one?.['contractId'] === other?.['contractId']
    ? between([found, alone], expects200(alone.response.status))
    : undefined;
}

/** A contract that is active at the end has no archival up to there. */
function hasNoArchival(_: Received, list: Received, found: Received): CheckResult {
  if (list?.response.status !== 200 || found?.response.status !== 200) return undefined;
  if (entryOf(list, found) === undefined) return 'inapplicable';
  const end = Number(sentMembers(list)['activeAtOffset']);
  const archived = member(found.response.body, 'archived', 'archivedEvent');
  const offset = member(archived, 'offset');
  const isLater = archived === undefined || !(Number(offset) <= end);
  return between(
    [list, found],
    unless(isLater, '/archived', worded`no archival up to offset ${end}`, describe(offset)),
  );
}

export const CONTRACT_LOOKUP_CHECKS = { createdEventMatchesList, isFoundForEach, hasNoArchival };
