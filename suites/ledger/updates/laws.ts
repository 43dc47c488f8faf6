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

const FOLLOW = 'updates-follow-their-filters';

/** Rules for lists, pages and lookups. */
export const SHOWN_LAWS: readonly Law<Shows>[] = [
  must('only-included-kinds', FOLLOW, {
    statement: 'A response shows only kinds of updates that the request includes.',
    cause: 'A kind outside the format is shown, often topology events or reassignments.',
    fix: 'Show a kind only where the request has its include member.',
    test: ofAnyTraffic(shown(onlyIncludedKinds)),
  }),
  must('events-follow-shape', FOLLOW, {
    statement:
      'A delta has only created and archived events, effects have only created and exercised ones.',
    cause: 'The shape of the request is ignored, and a default is used.',
    fix: 'Make events by the transactionShape of the request.',
    test: ofAnyTraffic(shown(eventsFollowShape)),
  }),
  must('witnesses-are-requested-parties', FOLLOW, {
    statement: 'If parties are requested, each event has a witness among them, and no other.',
    cause: 'witnessParties holds all stakeholders, or a party sees all events of a transaction.',
    fix: 'Keep in witnessParties only parties of the request, and leave out events without one.',
    followsFrom: ['events-have-their-members'],
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
  must('topology-events-name-requested-parties', FOLLOW, {
    statement: 'If parties are requested, topology events are about these parties only.',
    cause: 'The parties of the topology format are not read, or count for transactions only.',
    fix: 'Show a topology event if its party is requested, or if the request names no party.',
    followsFrom: ['only-included-kinds'],
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
export const ORDER_LAW: Law<Shows> = must('offsets-in-order', {
  statement: 'The elements come in the order of their offsets, all of them in the requested range.',
  cause:
    'The start counts as inclusive, descendingOrder is ignored, or lists of several synchronizers are joined unsorted.',
  fix: 'Read offsets greater than beginExclusive and at most endInclusive, ordered by offset.',
  test: ofAnyTraffic(shown(inOrder)),
});
