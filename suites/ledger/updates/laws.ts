/** Rules for every response that shows updates: relations between its members, and to its request. */
import type { CheckResult, CompleteExchange, Operation, Probe } from '../../../src/index.ts';
import type { Law } from '../../kit/law.ts';
import { stakeholdersWitness } from './change-witnesses.ts';
import { checkpointsInOrder } from './checkpoints.ts';
import {
  createdWithTheTransaction,
  eventsAreOfTheirContract,
  eventsAreWhole,
  noneIsEmpty,
  packagesAreRepresented,
  partiesAreWhole,
  recordedInTime,
} from './event-rules.ts';
import { effectsMakeTrees } from './event-trees.ts';
import { halvesBelongTogether, halvesStandWhereTheyHappen } from './reassignment-rules.ts';
import {
  eventsBelongTogether,
  eventsFollowTheShape,
  inOrder,
  onlyIncludedKinds,
  witnessesWereAsked,
} from './rules.ts';

/** An operation that shows updates. */
export interface Shows {
  readonly operation: Operation;
  /** The clause that promises these updates. */
  readonly clause: string;
  readonly probes: readonly Probe[];
  /** A list that filters leave little of. */
  readonly filtered?: Probe;
}

type Check = (exchange: CompleteExchange) => CheckResult;
const by = (check: Check) => ({ test: ({ probes }: Shows) => ({ probes, check }) });
const clauseOf = ({ clause }: Shows): string => clause;

/** Rules for lists, pages and lookups. */
export const SHOWN_LAWS: readonly Law<Shows>[] = [
  {
    name: 'only-included-kinds',
    level: 'MUST',
    clause: 'updates-follow-their-filters',
    statement: 'A response shows only kinds of updates that the request includes.',
    cause: 'A kind outside the format is shown, often topology events or reassignments.',
    fix: 'Show a kind only where the request has its include member.',
    ...by(onlyIncludedKinds),
  },
  {
    name: 'events-follow-shape',
    level: 'MUST',
    clause: 'updates-follow-their-filters',
    statement:
      'A delta has only created and archived events, effects have only created and exercised ones.',
    cause: 'The shape of the request is ignored, and a default is used.',
    fix: 'Make events by the transactionShape of the request.',
    ...by(eventsFollowTheShape),
  },
  {
    name: 'witnesses-are-requested-parties',
    level: 'MUST',
    clause: 'updates-follow-their-filters',
    statement:
      'Where the request names parties, each event has a witness among them, and no other.',
    cause: 'witnessParties holds all stakeholders, or a party sees all events of a transaction.',
    fix: 'Keep in witnessParties only parties of the request, and leave out events without one.',
    ...by(witnessesWereAsked),
  },
  {
    name: 'events-match-their-transaction',
    level: 'MUST',
    clause: clauseOf,
    statement: 'The events of a transaction carry its offset, and their node ids ascend.',
    cause: 'Events are renumbered, unsorted, or carry the offset of the page.',
    fix: 'Give each event the offset of its transaction, and sort by node id.',
    ...by(eventsBelongTogether),
  },
];

/** Rules for lists and pages. */
export const ORDER_LAW: Law<Shows> = {
  name: 'offsets-in-order',
  level: 'MUST',
  clause: clauseOf,
  statement: 'Updates come in the order of their offsets, all of them in the requested range.',
  cause: 'The begin counts as inclusive, or lists of several synchronizers are joined unsorted.',
  fix: 'Read offsets greater than beginExclusive and at most endInclusive, ordered by offset.',
  ...by(inOrder),
};

