/** A failure that does not come back alone may come back after what was sent before it. */

import type { Call, Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { purposeOf, sendCase } from '../case.ts';
import type { Kept } from '../evidence.ts';
import type { TargetFacts } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { plainOf, sendPlain } from './baselines.ts';
import { type Confirmed, failsIn } from './confirm.ts';

/** This many requests are sent again before a failing case. */
const BEFORE = 24;
/** This many failing cases of a requirement are tried in this way. */
const CASES = 2;
/** The number of times in a row that it must fail after them and pass alone, because data may change by itself. */
const TURNS = 3;
const TURNS_OF_COMPARISONS = 5;

/**
 * Sends the requests before a failing case again, and then the case, to detect effects of earlier requests. Names a
 * single request if that one is enough. Sends only requests that read.
 */
export async function confirmAfterOthers(
  observed: Observations,
  kept: readonly Kept[],
  target: Target,
  known: TargetFacts,
  affordable: () => boolean,
): Promise<Confirmed | undefined> {
  const { comparative = false } = observed.requirement;
  const turns = comparative ? TURNS_OF_COMPARISONS : TURNS;
  for (const failure of observed.failures.slice(0, CASES)) {
    const after = async (calls: readonly Call[]): Promise<Failure | undefined> => {
      for (const [i, call] of calls.entries())
        await target.send(call, { ...purposeOf(failure.at), before: i });
      const { probe } = failure.at.planned;
      const exchanges = await sendCase(
        probe,
        failure.at.steps,
        target.send,
        purposeOf(failure.at, 'again'),
      );
      return failsIn(observed, failure.at, exchanges, known);
    };
    const before = sentBefore(failure.culprit, kept);
    /** The failure, if the case fails each time after these requests, and never by itself. */
    const always = async (calls: readonly Call[]): Promise<Failure | undefined> => {
      let again: Failure | undefined;
      for (let turn = 0; turn < turns; turn++) {
        // An extra request shifts a counter of the server.
        const [plain = failure.culprit.request] = plainOf(failure.at) ?? [];
        if (turn % 2 === 1) await target.send(plain, purposeOf(failure.at, 'between'));
        again = await after(calls);
        if (again === undefined || (await after([])) !== undefined) return undefined;
        if (comparative) await sendPlain(observed, failure.at, target.send, known);
        if (observed.baselineFailsToo) return undefined;
      }
      return again;
    };
    for (const one of oneOfEachResponse(before)) {
      const { request: call } = one.exchange;
      if (!affordable()) return undefined;
      const again = await always([call]);
      if (observed.baselineFailsToo) return undefined;
      if (again === undefined) continue;
      const note = `it fails right after ${call.method} ${call.path}${called(call)}, and not by itself`;
      return { failure: again, steady: false, note, when: 'after-others', before: [one] };
    }
    if (!affordable()) return undefined;
    const back = await always(before.map(({ exchange }) => exchange.request));
    if (back === undefined) continue;
    const note = `it did not come back alone, but after the ${before.length} requests that had been sent before it`;
    return { failure: back, steady: false, note, when: 'after-others', before };
  }
  return undefined;
}

/** The last different requests before this one, in their order. */
function sentBefore(culprit: Exchange, kept: readonly Kept[]): readonly Kept[] {
  const latest = new Map<string, Kept>();
  const earlier = kept.filter(({ exchange }) => exchange.startedAt <= culprit.startedAt);
  for (const one of earlier.slice(-2 * BEFORE)) {
    const { exchange } = one;
    const { request } = exchange;
    if (exchange === culprit || (request.operation.effect ?? 'read') !== 'read') continue;
    const key = keyOf(request);
    latest.delete(key);
    latest.set(key, one);
  }
  return [...latest.values()].slice(-BEFORE);
}

/** The latest exchange of each operation and status, rejections first, because they most often leave state behind. */
function oneOfEachResponse(sent: readonly Kept[]): readonly Kept[] {
  const latest = new Map(
    sent
      .filter(({ exchange }) => exchange.response !== undefined)
      .map((one) => [`${one.exchange.request.operation.key} ${status(one)}`, one] as const),
  );
  return [...latest.values()].sort((a, b) => status(b) - status(a));
}

function status({ exchange }: Kept): number {
  return exchange.response?.status ?? 0;
}

function called({ body }: Call): string {
  if (body === undefined) return '';
  return ` with ${body.length > 80 ? `${body.slice(0, 80)}…` : body}`;
}
