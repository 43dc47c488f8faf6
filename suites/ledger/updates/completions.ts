/** The list of completions: selection and order, and the updates that completions name. */
import { call, describe, type Exchange, finding, type Operation } from '../../../src/index.ts';
import { difference, type Json, member, string, strings } from '../../kit/json.ts';
import { type Check, must, type Relation, should } from '../../kit/law.ts';
import type { Area } from '../area.ts';
import { errorOf } from '../laws/errors.ts';
import { goodProbe } from '../laws/laws.ts';
import { ofUpdates, ruled } from '../requests/asking.ts';
import { EFFECTS, updatesOf } from '../requests/formats.ts';
import { askedOf } from '../requests/members.ts';
import { listAt } from '../requests/offsets.ts';
import {
  ask,
  completionLists,
  completionsIn,
  LISTED,
  NEEDS,
  wholeLists,
} from './completion-lists.ts';
import { updatesIn } from './shown-updates.ts';

const AGREE = 'completions-agree-with-their-update';

export const completions: Area = ({ operation: at }) => {
  const operation = at('completions');
  const good = goodProbe({ operation });
  const whole = wholeLists(operation, at('ledger-end'));
  const named = namedUpdate(operation, at('update-by-id'), at('updates'));
  return [
    ...ruled(good, [
      must('selects-user-and-parties', LISTED, {
        statement: 'Only completions of the requested user and parties are listed.',
        cause: 'The list shows what the token can read, and ignores the request.',
        fix: 'Select by the userId and the acting parties of the request.',
        check: ofUserAndParties,
      }),
    ]),
    ...ruled(
      [good, whole],
      [
        must('offsets-in-order', LISTED, {
          statement: 'Completions come in the order of their offsets, all of them after the begin.',
          cause: 'The begin is inclusive, or lists of synchronizers are joined unsorted.',
          fix: 'Read offsets greater than beginExclusive, ordered by offset.',
          check: (exchange) =>
            exchange.request.operation === operation ? inOrder(exchange) : undefined,
        }),
      ],
    ),
    ...completionLists(operation, whole),
    ...ruled(good, [
      must('failures-name-no-update', AGREE, {
        statement: 'A completion of a failed command names no update.',
        cause: 'Failures get an update id, or successes an error code.',
        fix: 'Set updateId only with code 0.',
        check: failuresNameNoUpdate,
      }),
    ]),
    ...ruled(named, [
      should('completion-names-its-update', LISTED, {
        statement: 'The update of a completion is found by its id, at the same offset.',
        cause: 'The completion is recorded at submission, with a preliminary offset or id.',
        fix: 'Record the completion together with the update.',
        relation: namesItsUpdate,
      }),
      must('same-synchronizer-as-its-update', AGREE, {
        statement: 'A completion names the synchronizer that recorded its update.',
        cause: 'The synchronizer is that of the node, or the last one that was used.',
        fix: 'Take it from the record of the update.',
        relation: agreeing('synchronizerId', (from) => string(from, 'synchronizerId')),
      }),
      should('same-time-as-its-update', AGREE, {
        statement: 'A completion has the record time of its update.',
        cause: 'The time is that of the submission, or in another time zone.',
        fix: 'Take recordTime from the record of the update.',
        relation: agreeing('recordTime', (from) => Date.parse(string(from, 'recordTime'))),
      }),
    ]),
  ];
};

function namedUpdate(operation: Operation, byId: Operation, updates: Operation) {
  return ofUpdates(operation, 'update', {
    needs: NEEDS,
    sends:
      'a list, the update that its last successful completion names, and what is shown at its offset',
    steps: (f) => {
      const updateFormat = updatesOf(f.parties, EFFECTS);
      const nothing = ask(operation, f, {}, { limit: 1 });
      return [
        ask(operation, f),
        ([list]: readonly Exchange[]) => {
          const updateId = lastNaming(list)?.['updateId'];
          return updateId === undefined
            ? nothing
            : call(byId, { json: { updateId, updateFormat } });
        },
        ([list]: readonly Exchange[]) => {
          const offset = lastNaming(list)?.['offset'];
          return typeof offset === 'number' ? listAt(updates, f, offset, updateFormat) : nothing;
        },
      ];
    },
  });
}

const hasFailed = ({ status }: Json): boolean => Number(member(status, 'code') ?? 0) !== 0;

/** The last successful completion that names an update. */
function lastNaming(list: Exchange | undefined): Json | undefined {
  return completionsIn(list)?.findLast((one) => string(one, 'updateId') !== '' && !hasFailed(one));
}

const ofUserAndParties: Check = (exchange) => {
  const { userId, parties } = askedOf(exchange);
  const found = completionsIn(exchange);
  if (found?.length === 0) return 'inapplicable';
  return found?.flatMap(({ userId: of, actAs }) => {
    if (of !== userId) return [finding('/userId', describe(userId), describe(of))];
    const shown = strings(actAs);
    if (shown.length > 0 && shown.every((party) => strings(parties).includes(party))) return [];
    return [finding('/actAs', 'parties of the request only', describe(actAs))];
  });
};

const inOrder: Check = (exchange) => {
  let last = Number(askedOf(exchange)['beginExclusive']) + 1;
  const found = completionsIn(exchange);
  if (found?.length === 0) return 'inapplicable';
  return found?.flatMap(({ offset }) => {
    const before = last;
    last = Number(offset);
    return last >= before ? [] : [finding('/offset', `at least ${before}`, describe(offset))];
  });
};

const failuresNameNoUpdate: Check = (exchange) => {
  const failed = completionsIn(exchange)?.filter(hasFailed);
  if (failed?.length === 0) return 'inapplicable';
  return failed
    ?.filter(({ updateId }) => (updateId ?? '') !== '')
    .map(({ updateId, commandId }) =>
      finding(`/updateId of ${describe(commandId)}`, 'none', describe(updateId)),
    );
};

const namesItsUpdate: Relation = ([list, found, shown]) => {
  const completion = lastNaming(list);
  if (completion === undefined) return 'inapplicable';
  if (found?.response.status === 404 && errorOf(found)?.code === 'UPDATE_NOT_FOUND') {
    // One of several acting parties may not see the update.
    const isThere = (updatesIn(shown) ?? []).length > 0;
    return isThere ? [finding('status', `200 for ${completion['updateId']}`, '404')] : undefined;
  }
  const [update] = updatesIn(found) ?? [];
  return update && difference(completion['offset'], update.offset, '/offset');
};

/** Compares the last completion of the list with its update. */
function agreeing(name: string, read: (from: Json) => unknown): Relation {
  return ([list, found]) => {
    const completion = lastNaming(list);
    const [update] = updatesIn(found) ?? [];
    if (completion === undefined) return 'inapplicable';
    if (update?.value['updateId'] !== completion['updateId']) return undefined;
    const shown = Object(member(completion, 'synchronizerTime')) as Json;
    return update && difference(read(update.value), read(shown), `/synchronizerTime/${name}`);
  };
}
