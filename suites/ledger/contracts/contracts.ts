/** The lookups of one contract by its id: its events, and its data. */
import type { Call, CallParts, Exchange, Fixtures, Operation } from '../../../src/kit.ts';
import { between, call, describe, worded } from '../../../src/kit.ts';
import { member, strings } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { expects200 } from '../../kit/statuses.ts';
import type { Area, Ledger } from '../area.ts';
import type { FoundContract } from '../fixtures.ts';
import { across, hides, lawsOf } from '../laws/forms.ts';
import { ABSENT } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import { when } from '../requests/offsets.ts';
import { CONTRACT, EVENTS, EVENTS_WITH_VIEWS } from '../requests/requests-history.ts';
import { type Listed, lookAgain } from '../requests/still-listed.ts';
import { entriesIn } from '../responses/entries.ts';
import { sameView } from '../responses/views.ts';
import { rulesIn } from '../rules.ts';
import { createdIn } from './contract-contents.ts';

const rule = rulesIn('4.2-contracts', 'contracts/contracts.ts');

interface Lookup {
  readonly operation: Operation;
  readonly clause: string;
  readonly listed: Listed;
  /** The same, compared with the list member by member. */
  readonly compared: Listed;
  /** A contract and parties without a stake in it; `undefined` if there are none. */
  readonly unrelated: (f: Fixtures) => CallParts | undefined;
}

const lookupsIn = (ledger: Ledger): readonly Lookup[] => [
  {
    operation: ledger.operation('events-by-contract-id'),
    clause: 'events-of-a-contract-are-found',
    listed: EVENTS,
    compared: EVENTS_WITH_VIEWS,
    unrelated: ({ contracts: [known] }) =>
      EVENTS.look(known?.contractId ?? '', { parties: [ABSENT.party] }),
  },
  {
    operation: ledger.operation('contract-by-id'),
    clause: 'contract-is-found-by-id',
    listed: CONTRACT,
    compared: CONTRACT,
    unrelated: ({ contracts: found, parties }) =>
      found
        .flatMap(({ contractId, stakeholders }) => {
          const other = parties.find((party) => !stakeholders.includes(party));
          return other === undefined ? [] : [CONTRACT.look(contractId, { parties: [other] })];
        })
        .at(0),
  },
];

export const contracts: Area = (ledger) => lawsOf(LAWS, ...lookupsIn(ledger));

/** True for the lookup of the events of a contract, false for that of its data. */
const isEvents = ({ operation }: Pick<Lookup, 'operation'>): boolean =>
  operation.name === 'events-by-contract-id';

/** The list of active contracts, and then one of them by its id. */
const asListed = once(({ operation, compared: listed }: Lookup) =>
  across(operation, 'as-listed', {
    sends:
      'the ledger end, the active contracts at it, and one of them by its id, also for a single stakeholder',
    steps: (f) => {
      const known = ({ stakeholders }: FoundContract): readonly string[] =>
        stakeholders.filter((party) => f.parties.includes(party));
      // The contract with most stakeholders most likely has observers.
      const [most] = f.contracts.toSorted(
        (a, b) =>
          known(b).length - known(a).length || b.stakeholders.length - a.stakeholders.length,
      );
      const look = (parties: readonly string[]): Call =>
        call(operation, listed.look(most?.contractId ?? '', { ...f, parties }));
      // Signatories come first, so that the last stakeholder most likely is an observer.
      const last = most === undefined ? [] : known(most).slice(-1);
      const again = lookAgain(operation, f, listed, look(f.parties));
      return isEvents({ operation }) ? again : [...again, look(last)];
    },
  }),
);

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

const LAWS: readonly Law<Lookup>[] = [
  rule('created-event-matches-list', {
    on: asListed,
    relation: ([, list, found], lookup) => {
      if (list?.response.status !== 200 || found === undefined) return undefined;
      const entry = entryOf(list, found);
      if (entry === undefined) return 'inapplicable';
      const both = [list, found];
      if (found.response.status !== 200) return between(both, expects200(found.response.status));
      const created = createdIn(lookup.operation.name);
      const event = member(found.response.body, ...created);
      const isFirst = entry.active && entry.counter === 0;
      const except = !isEvents(lookup) ? NOT_OF_CONTRACTS : isFirst ? [] : MOVED;
      const at = `/${created.join('/')}` as const;
      const result = sameView(found, 'CreatedEvent', entry.created, event, { at, except });
      return between(both, result);
    },
  }),
  rule('hides-from-unrelated-party', {
    test: ({ operation, unrelated }) =>
      hides(operation, {
        sends: 'a known contract, for a party without a stake in it',
        notApplicableWhen: when(
          'every readable party has a stake in every contract that was seen',
          (f) => f.contracts.length > 0 && unrelated(f) === undefined,
        ),
        calls: (f) => [call(operation, unrelated(f) ?? { json: {} })],
      }),
  }),
  rule('each-stakeholder-finds-contract', {
    appliesTo: (one) => !isEvents(one),
    on: asListed,
    relation: ([, list, found, alone]) => {
      if (!found || !alone || found.response.status !== 200) return undefined;
      const [one, other] = [found, alone].map(sentMembers);
      if (strings(other, 'queryingParties').length === 0) return 'inapplicable';
      const isListed = list !== undefined && entryOf(list, found) !== undefined;
      return isListed && one?.['contractId'] === other?.['contractId']
        ? between([found, alone], expects200(alone.response.status))
        : undefined;
    },
  }),
  rule('active-contract-has-no-archival', {
    appliesTo: isEvents,
    on: asListed,
    relation: ([, list, found]) => {
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
    },
  }),
];
