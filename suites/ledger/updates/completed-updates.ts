/** What a completion shows of the update of its command. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  type Probe,
  type Requirement,
} from '../../../src/index.ts';
import { errorOf } from '../laws/errors.ts';
import { difference } from '../requests/alike.ts';
import { type Json, member, string } from '../requests/members.ts';
import { completionsOf, LISTED, lastNaming } from './completion-lists.ts';
import { ruled } from './requests.ts';
import { updatesIn } from './shown-updates.ts';

const CLAUSE = 'completions-agree-with-their-update';

/** Requirements on lists of completions, and on the update that the last of a list names. */
export function agreement(lists: readonly Probe[], named: Probe): readonly Requirement[] {
  return [
    ...ruled(lists, [
      {
        name: 'failures-name-no-update',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A completion of a failed command names no update.',
        cause: 'Failures get an update id, or successes an error code.',
        fix: 'Set updateId only with code 0.',
        check: failuresNameNoUpdate,
      },
    ]),
    ...ruled(named, [
      {
        name: 'completion-names-its-update',
        level: 'SHOULD',
        clause: LISTED,
        statement:
          'The update of a completion is found by its id, at the offset of the completion.',
        cause: 'The completion is recorded at submission, with a preliminary offset or id.',
        fix: 'Record the completion together with the update.',
        relation: namesItsUpdate,
      },
      {
        name: 'same-synchronizer-as-its-update',
        level: 'MUST',
        clause: CLAUSE,
        statement: 'A completion names the synchronizer that recorded its update.',
        cause: 'The synchronizer is that of the node, or the last one that was used.',
        fix: 'Take it from the record of the update.',
        relation: agreeing('synchronizerId', (from) => string(from, 'synchronizerId')),
      },
      {
        name: 'same-time-as-its-update',
        level: 'SHOULD',
        clause: CLAUSE,
        statement: 'A completion has the record time of its update.',
        cause: 'The time is that of the submission, or in another time zone.',
        fix: 'Take recordTime from the record of the update.',
        relation: agreeing('recordTime', (from) => Date.parse(string(from, 'recordTime'))),
      },
    ]),
  ];
}

function namesItsUpdate([list, found, shown]: readonly CompleteExchange[]): CheckResult {
  const completion = lastNaming(list);
  if (completion === undefined) return 'inapplicable';
  if (found?.response.status === 404 && errorOf(found)?.code === 'UPDATE_NOT_FOUND') {
    // A party that acts beside others may not see the result.
    const there = shown === undefined ? [] : updatesIn(shown);
    return there?.length
      ? [finding('status', `200 for ${completion['updateId']}`, '404')]
      : undefined;
  }
  const [update] = (found && updatesIn(found)) ?? [];
  if (update === undefined) return undefined;
  return difference(completion['offset'], update.offset, '/offset');
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

/** Compares the last completion of the list with its update. */
function agreeing(
  name: string,
  read: (from: Json) => unknown,
): (exchanges: readonly CompleteExchange[]) => CheckResult {
  return ([list, found]) => {
    const completion = lastNaming(list);
    const [update] = (found && updatesIn(found)) ?? [];
    const shown = member(completion, 'synchronizerTime');
    if (completion === undefined) return 'inapplicable';
    if (update === undefined || update.value['updateId'] !== completion['updateId'])
      return undefined;
    return difference(read(update.value), read(Object(shown)), `/synchronizerTime/${name}`);
  };
}
