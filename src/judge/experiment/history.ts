/** Evidence about a failure that began during the run: right responses before it, and the requests in between. */
import { isDeepStrictEqual } from 'node:util';
import { NO_CHANCE } from '../../availability/numbers.ts';
import type { Share } from '../../availability/timeline.ts';
import type { Operation } from '../../contract/contract.ts';
import {
  type Call,
  type Exchange,
  endOf,
  hasResponse,
  isAccepted,
  isRepetition,
  type Kept,
} from '../../model/index.ts';
import { isSameCall, keyOf } from '../../plan/call.ts';
import { BEFORE, COMPARED, NAMED_IN_TEXT } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import { differingPlaces } from './earlier.ts';
import { judgedBy } from './overlap.ts';
import type { Reproduced, Trials } from './trials.ts';

export class History {
  readonly #trials: Trials;
  readonly #kept: readonly Kept[];
  readonly #own = new Map<Operation, readonly Exchange[]>();

  constructor(trials: Trials, kept: readonly Kept[]) {
    this.#trials = trials;
    this.#kept = kept;
  }

  /** The last right response to the same request. */
  rightBefore(observed: Observations, shown: Failure): Exchange | undefined {
    const { culprit } = shown;
    const own = this.#ownOf(shown);
    const isRight = (one: Exchange): boolean => this.#fails(observed, shown, one) === false;
    const same = own.filter((one) => one !== culprit && isSameCall(one.request, culprit.request));
    return same.slice(0, BEFORE).findLast(isRight);
  }

