/** Failures of certain times: the same request is right, then wrong for a while, then right again. */
import { INDEPENDENT, NO_CHANCE } from '../../availability/numbers.ts';
import { type Exchange, isOwnStatus, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { judgedBy } from '../experiment/overlap.ts';
import type { Failure } from '../observations.ts';
import { groupOf, type Suspect } from './suspect.ts';

/** One response to a request, and whether it was wrong. */
export interface Seen {
  readonly at: number;
  readonly isWrong: boolean;
}

/** Wrong and right responses lie in longer runs than by chance, by so many standard deviations. */
const FAR = 4;
/** The most requests that look for a change by time alone, and the pause between them, in milliseconds. */
const LOOKS = 12;
const PAUSE_MS = 500;
/** Bounds of a duration that are further apart say nothing. */
const NARROW = 1.6;

/** Finds periods; looks once for each kind of failure. */
export class Periods {
  readonly #looked = new Map<string, readonly Seen[]>();

  async of(suspect: Suspect): Promise<Pattern | undefined> {
    const { shown, back, trials, affordable } = suspect;
    if (back.when === 'beside-others' || back.when === 'after-others') return undefined;
    const sequences = sequencesOf(suspect);
    if (!isInPeriods(sequences)) return undefined;
    const group = groupOf(shown);
    let looks = this.#looked.get(group);
    if (looks === undefined) {
      const made: Seen[] = [];
      for (let n = 0; n < LOOKS && affordable(); n++) {
        const call = { ...shown.culprit.request, delayMs: n === 0 ? 0 : PAUSE_MS };
        const one = await trials.send(call, shown.at);
        const isWrong = wrongIn(suspect)(one);
        if (isWrong !== undefined) made.push({ at: one.startedAt, isWrong });
      }
      looks = made;
      this.#looked.set(group, looks);
    }
    const ms = durationIn([...sequences, looks]);
    return { is: 'period', ...(ms !== undefined && { ms }) };
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

/**
 * True if the wrong responses lie together in time, by the test of Wald and Wolfowitz over all requests, and some
 * requests are right before and after.
 */
export function isInPeriods(sequences: readonly (readonly Seen[])[]): boolean {
  const isBetween = (all: readonly Seen[]): boolean => {
    const [first, last] = [all.findIndex((s) => s.isWrong), all.findLastIndex((s) => s.isWrong)];
    return first > 0 && last < all.length - 1 && last > first;
  };
  const between = sequences.filter((all) => isBetween(all) && runsIn(all) <= 2 * INDEPENDENT + 1);
  if (between.length < INDEPENDENT) return false;
  let [excess, variance, wrong] = [0, 0, 0];
  for (const all of sequences) {
    const n = all.length;
    const n1 = all.filter((one) => one.isWrong).length;
    const both = 2 * n1 * (n - n1);
    wrong += n1;
    excess += runsIn(all) - 1 - both / n;
    variance += n > 1 ? (both * (both - n)) / (n * n * (n - 1)) : 0;
  }
  return wrong >= NO_CHANCE && variance > 0 && excess / Math.sqrt(variance) < -FAR;
}

function runsIn(all: readonly Seen[]): number {
  return all.filter((one, i) => i === 0 || one.isWrong !== all[i - 1]?.isWrong).length;
}

/** How long it is wrong at a time, in milliseconds, if the times that were seen agree; otherwise `undefined`. */
export function durationIn(sequences: readonly (readonly Seen[])[]): number | undefined {
  let [least, most] = [0, Number.POSITIVE_INFINITY];
  for (const all of sequences)
    for (const [i, one] of all.entries()) {
      const before = all[i - 1];
      if (!one.isWrong || before?.isWrong === true) continue;
      const end = all.findIndex((later, k) => k > i && !later.isWrong);
      const last = all.at(end < 0 ? -1 : end - 1) ?? one;
      least = Math.max(least, last.at - one.at);
      const after = end < 0 ? undefined : all[end];
      if (before && after) most = Math.min(most, after.at - before.at);
    }
  if (least === 0 || most < least || most > NARROW * least) return undefined;
  return Math.round((least + most) / 2);
}
