/** Checks of lists of completions, which chapters name: selection, order, limits and checkpoints. */
import type { CheckResult, CompleteExchange, Finding, Place } from '../../../src/kit.ts';
import { between, bodyPlace, describe, finding, worded } from '../../../src/kit.ts';
import {
  canonical,
  difference,
  isObject,
  type Json,
  member,
  repeated,
  string,
  strings,
} from '../../kit/json.ts';
import { acceptedToo, all, lacking, noOther, type Received } from '../../kit/judges.ts';
import { rejectedWithoutLimit, TOO_MANY } from '../laws/limited-lists.ts';
import { CHECKPOINT_OFFSET, checkpointFindings } from '../laws/list-contents.ts';
import { isFull } from '../requests/formats.ts';
import { sentMembers } from '../requests/members.ts';
import {
  completionsIn,
  completionsOf,
  hasFailed,
  reachOf,
  sameUpToEnds,
  shownIn,
} from '../responses/shown-updates.ts';

export const COMPLETION_LIST_CHECKS = {
  isOfUserAndParties: ofUserAndParties,
  completionsInOrder: inOrder,
  listsEachOnce: eachOnce,
  failuresNameNoUpdate,
  successesNameTheirUpdate,
  hasAllCompletions: limitMayBeMissing,
  isCompleteOrTooLong: completeOrRejected,
  startsAfterTheFirst: startsAfter,
  combinesParties: partiesCombine,
  checkpointsAscendUpTo: checkpointsAreInOrder,
};

function ofUserAndParties(exchange: CompleteExchange): CheckResult {
  const { userId, parties } = sentMembers(exchange);
  const found = completionsIn(exchange);
  if (found?.length === 0) return 'inapplicable';
  // Without a user in the request, the completion has that of the token.
  if (typeof userId !== 'string' || userId === '') return undefined;
  return found?.flatMap(({ userId: of, actAs }) => {
    if (of !== userId) return [finding('/userId', describe(userId), describe(of))];
    return actsFor(actAs, parties);
  });
}

/** One finding unless the acting parties of a completion are some of those of the request. */
export function actsFor(actAs: unknown, parties: unknown): readonly Finding[] {
  const shown = strings(actAs);
  if (shown.length === 0) return [finding('/actAs', 'a party of the request', describe(actAs))];
  const other = shown.find((party) => !strings(parties).includes(party));
  return noOther(other, '/actAs', 'only parties of the request');
}

function inOrder(exchange: CompleteExchange): CheckResult {
  let last = Number(sentMembers(exchange)['beginExclusive'] ?? 0) + 1;
  const found = completionsIn(exchange);
  if (found?.length === 0) return 'inapplicable';
  return found?.flatMap(({ offset }) => {
    const before = last;
    last = Number(offset);
    return last >= before ? [] : [finding('/offset', worded`at least ${before}`, describe(offset))];
  });
}

function eachOnce(exchange: CompleteExchange): CheckResult {
  const found = completionsIn(exchange);
  if (found?.length === 0) return 'inapplicable';
  return found && repeated('', found.map(canonical));
}

const updateIdOf = (commandId: unknown): Place =>
  bodyPlace('/updateId', { of: JSON.stringify(commandId) });

function failuresNameNoUpdate(exchange: CompleteExchange): CheckResult {
  const failed = completionsIn(exchange)?.filter(hasFailed);
  if (failed?.length === 0) return 'inapplicable';
  return failed
    ?.filter(({ updateId }) => (updateId ?? '') !== '')
    .map(({ updateId, commandId }) => finding(updateIdOf(commandId), 'none', describe(updateId)));
}

function successesNameTheirUpdate(exchange: CompleteExchange): CheckResult {
  const shown = completionsIn(exchange);
  const fine = shown?.filter((one) => (member(one, 'status', 'code') ?? 0) === 0);
  if (fine?.length === 0) return 'inapplicable';
  return fine
    ?.filter(({ updateId }) => (updateId ?? '') === '')
    .map(({ commandId }) => finding(updateIdOf(commandId), 'an update, with code 0', 'none'))
    .slice(0, 1);
}

