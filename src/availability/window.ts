/** Windows of time in which a target, or a gateway before it, refuses all requests. */
import {
  type CompleteExchange,
  type Exchange,
  endOf,
  hasResponse,
  type Kept,
} from '../model/index.ts';
import { INDEPENDENT, NO_CHANCE } from './numbers.ts';

/** Refusals with no served request between them. */
export interface Window {
  readonly first: Exchange;
  /** The requests that were sent before. */
  readonly after: number;
  /** When the first refusal arrived, and the last one so far: in milliseconds, or on a clock of the caller's own. */
  readonly from: number;
  readonly to: number;
  readonly refusals: number;
  readonly operations: ReadonlySet<string>;
}

/** The window that is open now, while exchanges arrive one after the other. */
export class CurrentWindow {
  #open: { -readonly [K in keyof Window]: Window[K] } | undefined;

  get open(): Window | undefined {
    return this.#open;
  }

  /** Adds a refusal that arrived at this time. */
  extend(refusal: Exchange, at: number, after: number): Window {
    const operations = new Set([refusal.request.operation.key, ...(this.#open?.operations ?? [])]);
    this.#open ??= { first: refusal, after, from: at, to: at, refusals: 0, operations };
    return Object.assign(this.#open, { to: at, refusals: this.#open.refusals + 1, operations });
  }

  /** Ends the window; `undefined` for a request that was in flight at its start, and may be served later. */
  end(sentAt: number): Window | undefined {
    if (this.#open === undefined || sentAt < this.#open.from) return undefined;
    const window = this.#open;
    this.#open = undefined;
    return window;
  }
}

/** Statuses that gateways send while they do not reach the target. */
const OF_GATEWAYS: ReadonlySet<number> = new Set([404, 502, 503, 504]);

/**
 * The windows in these exchanges, of those that failed a requirement: all requests get one status of a gateway, and the
 * target serves before and after, as around a restart.
 */
export function windowsIn(kept: readonly Kept[], failed: readonly Exchange[]): readonly Window[] {
  if (failed.length < NO_CHANCE) return [];
  const inCases = new Set(kept.flatMap((k) => (k.purpose.group === undefined ? [] : k.exchange)));
  // Before the scan, ids are looked up for the first time: a 404 may be the target's own.
  const unexpected = new Set(failed.filter((r) => r.response?.status !== 404 || inCases.has(r)));
  const all = kept.map(({ exchange }) => exchange).filter(hasResponse);
  const found: Window[] = [];
  const current = new CurrentWindow();
  let served = false;
  for (const [before, one] of all.sort((a, b) => endOf(a) - endOf(b)).entries()) {
    const { open } = current;
    if (open !== undefined && open.first.response?.status !== one.response.status) {
      const window = current.end(one.startedAt);
      if (window === undefined) continue;
      if (served && window.refusals >= NO_CHANCE && isServed(one))
        found.push({ ...window, to: endOf(one) });
    }
    served ||= isServed(one);
    // A refusal may arrive after the first response of the target, to a request from before it.
    const starts = !isServed(one) && !isInOneOf(found, one);
    if (unexpected.has(one) && (current.open !== undefined || starts))
      current.extend(one, endOf(one), before);
  }
  // A target that is away more often in one run is defective.
  return found.length <= INDEPENDENT ? found : [];
}

/** True for a response that came in place of the target's. */
export function isInOneOf(windows: readonly Window[], one: Exchange): boolean {
  return windows.some((window) => isIn(window, one));
}

function isIn({ first, from, to }: Window, one: Exchange): boolean {
  const isAlike = one.response !== undefined && one.response.status === first.response?.status;
  return isAlike && one.startedAt < to && endOf(one) >= from;
}

function isServed({ response: { status } }: CompleteExchange): boolean {
  return !OF_GATEWAYS.has(status);
}

/** A window of the past, in words. */
export function inWords(window: Window, kept: readonly Kept[]): string {
  const seconds = ((window.to - window.from) / 1000).toFixed(1);
  const responses = kept.filter(({ exchange }) => isIn(window, exchange)).length;
  return `the target was away for ${seconds} s: ${responses} responses in a row were ${window.first.response?.status}, and repeated requests were served`;
}
