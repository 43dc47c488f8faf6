/** Rules for every response with updates: relations between its members, and to its request. */
import { finding, type Operation, type Probe } from '../../../src/kit.ts';
import { isObject, member, strings } from '../../kit/json.ts';
import { noOther } from '../../kit/judges.ts';
import { type Check, checked, type Law, must, ofAnyTraffic, type Test } from '../../kit/law.ts';
import {
  EVENTS_MATCH,
  eventsFollowShape,
  eventsMatch,
  formatOf,
  inOrder,
  onlyIncludedKinds,
} from '../laws/list-contents.ts';
import { variantsIn } from '../requests/members.ts';
import { eachUpdate, eventsIn } from '../responses/shown-updates.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-updates', 'updates/laws.ts');

/** An operation that shows updates. */
export interface Shows {
  readonly operation: Operation;
  /** The clause that promises these updates. */
  readonly clause: string;
  readonly probes: readonly Probe[];
  /** A list from which filters remove most updates. */
  readonly filtered?: Probe;
}

/** Judges each response that shows updates. */
export const shown = (check: Check): ((subject: Shows) => Test) =>
  checked(({ probes }) => probes, check);

/** Rules for lists, pages and lookups. */
export const SHOWN_LAWS: readonly Law<Shows>[] = [
  rule('only-included-kinds', {
    test: ofAnyTraffic(shown(onlyIncludedKinds)),
  }),
  rule('events-follow-shape', {
    test: ofAnyTraffic(shown(eventsFollowShape)),
  }),
  rule('witnesses-are-requested-parties', {
    test: ofAnyTraffic(
      shown(
        eachUpdate((update, exchange) => {
          const { includeTransactions, includeReassignments } = formatOf(exchange);
          const isTransaction = update.kind === 'Transaction';
          const events = isTransaction
            ? member(includeTransactions, 'eventFormat')
            : update.kind === 'Reassignment' && includeReassignments;
          const parties = member(events, 'filtersByParty');
          if (!isObject(parties) || member(events, 'filtersForAnyParty')) return undefined;
          return eventsIn(update).flatMap(({ value }) => {
            const witnesses = strings(value, 'witnessParties');
            if (isTransaction && witnesses.length === 0)
              return [finding('/witnessParties', 'a party of the request', 'none')];
            const other = witnesses.find((party) => !(party in parties));
            return noOther(other, '/witnessParties', 'only parties of the request');
          });
        }),
      ),
    ),
  }),
  rule('topology-events-name-requested-parties', {
    // Lookups are of updates that the parties of the request see.
    appliesTo: ({ operation }) => !operation.name.includes('-by-'),
    test: ofAnyTraffic(
      shown(
        eachUpdate(({ kind, value }, exchange) => {
          if (kind !== 'TopologyTransaction') return undefined;
          const authorizations = ['includeTopologyEvents', 'includeParticipantAuthorizationEvents'];
          const parties = strings(member(formatOf(exchange), ...authorizations), 'parties');
          if (parties.length === 0) return undefined;
          return variantsIn(value['events'], 'event').flatMap(({ value: { partyId } }) => {
            const isRequested = parties.includes(`${partyId}`);
            return noOther(isRequested ? undefined : partyId, '/partyId', 'a party of the request');
          });
        }),
      ),
    ),
  }),
  must('events-match-their-transaction', {
    ...EVENTS_MATCH,
    test: ofAnyTraffic(shown(eventsMatch)),
  }),
];

/** The rule for lists and pages. */
export const ORDER_LAW: Law<Shows> = rule('offsets-in-order', {
  test: ofAnyTraffic(shown(inOrder)),
});