function limitMayBeMissing(
  limited: Received,
  plain: Received,
  withoutIdleTime: Received,
): CheckResult {
  const known = completionsIn(limited);
  if (!limited || known === undefined || limited.response.truncated) return undefined;
  const results = [plain, withoutIdleTime].map((list): CheckResult => {
    if (list === undefined) return undefined;
    const some = completionsIn(list);
    const pair = [limited, list];
    if (some === undefined) return between(pair, rejectedWithoutLimit(limited, list));
    if (list.response.truncated) return undefined;
    // Without its own idle time, a busy node may end its list early.
    const shared = list === plain ? known.length : Math.min(known.length, some.length);
    const found = difference(known.slice(0, shared), some.slice(0, shared));
    if (found.length > 0) return between(pair, found);
    return between(
      pair,
      sameUpToEnds([limited, list], [known, some], (one) => one),
    );
  });
  return all(...results);
}

function completeOrRejected(ended: Received, list: Received, rest: Received): CheckResult {
  const shown = list?.response.body;
  if (list?.response.status === 413) {
    if (!isObject(shown)) return undefined;
    return shown['code'] === TOO_MANY ? [] : [finding('/code', TOO_MANY, string(shown, 'code'))];
  }
  const end = ended?.response.body;
  if (!isObject(end) || !Array.isArray(shown) || list?.response.truncated) return undefined;
  if (list === undefined || isFull(list) || rest?.response.status !== 200) return undefined;
  const last = completionsOf(shown).at(-1);
  // The idle time may end a list before its first element; a checkpoint says that none came before it.
  const [after, upTo] = last
    ? [Number(last['offset']), Number(end['offset'])]
    : [Number(sentMembers(list)['beginExclusive']), reachOf(list)];
  const left = completionsOf(rest.response.body).find(
    ({ offset }) => Number(offset) > after && Number(offset) <= upTo,
  );
  if (left === undefined) return last ? [] : 'inapplicable';
  const expected = worded`also the completion at offset ${Number(left['offset'])}`;
  const actual = worded`an end of the list at ${last ? after : upTo}`;
  return between([list, rest], [finding('', expected, actual)]);
}

function startsAfter(list: Received, later: Received): CheckResult {
  return acceptedToo(completionsIn, [list, later], (known, some, ...pair) => {
    const begin = Number(known[0]?.['offset']);
    const expected = known.filter(({ offset }) => Number(offset) > begin);
    return sameUpToEnds(pair, [expected, some], (one) => one);
  });
}

function partiesCombine(ended: Received, list: Received, fewer: Received): CheckResult {
  return acceptedToo(completionsIn, [list, fewer], (known, some, ...lists) => {
    // Completions after the first end are new, and a list at its limit is incomplete.
    const upTo = Math.min(
      Number(member(ended?.response.body, 'offset')),
      isFull(lists[0]) ? Number(known.at(-1)?.['offset'] ?? 0) : Number.POSITIVE_INFINITY,
    );
    const own = some.filter(({ offset }) => Number(offset) <= upTo);
    const keyOf = ({ offset, commandId }: Json): string => `${commandId} at offset ${offset}`;
    const keys = known.map(keyOf);
    const lost = own.map(keyOf).find((key) => !keys.includes(key));
    const [most, least] = lists.map((one) => strings(sentMembers(one), 'parties'));
    // Any of the acting parties counts. The idle time may end a list early.
    const last = Math.min(upTo, reachOf(lists[1]));
    const due = known.filter(
      ({ offset, actAs }) =>
        Number(offset) <= last && strings(actAs).some((party) => least?.includes(party)),
    );
    if (own.length + due.length === 0 || least?.length === most?.length) return 'inapplicable';
    const shown = own.map(keyOf);
    const hidden = due.map(keyOf).find((key) => !shown.includes(key));
    return [lost, hidden]
      .filter((one) => one !== undefined)
      .map((one) => lacking(worded`the completion of ${one}`))
      .slice(0, 1);
  });
}

function checkpointsAreInOrder(ended: Received, ...sent: readonly Received[]): CheckResult {
  const lists = sent.flatMap((list) => (list ? [shownIn(list.response.body)] : []));
  const checkpoints = lists.flat().filter(({ kind }) => kind === 'OffsetCheckpoint');
  if (checkpoints.length === 0) return 'inapplicable';
  const end = member(ended?.response.body, 'offset');
  const ahead = checkpoints.find(({ value }) => Number(value['offset']) > Number(end));
  if (ahead) {
    const most = worded`at most ${Number(end)}, the end`;
    return [finding(CHECKPOINT_OFFSET, most, describe(ahead.value['offset']))];
  }
  return lists.flatMap(checkpointFindings).slice(0, 1);
}
