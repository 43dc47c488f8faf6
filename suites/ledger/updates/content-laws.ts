/** Rules for the contents of updates, checked on lists. */
import type { Finding } from '../../../src/kit.ts';
import { worded } from '../../../src/kit.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import { difference, elements, type Json, string } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import { type Check, type Law, must, ofAnyTraffic, should } from '../../kit/law.ts';
import { COVERING, checkpointsInOrder, uncovered } from '../laws/list-contents.ts';
import { qualifiedName } from '../requests/formats.ts';
import { variantsIn } from '../requests/members.ts';
import { eachTransaction, eachUpdate, eventsIn, updatesIn } from '../responses/shown-updates.ts';
import { effectsMakeTrees } from './event-trees.ts';
import { type Shows, shown } from './laws.ts';
import { countersGrow, halvesMatch, halvesNameTheirSynchronizer } from './reassignment-rules.ts';
import { consequencesAreWitnessed, stakeholdersWitness } from './witnesses.ts';

/** The events of a contract have its template and package name; where it arrives, all that its creation has. */
export const eventsAreOfTheirContract: Check = (exchange) => {
  const events = updatesIn(exchange)?.flatMap(eventsIn);
  if (events === undefined) return undefined;
  const created = new Map(
    events
      .filter(({ kind }) => createsIn(kind))
      .toReversed()
      .map(({ value }) => [string(value, 'contractId'), value]),
  );
  const results = events.flatMap(({ kind, value }) => {
    const creation = created.get(string(value, 'contractId'));
    if (creation === undefined || creation === value) return [];
    const [expected, actual] = [creation, value].map(identityOf);
    const moved = createsIn(kind) ? KEPT.filter((name) => creation[name] && value[name]) : [];
    return [
      difference(expected, actual, `/${kind}`),
      ...moved.map((name) => difference(creation[name], value[name], `/${kind}/${name}`)),
    ];
  });
  return results.length === 0 ? 'inapplicable' : results.flat();
};

const WHOLE = 'updates-show-whole-events';
const HALVES = 'reassignments-have-two-halves';

