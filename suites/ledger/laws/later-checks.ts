/** Checks of operations that came with 3.6, which chapters name. */
import type { CheckResult, CompleteExchange } from '../../../src/kit.ts';
import { describe, finding, queryOf, worded, wrongStatus } from '../../../src/kit.ts';
import { shownBytes } from '../../kit/base64.ts';
import { nanosecondsOf } from '../../kit/date-time.ts';
import {
  difference,
  elements,
  isObject,
  type Json,
  member,
  repeated,
  string,
} from '../../kit/json.ts';
import { all, eachOf, isAccepted, lacking, unexpected, unless } from '../../kit/judges.ts';
import { expects200 } from '../../kit/statuses.ts';
import { isPlace, sentMembers } from '../requests/members.ts';
import { completionsIn, hasFailed } from '../responses/shown-updates.ts';

type Check = (...exchanges: readonly CompleteExchange[]) => CheckResult;

/** Members of private and of secret keys, by RFC 7518 §6. */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** The public numbers and points of each type of key, by RFC 7518 §6 and RFC 8037 §2. */
const PUBLIC: Readonly<Record<string, readonly string[]>> = {
  EC: ['x', 'y'],
  OKP: ['x'],
  RSA: ['n', 'e'],
};
const FOR_URLS = /^[\w-]+$/;

const ofKeys =
  (judge: (keys: readonly Json[]) => CheckResult): Check =>
  (exchange) => {
    if (!isAccepted(exchange)) return undefined;
    const keys = elements(exchange?.response.body, 'keys').filter(isObject);
    return keys.length === 0 ? 'inapplicable' : judge(keys);
  };

/** The completion of a successful lookup; `undefined` if there is none. */
function acceptedIn(exchange: CompleteExchange | undefined): Json | undefined {
  const found = member(exchange?.response.body, 'acceptedCompletion');
  return isAccepted(exchange) && isObject(found) ? found : undefined;
}

const balanceIn = (exchange: CompleteExchange | undefined, ...path: readonly string[]): number =>
  isAccepted(exchange) ? Number(member(exchange?.response.body, ...path, 'balance')) : Number.NaN;