/** Rules for the contents of updates, judged where they are listed. */
export const CONTENT_LAWS: readonly Law<Shows>[] = [
  {
    name: 'updates-have-events',
    level: 'MUST',
    clause: 'updates-tell-all-of-an-event',
    statement: 'Every listed update has an event.',
    cause: 'The filters remove the events and leave the update, or one kind is not encoded.',
    fix: 'Leave out an update without events.',
    test: ({ probes, filtered }) => ({
      probes: [...probes, ...(filtered === undefined ? [] : [filtered])],
      check: noneIsEmpty,
    }),
  },
  {
    name: 'events-have-their-members',
    level: 'MUST',
    clause: 'updates-tell-all-of-an-event',
    statement:
      'Events name their package; created events have arguments and signatories, who are no observers; exercised events have acting parties.',
    cause: 'A cache lacks some members, or observers hold all stakeholders.',
    fix: 'Encode each event from the record of the ledger, and exclude signatories from observers.',
    ...by(eventsAreWhole),
  },
  {
    name: 'created-events-name-representative-package',
    level: 'SHOULD',
    clause: 'parties-are-told-in-full',
    statement: 'A created event names its representative package.',
    cause: 'The member stays empty.',
    fix: 'Set the id of a package that the contract fits, most often its own.',
    ...by(packagesAreRepresented),
  },
  {
    name: 'parties-have-fingerprints',
    level: 'SHOULD',
    clause: 'parties-are-told-in-full',
    statement: 'Events show parties with name and fingerprint.',
    cause: 'Parties are shortened for display, and no request can name them.',
    fix: 'Send whole party ids.',
    ...by(partiesAreWhole),
  },
  {
    name: 'last-descendant-bounds-effects',
    level: 'MUST',
    clause: 'effects-make-trees',
    statement: 'The last node id of an exercised event covers its consequences, and nothing else.',
    cause: 'The bound is the own node id, 0, or that of the next event.',
    fix: 'Number nodes in the order of execution, and store the last number below each exercise.',
    ...by(effectsMakeTrees),
  },
  {
    name: 'events-match-their-contract',
    level: 'MUST',
    clause: 'events-are-of-their-contract',
    statement: 'The events of a contract name the template and the package name of its creation.',
    cause:
      'Events are joined to another contract, or name the template of the exercising contract.',
    fix: 'Look the contract up by its id; an upgrade changes only the package id.',
    ...by(eventsAreOfTheirContract),
  },
  {
    name: 'created-at-is-effective-at',
    level: 'MUST',
    clause: 'contracts-are-created-with-their-transaction',
    statement: 'createdAt of a created event is effectiveAt of its transaction.',
    cause: 'One of the two is the record time, the time of the request, or unset.',
    fix: 'Use the ledger effective time of the transaction for both.',
    ...by(createdWithTheTransaction),
  },
  {
    name: 'record-time-follows-effective-time',
    level: 'SHOULD',
    clause: 'updates-are-recorded-when-they-take-effect',
    statement: 'The record time of a transaction is not days before its effective time.',
    cause: 'recordTime keeps its default, or the two times are swapped.',
    fix: 'Send the time of the synchronizer as recordTime.',
    ...by(recordedInTime),
  },
  {
    name: 'witnesses-are-stakeholders',
    level: 'MUST',
    clause: 'stakeholders-witness-changes',
    statement:
      'In a delta the witnesses of a creation are the stakeholders that the request names.',
    cause: 'Only one party is kept: the first, or the one whose index found the event.',
    fix: 'Keep in witnessParties each signatory and observer that the filter names.',
    ...by(stakeholdersWitness),
  },
  {
    name: 'reassignments-name-their-synchronizer',
    level: 'MUST',
    clause: 'reassignments-have-two-halves',
    statement:
      'Source and target of a reassignment differ; its update is at the source when the contract leaves, and at the target when it arrives.',
    cause: 'Both halves name one synchronizer, or source and target have the same origin.',
    fix: 'Use the synchronizer that recorded the half.',
    ...by(halvesStandWhereTheyHappen),
  },
  {
    name: 'assignment-matches-unassignment',
    level: 'MUST',
    clause: 'reassignments-have-two-halves',
    statement:
      'A contract arrives with the id, the counter, the source and the target with which it left.',
    cause: 'The assignment gets a new id or counter, or the contract gets another id.',
    fix: 'Copy the values that were recorded when the contract left.',
    ...by(halvesBelongTogether),
  },
  {
    name: 'checkpoints-in-order',
    level: 'MUST',
    clause: 'checkpoints-are-places-to-go-on',
    statement: 'No checkpoint has a greater offset than an update that comes after it.',
    cause: 'A checkpoint with the offset of the end comes first.',
    fix: 'Put the checkpoint behind the updates that it covers.',
    ...by(checkpointsInOrder),
  },
];