export const CONTENT_LAWS: readonly Law<Shows>[] = [
  must('updates-have-events', WHOLE, {
    statement: 'Every listed update has an event.',
    cause: 'The filters remove the events and leave the update, or one kind is not encoded.',
    fix: 'Leave out an update without events.',
    on: ({ probes, filtered }) => [...probes, ...(filtered ? [filtered] : [])],
    check: eachUpdate(({ offset, value }) => {
      const isThere = elements(value, 'events').length > 0;
      return unless(isThere, `/events of the update at offset ${offset}`, 'at least one', 'none');
    }),
  }),
  must('last-descendant-bounds-effects', 'effects-make-trees', {
    statement: 'The last node id of an exercised event covers its consequences, and nothing else.',
    cause: 'The bound is the own node id, 0, or that of the next event.',
    fix: 'Number nodes in the order of execution, and store the last number below each exercise.',
    test: shown(effectsMakeTrees),
  }),
  must('consequences-have-witnesses-of-their-cause', 'effects-are-witnessed', {
    statement:
      'The witnesses of a consequence are those of the exercise that caused it, and those of its own contract.',
    cause:
      'Only the stakeholders of the created contract are kept, or all parties of the transaction.',
    fix: 'Add the witnesses of each exercise to those of the events below it.',
    followsFrom: ['last-descendant-bounds-effects', 'events-have-their-members'],
    test: shown(consequencesAreWitnessed),
  }),
  must('events-match-their-contract', 'events-are-of-their-contract', {
    statement:
      'The events of a contract name the template and the package name of its creation, and an assignment shows it as created.',
    cause: 'Events name another contract, or the template of the exercising contract.',
    fix: 'Look the contract up by its id; an upgrade changes only the package id.',
    test: ofAnyTraffic(shown(eventsAreOfTheirContract)),
  }),
  must('created-at-is-effective-at', 'contracts-are-created-with-their-transaction', {
    statement: 'createdAt of a created event is effectiveAt of its transaction.',
    cause: 'One of the two is the record time, the time of the request, or unset.',
    fix: 'Use the ledger effective time of the transaction for both.',
    followsFrom: ['times-are-rfc-3339'],
    test: ofAnyTraffic(
      shown(
        eachTransaction((update) => {
          const effectiveAt = string(update.value, 'effectiveAt');
          return eventsIn(update).flatMap(({ kind, value }): Finding[] => {
            const createdAt = string(value, 'createdAt');
            const [created, effective] = [createdAt, effectiveAt].map(nanosecondsOf);
            const isKnown = created !== undefined && effective !== undefined;
            const conforms = kind !== 'CreatedEvent' || !isKnown || created === effective;
            const expected = worded`${effectiveAt}, as effectiveAt of its transaction`;
            return unless(conforms, '/createdAt', expected, createdAt);
          });
        }),
      ),
    ),
  }),
  must('witnesses-are-stakeholders', 'stakeholders-witness-changes', {
    statement:
      'In a delta the witnesses of a creation or an archival are the stakeholders in the request.',
    cause: 'Only one party is kept: the first, or the one whose index found the event.',
    fix: 'Keep in witnessParties each signatory and observer that the filter names.',
    followsFrom: ['events-have-their-members', 'events-follow-shape'],
    test: shown(stakeholdersWitness),
  }),
  must('reassignments-name-their-synchronizer', HALVES, {
    statement:
      'Source and target of a reassignment differ; its update is at the source when the contract leaves, and at the target when it arrives.',
    cause: 'Both halves name one synchronizer, or source and target have the same origin.',
    fix: 'Use the synchronizer that recorded the half.',
    test: ofAnyTraffic(shown(halvesNameTheirSynchronizer)),
  }),
  must('assignment-matches-unassignment', HALVES, {
    statement:
      'A contract arrives with the id, the counter, the source and the target with which it left.',
    cause: 'The assignment gets a new id or counter, or the contract gets another id.',
    fix: 'Copy the values that were recorded when the contract left.',
    followsFrom: ['counters-grow-with-unassignments', 'reassignments-name-their-synchronizer'],
    test: ofAnyTraffic(shown(halvesMatch)),
  }),
  must('counters-grow-with-unassignments', 'reassignment-counters-grow', {
    statement: 'A moved contract has a counter above 0, and each of its unassignments another one.',
    cause: 'The counter keeps its default, or that of the last move.',
    fix: 'Count the unassignments of a contract, from 0 at its creation.',
    test: ofAnyTraffic(shown(countersGrow)),
  }),
  must('checkpoints-in-order', 'checkpoints-are-places-to-go-on', {
    statement: 'No checkpoint has a greater offset than what comes after it.',
    cause: 'A checkpoint with the offset of the end comes first.',
    fix: 'Put the checkpoint behind the updates that it covers.',
    test: shown(checkpointsInOrder),
  }),
  should('checkpoints-cover-what-comes-before', 'checkpoints-are-places-to-go-on', {
    ...COVERING,
    on: ({ probes }) => probes,
    anyTraffic: true,
    check: ({ response: { status, body } }) =>
      status === 200 ? uncovered(variantsIn(body, 'update')) : undefined,
  }),
];

/** Packages may be upgraded, but keep their name and template. */
function identityOf(value: Json): object {
  return {
    templateId: qualifiedName(string(value, 'templateId')),
    packageName: string(value, 'packageName'),
  };
}

/** A reassignment changes none of these; an event that only an interface selects has no arguments. */
const KEPT = ['createArgument', 'contractKey', 'signatories', 'observers', 'createdAt'];

function createsIn(kind: string): boolean {
  return kind === 'CreatedEvent' || kind === 'JsAssignmentEvent';
}