export const LATER_CHECKS: Readonly<Record<string, Check>> = {
  arePublic: ofKeys((keys) => {
    const shown = keys.flatMap((key, i) =>
      PRIVATE.filter((name) => (key[name] ?? undefined) !== undefined).map((name) => [i, name]),
    );
    return shown
      .slice(0, 1)
      .map(([i, name]) => finding(`/keys/${i}/${name}`, 'none, because it is private', 'a value'));
  }),
  nameTheirType: ofKeys((keys) => {
    const without = keys.findIndex((key) => string(key, 'kty') === '');
    return unless(without < 0, `/keys/${without}/kty`, 'a type of key', 'none');
  }),
  areForUrls: ofKeys((keys) => {
    const values = keys.flatMap((key, i) =>
      (PUBLIC[string(key, 'kty')] ?? []).map((name) => [i, name, key[name]] as const),
    );
    const wrong = values.find(([, , value]) => typeof value === 'string' && !FOR_URLS.test(value));
    if (values.length === 0) return 'inapplicable';
    if (wrong === undefined) return [];
    const [i, name, value] = wrong;
    return [finding(`/keys/${i}/${name}`, 'base64url without padding', shownBytes(value))];
  }),
  haveOwnIds: ofKeys((keys) =>
    repeated(
      '/keys/kid',
      keys.map((key) => string(key, 'kid')).filter((id) => id !== ''),
    ),
  ),
  hasTimes: (...exchanges) =>
    all(
      ...exchanges.map((exchange) => {
        if (!isAccepted(exchange)) return undefined;
        const wanted = queryOf(exchange.request.path).getAll('synchronizer_id');
        const shown = elements(exchange.response.body, 'synchronizerTimes').map((one) =>
          string(one, 'synchronizerId'),
        );
        const missing = wanted.find((id) => !shown.some((one) => isPlace(id, one)));
        if (missing !== undefined) return [lacking(missing, '/synchronizerTimes')];
        const other = shown.find((one) => !wanted.some((id) => isPlace(id, one)));
        if (other !== undefined) return [unexpected(other, '/synchronizerTimes')];
        return repeated('/synchronizerTimes', shown);
      }),
    ),
  timesAscend: (earlier, later) => {
    if (!isAccepted(earlier) || !isAccepted(later)) return undefined;
    const [before, after] = [earlier, later].map((one) =>
      elements(one?.response.body, 'synchronizerTimes'),
    );
    return eachOf(after ?? [], (time) => {
      const place = string(time, 'synchronizerId');
      const same = before?.find((one) => string(one, 'synchronizerId') === place);
      const [first, second] = [same, time].map((one) => string(one, 'recordTime'));
      const [from, to] = [first, second].map((text) => nanosecondsOf(text ?? ''));
      if (from === undefined || to === undefined) return undefined;
      const at = '/synchronizerTimes/recordTime';
      return unless(to >= from, at, worded`${first} or later`, second);
    });
  },
  respondsAlike: (one, other) => {
    const [expected, actual] = [one?.response.status, other?.response.status];
    if (!other || !expected || ![200, 404].includes(expected)) return undefined;
    if (actual !== expected) return [wrongStatus(expected, actual ?? 0)];
    return expected === 200 ? difference(one?.response.body, other.response.body) : [];
  },
  acceptedIsListed: (byHash, list) => {
    const accepted = acceptedIn(byHash);
    const listed = completionsIn(list);
    if (accepted === undefined || listed === undefined) return undefined;
    const same = listed.find(
      ({ offset, commandId }) =>
        offset === accepted['offset'] && commandId === accepted['commandId'],
    );
    // The list may end early, and has the acting parties of its request alone.
    if (same === undefined) return 'inapplicable';
    return difference(
      { ...same, actAs: null },
      { ...accepted, actAs: null },
      '/acceptedCompletion',
    );
  },
  showsEachOutcome: (byHash, list) => {
    const hash = byHash && sentMembers(byHash)['transactionHash'];
    const ofHash = completionsIn(list)?.filter((one) => one['transactionHash'] === hash);
    if (byHash === undefined || ofHash === undefined) return undefined;
    if (ofHash.length === 0) return 'inapplicable';
    if (!isAccepted(byHash)) return expects200(byHash.response.status);
    const made = ofHash.find((one) => !hasFailed(one));
    const shown = acceptedIn(byHash);
    // The server may cut the list of rejected ones, and more may have come meanwhile.
    const last = Math.max(...ofHash.filter(hasFailed).map(({ offset }) => Number(offset)));
    const [newest] = elements(byHash.response.body, 'lastRejectedCompletions');
    const at = '/lastRejectedCompletions/0/offset';
    const isThere = last < 0 || Number(member(newest, 'offset')) >= last;
    return all(
      made && difference(made['offset'], shown?.['offset'], '/acceptedCompletion/offset'),
      unless(isThere, at, worded`${last} or more`, describe(member(newest, 'offset'))),
    );
  },
  toldApart: (byHash) => {
    if (!isAccepted(byHash)) return undefined;
    const hash = sentMembers(byHash as CompleteExchange)['transactionHash'];
    const accepted = acceptedIn(byHash);
    if (accepted !== undefined && hasFailed(accepted))
      return [finding('/acceptedCompletion/status', 'no error', describe(accepted['status']))];
    const rejected = elements(byHash?.response.body, 'lastRejectedCompletions').filter(isObject);
    let last = Number.POSITIVE_INFINITY;
    for (const [i, one] of rejected.entries()) {
      const at = `/lastRejectedCompletions/${i}` as const;
      if (!hasFailed(one)) return [finding(`${at}/status`, 'an error', describe(one['status']))];
      if (one['transactionHash'] !== hash)
        return [finding(`${at}/transactionHash`, describe(hash), describe(one['transactionHash']))];
      const offset = Number(one['offset']);
      if (!(offset < last))
        return [finding(`${at}/offset`, worded`less than ${last}`, describe(one['offset']))];
      last = offset;
    }
    return accepted === undefined && rejected.length === 0 ? 'inapplicable' : [];
  },
  /** Nothing follows if the balance changes by itself. Of requests with one id, one counts. */
  addsAll: (before, still, back, sum, ...changes) => {
    const [first, second] = [balanceIn(before), balanceIn(still)];
    const [start, end] = [balanceIn(back, 'response'), balanceIn(sum)];
    if (first !== second || first !== start || Number.isNaN(end)) return undefined;
    const accepted = changes.filter(isAccepted).map(sentMembers);
    if (accepted.length < changes.length) return undefined;
    const deltas = new Map(accepted.map((one) => [one['deduplicationId'], one['balanceDelta']]));
    const total = [...deltas.values()].reduce<number>((to, delta) => to + Number(delta), start);
    return unless(end === total, '/balance', total, end);
  },
  /** Nothing follows if the balance changes by itself. */
  changesBalance: (before, still, add, late, back) => {
    const [first, second] = [balanceIn(before), balanceIn(still)];
    const [more, now, less] = [add, late, back].map((one) => balanceIn(one, 'response')) as [
      number,
      number,
      number,
    ];
    if ([first, second, more, now, less].some(Number.isNaN) || first !== second) return undefined;
    const delta = Number(sentMembers(add as CompleteExchange)['balanceDelta']);
    if (more !== first + delta) return [finding('/response/balance', first + delta, more)];
    // What a repeated change did in between is judged by its own rule.
    return less === now - delta ? [] : [finding('/response/balance', now - delta, less)];
  },
};
