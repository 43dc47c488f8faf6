/** What updates contain, wherever they are listed: relations between members of the same answer. */
import type { CheckResult, CompleteExchange, Level, Probe, Requirement } from '../../src/index.ts';
import { requirement } from '../../src/index.ts';
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

interface Statement {
  readonly name: string;
  /** MUST unless told. */
  readonly level?: Level;
  readonly clause: string;
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
  readonly check: (exchange: CompleteExchange) => CheckResult;
}

const STATEMENTS: readonly Statement[] = [
  {
    name: 'events-are-whole',
    clause: 'updates-tell-all-of-an-event',
    statement:
      'Events name their package, created ones hold arguments and signatories, who are no observers, and exercised ones say who acted.',
    cause:
      'Members are filled from a cache that lacks some, or observers from the list of all stakeholders.',
    fix: 'Write each event from the record of the ledger, and take the signatories out of the observers.',
    check: eventsAreWhole,
  },
  {
    name: 'representative-package-told',
    level: 'SHOULD',
    clause: 'parties-are-told-in-full',
    statement: 'A created event names the package that stands for its own.',
    cause: 'A member that is for servers only is left empty.',
    fix: 'Put in the id of a package that the contract fits, which is most often its own.',
    check: packagesAreRepresented,
  },
  {
    name: 'parties-are-whole',
    level: 'SHOULD',
    clause: 'parties-are-told-in-full',
    statement: 'The parties of events are told with name and fingerprint.',
    cause: 'Parties are shortened to be read by people, and then no request can name them.',
    fix: 'Leave them whole in answers, and shorten them where they are shown.',
    check: partiesAreWhole,
  },
  {
    name: 'effects-make-trees',
    clause: 'effects-make-trees',
    statement: 'The last node id of an exercised event takes in what came of it, and nothing else.',
    cause:
      'The bound is the own node id, 0, or that of the next event: it was counted before others were filtered out, or from 1.',
    fix: 'Number the nodes as they are executed, and remember the last number below each exercise.',
    check: effectsMakeTrees,
  },
  {
    name: 'events-are-of-their-contract',
    clause: 'events-are-of-their-contract',
    statement:
      'What happens to a contract names the template and the package name with which it was created.',
    cause: 'Events are joined to another contract, or tell the template of whoever exercised.',
    fix: 'Look the contract up by its id; with an upgrade only the package id is another.',
    check: eventsAreOfTheirContract,
  },
  {
    name: 'created-with-the-transaction',
    clause: 'contracts-are-created-with-their-transaction',
    statement: 'createdAt of a created event is effectiveAt of its transaction.',
    cause: 'One of the two is the time of the record, of the request, or none at all.',
    fix: 'Use the ledger effective time of the transaction for both.',
    check: createdWithTheTransaction,
  },
  {
    name: 'recorded-in-time',
    level: 'SHOULD',
    clause: 'updates-are-recorded-when-they-take-effect',
    statement: 'A transaction is not recorded days before it takes effect.',
    cause: 'recordTime stays at its default, or the two times have changed places.',
    fix: 'Pass on the time of the synchronizer as recordTime.',
    check: recordedInTime,
  },
  {
    name: 'stakeholders-witness',
    clause: 'stakeholders-witness-changes',
    statement:
      'In a delta the witnesses of a creation are the stakeholders whom the request names.',
    cause: 'Only the first party is kept, or the one through whom the event was found.',
    fix: 'Keep in witnessParties each signatory and observer that the filter of the request names.',
    check: stakeholdersWitness,
  },
  {
    name: 'reassignments-stand-where-they-happen',
    clause: 'reassignments-have-two-halves',
    statement:
      'A contract leaves for another synchronizer; the update is that of the source when it leaves, and that of the target when it arrives.',
    cause:
      'One synchronizer is told for both halves, or source and target are read from the same member.',
    fix: 'Take the synchronizer that recorded the half.',
    check: halvesStandWhereTheyHappen,
  },
  {
    name: 'reassignments-have-two-halves',
    clause: 'reassignments-have-two-halves',
    statement:
      'A contract arrives with the id, the counter, the source and the target with which it left.',
    cause: 'The arrival gets an id or a counter of its own, or the contract gets another id.',
    fix: 'Pass on what was recorded when the contract left.',
    check: halvesBelongTogether,
  },
  {
    name: 'checkpoints-are-in-order',
    clause: 'checkpoints-are-places-to-go-on',
    statement: 'No checkpoint is behind an update that comes after it.',
    cause:
      'A checkpoint is put first with the offset of the end, so that whoever goes on from it misses what follows.',
    fix: 'Put it behind what it covers.',
    check: checkpointsInOrder,
  },
];

/** The requirements on the updates that these probes list; the last probe filters most of them out. */
export function contents(
  id: (name: string) => string,
  probes: readonly Probe[],
  filtered: Probe,
): readonly Requirement[] {
  return [
    requirement({
      id: id('none-is-empty'),
      level: 'MUST',
      clause: 'updates-tell-all-of-an-event',
      statement: 'Every update that is listed has an event.',
      cause:
        'The filters take the events and leave the update, or the events of one kind are not written.',
      fix: 'Leave out an update of which no event is left.',
      probes: [...probes, filtered],
      check: noneIsEmpty,
    }),
    ...STATEMENTS.map(({ name, level = 'MUST', ...statement }) =>
      requirement({ ...statement, id: id(name), level, probes }),
    ),
  ];
}