  /** How often the same request failed in the run, if it met the rule again after it had failed: then nothing lasts. */
  atTimes(observed: Observations, shown: Failure): Pick<Reproduced, 'runs' | 'failed'> | undefined {
    if ('relation' in observed.requirement) return undefined;
    const results = this.#ownOf(shown)
      .filter(({ request }) => isSameCall(request, shown.culprit.request))
      .flatMap((one) => this.#fails(observed, shown, one) ?? []);
    const first = results.indexOf(true);
    if (first < 0 || !results.includes(false, first)) return undefined;
    return { runs: results.length, failed: results.filter(Boolean).length };
  }

  /**
   * How many responses are wrong: those to the same request if it was sent often enough, else those to any valid request.
   * `undefined` if too few are wrong to say so.
   */
  shareOf(observed: Observations, shown: Failure): Share | undefined {
    const { culprit } = shown;
    // Repetitions follow each other, so that a failure that comes in turns may hide from them.
    const inScan = this.#kept.filter(({ purpose }) => !isRepetition(purpose));
    const own = judgedBy(observed, shown, inScan).filter(({ response }) =>
      isAlike(response, culprit.response),
    );
    const same = own.filter(({ request }) => isSameCall(request, culprit.request));
    const isOfAny = !('relation' in observed.requirement);
    const whole = { ...shown, ...(shown.sent && { exchanges: shown.exchanges ?? shown.sent }) };
    for (const all of isOfAny ? [same, own.slice(-COMPARED)] : [same]) {
      const results = all.flatMap((one) => this.#fails(observed, whole, one) ?? []);
      const failing = results.filter(Boolean).length;
      // Of responses that should be equal, the rarer ones are wrong.
      const count = isOfAny ? failing : Math.min(failing, results.length - failing);
      if (count >= NO_CHANCE && count < results.length) return { count, of: results.length };
    }
    return undefined;
  }

  /** The right response, and the exchanges between it and the first wrong one. */
  since(
    observed: Observations,
    shown: Failure,
    right: Exchange,
  ): Pick<Reproduced, 'rows' | 'after' | 'origin' | 'isAfterChange'> {
    const { culprit } = shown;
    const own = this.#ownOf(shown);
    const later = own.slice(own.indexOf(right) + 1);
    const isAlike = (one: Exchange): boolean => one.response?.status === culprit.response?.status;
    const wrong = later.find((one) => isAlike(one) && this.#fails(observed, shown, one)) ?? culprit;
    const before = this.#latest(
      ({ exchange }) =>
        endOf(exchange) >= right.startedAt &&
        exchange.startedAt <= endOf(wrong) &&
        ![right, wrong, culprit].includes(exchange),
      culprit.request.operation,
    );
    const all = [...this.#kept.filter(({ exchange }) => exchange === right), ...before];
    // What the failing request gets since then is what another one to its path got first.
    const isKept = sameAs(wrong, shown.findings[0]);
    const origins = own.filter(
      (one) =>
        one.startedAt >= right.startedAt &&
        one.startedAt < wrong.startedAt &&
        one.request.path === culprit.request.path &&
        !isSameCall(one.request, culprit.request) &&
        isKept(one) &&
        !isKept(right),
    );
    // Of several, the one with the most in common says what matters.
    const differing = ({ request }: Exchange): number =>
      differingPlaces(request, culprit.request).length;
    const [origin] = origins.sort((a, b) => differing(a) - differing(b));
    const isChanged = this.#kept.some(
      ({ exchange }) =>
        (exchange.request.operation.effect ?? 'read') !== 'read' &&
        isAccepted(exchange) &&
        endOf(exchange) >= right.startedAt &&
        exchange.startedAt <= endOf(wrong),
    );
    return {
      ...(origin && { origin: origin.request }),
      ...(isChanged && { isAfterChange: true }),
      rows: [...all.map(({ exchange }) => [exchange.request]), [culprit.request]],
      after: all.map(({ purpose }) => purpose),
    };
  }

  /**
   * A request whose first response came after wrong ones to another request, and was right, if the first response to each
   * request is right and every later one is wrong: it gets a wrong response too if that depends on the first one.
   */
  rightAtFirst(observed: Observations, shown: Failure): Call | undefined {
    const byCall = new Map<string, { readonly one: Exchange; readonly isWrong: boolean }[]>();
    for (const one of this.#ownOf(shown)) {
      const isWrong = this.#fails(observed, shown, one);
      if (isWrong === undefined) continue;
      // The headers may differ.
      const { method, path, body } = one.request;
      const key = JSON.stringify([method, path, body]);
      byCall.set(key, [...(byCall.get(key) ?? []), { one, isWrong }]);
    }
    const all = [...byCall.values()];
    if (!all.every((own) => own.every(({ isWrong }, i) => isWrong === i > 0))) return undefined;
    const since = Math.min(...all.flatMap(([, second]) => second?.one.startedAt ?? []));
    return all.find(([first]) => first && first.one.startedAt > since)?.[0]?.one.request;
  }

  /**
   * The last right response of the operation, if its request has got a wrong one since, as all others of the operation
   * have: it is the operation that changed. A rejection is wrong with the status of the blamed one.
   */
  turned(observed: Observations, shown: Failure): Exchange | undefined {
    const { request, response } = shown.culprit;
    const status = response?.status ?? 0;
    if (status < 400 && 'relation' in observed.requirement) return undefined;
    const own = this.#ownOf(shown).filter(({ request: { method } }) => method === request.method);
    const isRight = (one: Exchange): boolean =>
      status < 400
        ? this.#fails(observed, shown, one) === false
        : (one.response?.status ?? status) < 300;
    const last = own.findLastIndex((one) =>
      status < 400 ? isRight(one) : one.response?.status !== status,
    );
    const since = new Set(own.slice(last + 1).map((one) => keyOf(one.request)));
    return own.findLast((one) => since.has(keyOf(one.request)) && isRight(one));
  }

  /** One request of each kind that came before the failure. */
  kinds({ culprit }: Failure): readonly Kept[] {
    return this.#latest(
      ({ exchange }) => exchange.startedAt <= culprit.startedAt && exchange !== culprit,
    );
  }

  /** The latest exchange of each operation and status, with one operation before others. */
  #latest(isMeant: (one: Kept) => boolean, first?: Operation): readonly Kept[] {
    const latest = new Map<string, Kept>();
    for (const one of this.#kept) {
      const { request, response } = one.exchange;
      if ((request.operation.effect ?? 'read') !== 'read' || !isMeant(one)) continue;
      // What is not served changes no state of the operation in whose place it was requested.
      if (one.purpose.about?.startsWith('absent')) continue;
      const kind = `${request.operation.key} ${response?.status}`;
      latest.delete(kind);
      latest.set(kind, one);
    }
    const all = [...latest.values()];
    const own = all
      .filter(({ exchange }) => exchange.request.operation === first)
      .slice(-NAMED_IN_TEXT);
    const others = all.filter((one) => !own.includes(one)).slice(own.length - NAMED_IN_TEXT);
    return own.length === NAMED_IN_TEXT
      ? own
      : all.filter((one) => [...own, ...others].includes(one));
  }

  #fails(observed: Observations, shown: Failure, one: Exchange): boolean | undefined {
    return this.#trials.failsWith(observed, shown, one);
  }

  /** The exchanges of an operation with a response, in the order in which they began. */
  #ownOf({ culprit: { request } }: Failure): readonly Exchange[] {
    const { operation } = request;
    const known =
      this.#own.get(operation) ??
      this.#kept
        .map(({ exchange }) => exchange)
        .filter((one) => one.request.operation === operation && hasResponse(one))
        .sort((a, b) => a.startedAt - b.startedAt);
    this.#own.set(operation, known);
    return known;
  }
}

/** True for a response with the same header, if the finding is about one, or with the same status and text. */
function sameAs(
  { response: wrong }: Exchange,
  finding: Failure['findings'][number] | undefined,
): (one: Exchange) => boolean {
  if (finding?.at.part === 'header') {
    const { name } = finding.at;
    return ({ response }) => isDeepStrictEqual(response?.headers[name], wrong?.headers[name]);
  }
  return ({ response }) => response?.status === wrong?.status && response?.text === wrong?.text;
}

/** True for a success, and for a response with the same status. */
function isAlike(one: Exchange['response'], other: Exchange['response']): boolean {
  return one !== undefined && (one.status < 300 || one.status === other?.status);
}
