/** What a completion tells of the update that came of its command. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  type Probe,
  type Requirement,
  requirement,
} from '../../src/index.ts';
import { difference } from './alike.ts';
import { completionsOf, ID, lastNaming } from './completion-lists.ts';
import { type Json, member, string } from './members.ts';
import { updatesIn } from './shown-updates.ts';

const CLAUSE = 'completions-agree-with-their-update';

/** Requirements on lists of completions, and on the update that the last of a list names. */
export function agreement(lists: readonly Probe[], named: Probe): readonly Requirement[] {
  return [
    requirement({
      id: `${ID}/failures-name-no-update`,
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A completion that tells of a failure names no update.',
      cause: 'Failures get an id of their own, or successes the code of an error.',
      fix: 'Name an update only where there is one, with code 0.',
      probes: lists,
      check: failuresNameNoUpdate,
    }),
    requirement({
      id: `${ID}/same-synchronizer-as-its-update`,
      level: 'MUST',
      clause: CLAUSE,
      statement: 'A completion tells the synchronizer that recorded the update which it names.',
      cause: 'The synchronizer is that of the node, or the last one that was used.',
      fix: 'Take it from the record of the update.',
      probes: [named],
      relation: agreeing('synchronizerId', (told) => string(told, 'synchronizerId')),
    }),
    requirement({
      id: `${ID}/same-time-as-its-update`,
      level: 'SHOULD',
      clause: CLAUSE,
      statement: 'A completion tells the record time of the update which it names.',
      cause: 'The time is that of the submission, or is moved by a time zone.',
      fix: 'Take recordTime from the record of the update.',
      probes: [named],
      relation: agreeing('recordTime', (told) => Date.parse(string(told, 'recordTime'))),
    }),
  ];
}

function failuresNameNoUpdate(exchange: CompleteExchange): CheckResult {
  if (exchange.response.status !== 200) return undefined;
  const failed = completionsOf(exchange).filter(
    ({ status }) => Number(member(status, 'code') ?? 0) !== 0,
  );
  if (failed.length === 0) return 'inapplicable';
  return failed.flatMap(({ updateId, commandId }): Finding[] =>
    (updateId ?? '') === ''
      ? []
      : [finding(`/updateId of ${describe(commandId)}`, 'none', describe(updateId))],
  );
}

/** The last completion of the list and the update that was looked up by the id in it. */
function agreeing(
  name: string,
  read: (from: Json) => unknown,
): (exchanges: readonly CompleteExchange[]) => CheckResult {
  return ([list, found]) => {
    const completion = lastNaming(list);
    const [update] = (found && updatesIn(found)) ?? [];
    const told = member(completion, 'synchronizerTime');
    if (completion === undefined) return 'inapplicable';
    if (update === undefined || update.value['updateId'] !== completion['updateId'])
      return undefined;
    return difference(read(update.value), read(Object(told)), `/synchronizerTime/${name}`);
  };
}
