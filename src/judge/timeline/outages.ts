/**
 * Times at which a gateway responded in place of the target, as during a restart: all requests get one status, and the
 * target serves before and after. Such responses are no failures of the target, and show nothing.
 */
import {
  type CompleteExchange,
  type Exchange,
  endOf,
  hasResponse,
  type Kept,
} from '../../model/index.ts';
import { CLOCK_MS, INDEPENDENT, NO_CHANCE } from '../numbers.ts';
import type { Observations } from '../observations.ts';

/** Statuses that gateways send while they do not reach the target. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([404, 502, 503, 504]);

interface Stretch {
  readonly status: number;
  /** When the first and the last response came. */
  readonly from: number;
  to: number;
  refused: number;
  responses: number;
}

export class Outages {
  readonly #stretches: readonly Stretch[] = [];

  /** Finds the outages in these exchanges, among those that failed a requirement. */
  constructor(kept: readonly Kept[], allObserved: Iterable<Observations>) {
    const refusals = [...allObserved].flatMap((observed) => observed.refusals);
    if (refusals.length < NO_CHANCE) return;
    const inCases = new Set(
      kept.filter(({ purpose }) => purpose.group !== undefined).map((one) => one.exchange),
    );
    // Before the scan, ids are looked up for the first time: a 404 may be the target's own.
    const unexpected = new Set(
      refusals.filter((r) => r.response?.status !== 404 || inCases.has(r)),
    );
    const stretches = unexpected.size < NO_CHANCE ? [] : stretchesIn(kept, unexpected);
    // A target that is away more often in one run is defective.
    this.#stretches = stretches.length <= INDEPENDENT ? stretches : [];
  }

  /** True for a response that came in place of the target's. */
  hold(one: Exchange): boolean {
    return this.#stretches.some((stretch) => isIn(stretch, one));
  }

  /** The number of failures of a requirement during outages. */
  failuresIn({ refusals }: Observations): number {
    return refusals.filter((one) => this.hold(one)).length;
  }

  /** Why a requirement is open that failed only during outages; `undefined` if it failed at other times too. */
  reasonFor(observed: Observations): string | undefined {
    const [first] = this.#stretches;
    const all = observed.failing > 0 && this.failuresIn(observed) === observed.failing;
    return first && all ? inWords(first) : undefined;
  }
}

function inWords({ status, from, to, responses }: Stretch): string {
  const seconds = ((to - from) / 1000).toFixed(1);
  return `the target was away for ${seconds} s: ${responses} responses in a row were ${status}, and what was sent again was served`;
}

function isIn({ status, from, to }: Stretch, one: Exchange): boolean {
  return one.response?.status === status && mayPrecede(one, to) && endOf(one) >= from;
}

function stretchesIn(kept: readonly Kept[], unexpected: ReadonlySet<Exchange>): Stretch[] {
  const all = kept
    .map(({ exchange }) => exchange)
    .filter(hasResponse)
    .sort((a, b) => endOf(a) - endOf(b));
  const found: Stretch[] = [];
  let now: Stretch | undefined;
  let served = false;
  for (const one of all) {
    const { status } = one.response;
    if (now && status !== now.status) {
      // A request that was in flight at the start of the outage may get its response later.
      if (mayPrecede(one, now.from)) continue;
      if (served && now.refused >= NO_CHANCE && isServed(one))
        found.push({ ...now, to: endOf(one) });
      now = undefined;
    }
    served ||= isServed(one);
    if (now && unexpected.has(one)) {
      now.to = endOf(one);
      now.refused++;
    }
    // A refusal may arrive after the first response of the target, to a request from before it.
    const isLate = found.some((stretch) => isIn(stretch, one));
    if (!now && !isLate && unexpected.has(one) && OF_GATEWAYS.has(status))
      now = { status, from: endOf(one), to: endOf(one), refused: 1, responses: 0 };
  }
  for (const one of found) one.responses = all.filter((exchange) => isIn(one, exchange)).length;
  return found;
}

function isServed({ response: { status } }: CompleteExchange): boolean {
  return !OF_GATEWAYS.has(status);
}

/** True unless the request certainly started after this end of another one. */
function mayPrecede({ startedAt }: Exchange, end: number): boolean {
  return startedAt < end + CLOCK_MS;
}
