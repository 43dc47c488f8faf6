/** Failures of certain times: the same request is right, then wrong for a while, then right again. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { type Exchange, isOwnStatus, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { judgedBy } from '../experiment/overlap.ts';
import { LOOKS, MOST_RUNS, RECOVERY_MS } from '../numbers.ts';
import type { Failure } from '../observations.ts';
import { groupOf, type Suspect } from './suspect.ts';

/** One response to a request, and whether it was wrong. */
export interface Seen {
  readonly at: number;
  readonly isWrong: boolean;
}

/** Finds periods; looks once for each kind of failure. */
export class Periods {
  /** True if the request became right again while nothing else was sent. */
  readonly #looked = new Map<string, boolean>();

  async of(suspect: Suspect): Promise<Pattern | undefined> {
    const { shown, back, trials, affordable } = suspect;
    if (back.when === 'beside-others' || back.when === 'after-others') return undefined;
    const before = sequencesOf(suspect);
    if (!areTogether(before, 1) || !before.some(becomesWrong)) return undefined;
    const group = groupOf(shown);
    if (!this.#looked.has(group)) {
      this.#looked.set(group, false);
      const isWrong = wrongIn(suspect);
      let inARow = 0;
      for (let n = 0; n < LOOKS && affordable(); n++) {
        const call = { ...shown.culprit.request, delayMs: n === 0 ? 0 : RECOVERY_MS / 2 };
        const wrong = isWrong(await trials.send(call, shown.at));
        if (inARow >= NO_CHANCE && wrong === false) {
          this.#looked.set(group, true);
          break;
        }
        if (wrong !== undefined) inARow = wrong ? inARow + 1 : 0;
      }
    }
    const all = sequencesOf(suspect);
    const isByTime = this.#looked.get(group) === true;
    if (!isByTime && !(areTogether(all) && comeAndGo(all))) return undefined;
    return { is: 'period', ...durationIn(all) };
  }
}

/** Whether a response shows the failure; `undefined` if it shows neither. */
function wrongIn({ observed, shown, trials }: Suspect): (one: Exchange) => boolean | undefined {
  const status = refusalOf(shown);
  if (status === undefined) return (one) => trials.failsWith(observed, shown, one);
  return ({ response }) => {
    if (response === undefined) return undefined;
    if (response.status === status) return true;
    return response.status < 300 ? false : undefined;
  };
}

/** The status of a request that is refused and should not be. */
function refusalOf({ findings: [finding], culprit, at }: Failure): number | undefined {
  const status = culprit.response?.status ?? 0;
  const isRefusal = isOwnStatus(finding?.at) && at.planned.probe.wrong === undefined;
  return isRefusal && status >= 400 ? status : undefined;
}

/** The responses to each request of the operation that got both, in the order of their times. */
function sequencesOf(suspect: Suspect): readonly (readonly Seen[])[] {
  const { observed, shown, kept } = suspect;
  const isRefusal = refusalOf(shown) !== undefined;
  if (!isRefusal && 'relation' in observed.requirement) return [];
  const { operation } = shown.culprit.request;
  const own = isRefusal
    ? kept.flatMap(({ exchange }) => (exchange.request.operation === operation ? exchange : []))
    : judgedBy(observed, shown, kept);
  const isWrong = wrongIn(suspect);
  const byCall = new Map<string, Seen[]>();
  for (const one of own.toSorted((a, b) => a.startedAt - b.startedAt)) {
    const wrong = isWrong(one);
    if (wrong === undefined) continue;
    const key = keyOf(one.request);
    const seen = byCall.get(key) ?? [];
    byCall.set(key, seen);
    seen.push({ at: one.startedAt, isWrong: wrong });
  }
  return [...byCall.values()].filter(
    (all) => all.some((one) => one.isWrong) && !all.every((one) => one.isWrong),
  );
}

/** Some requests change twice, and at least one of them is right, then wrong for a while, and then right. */
function comeAndGo(sequences: readonly (readonly Seen[])[]): boolean {
  const several = sequences.filter((all) => [3, 4, MOST_RUNS].includes(runsIn(all)));
  const isBetween = (all: readonly Seen[]): boolean => {
    const first = all.findIndex((one, i) => i > 0 && one.isWrong && !all[i - 1]?.isWrong);
    return first > 0 && all.slice(first).some((one) => !one.isWrong);
  };
  return several.length >= INDEPENDENT && several.some(isBetween);
}

function becomesWrong(all: readonly Seen[]): boolean {
  return all.some((one, i) => one.isWrong && all[i - 1]?.isWrong === false);
}

/**
 * True if the wrong responses lie together in time: the test of Wald and Wolfowitz over all requests with so many wrong
 * responses. A single wrong one is often the first or the last, because repetitions begin and end with it.
 */
export function areTogether(
  sequences: readonly (readonly Seen[])[],
  least: number = INDEPENDENT,
): boolean {
  let [excess, variance, wrong] = [0, 0, 0];
  for (const all of sequences) {
    const n = all.length;
    const n1 = all.filter((one) => one.isWrong).length;
    if (n1 < least) continue;
    const both = 2 * n1 * (n - n1);
    wrong += n1;
    excess += runsIn(all) - 1 - both / n;
    variance += n > 1 ? (both * (both - n)) / (n * n * (n - 1)) : 0;
  }
  return wrong >= NO_CHANCE && variance > 0 && excess / Math.sqrt(variance) < -NO_CHANCE;
}

function runsIn(all: readonly Seen[]): number {
  return all.filter((one, i) => i === 0 || one.isWrong !== all[i - 1]?.isWrong).length;
}

/**
 * How long it is wrong at a time, in milliseconds: so long at least, and at most, if the times that were seen agree with
 * one duration; otherwise `undefined`.
 */
export function durationIn(
  sequences: readonly (readonly Seen[])[],
): { readonly leastMs: number; readonly mostMs?: number } | undefined {
  let [leastMs, mostMs] = [0, Number.POSITIVE_INFINITY];
  for (const all of sequences)
    for (const [i, one] of all.entries()) {
      const before = all[i - 1];
      if (!one.isWrong || before?.isWrong === true) continue;
      const end = all.findIndex((later, k) => k > i && !later.isWrong);
      const last = all.at(end < 0 ? -1 : end - 1) ?? one;
      leastMs = Math.max(leastMs, last.at - one.at);
      const after = end < 0 ? undefined : all[end];
      if (before && after) mostMs = Math.min(mostMs, after.at - before.at);
    }
  if (leastMs === 0 || mostMs < leastMs) return undefined;
  return { leastMs, ...(Number.isFinite(mostMs) && { mostMs }) };
}
