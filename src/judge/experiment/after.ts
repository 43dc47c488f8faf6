/** A failure that does not come back by itself may come back after what was sent before it. Sends only requests that read. */
import { INDEPENDENT } from '../../availability/numbers.ts';
import type { Call, Exchange, Kept } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { purposeOf, sendCase } from '../case.ts';
import type { TargetFacts } from '../judge-case.ts';
import { BEFORE } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { notePlain, plainOf } from './baselines.ts';
import type { Confirmed } from './confirmed.ts';
import { EACH_COMPARED, experiment } from './experiment.ts';
import { failsIn } from './trials.ts';

/**
 * Repeats failing cases after the requests before them: after one of each kind, and then after all. It counts if they
 * fail each time there, and never by themselves.
 */
export async function confirmAfterOthers(
  observed: Observations,
  kept: readonly Kept[],
  target: Target,
  known: TargetFacts,
  affordable: () => boolean,
): Promise<Confirmed | undefined> {
  const { comparative = false } = observed.requirement;
  for (const failure of observed.failures.slice(0, INDEPENDENT)) {
    const { at } = failure;
    const own = plainOf(at);
    const after = async (calls: readonly Call[]): Promise<Failure | undefined> => {
      for (const [i, call] of calls.entries())
        await target.send(call, { ...purposeOf(at), before: i });
      const { probe } = at.planned;
      const exchanges = await sendCase(probe, at.steps, target.send, purposeOf(at, 'again'));
      return failsIn(observed, at, exchanges, known);
    };
    const before = sentBefore(failure.culprit, kept);
    const all = {
      calls: before,
      note: `it did not recur alone, only after the ${before.length} requests that had been sent before it`,
    };
    for (const { calls, note } of [...oneOfEachResponse(before), all]) {
      if (!affordable()) return undefined;
      const requests = calls.map(({ exchange }) => exchange.request);
      let again: Failure | undefined;
      const { decision } = await experiment(async (n) => {
        // An extra request shifts a counter of the server.
        const [plain = failure.culprit.request] = own ?? [];
        if (n % 2 === 1) await target.send(plain, purposeOf(at, 'between'));
        again = await after(requests);
        if (again === undefined || (await after([])) !== undefined) return false;
        if (own !== undefined && comparative) {
          const sent = await sendCase(at.planned.probe, own, target.send, purposeOf(at, 'plain'));
          notePlain(observed, at, sent, known);
        }
        return !observed.baselineFailsToo;
      }, EACH_COMPARED);
      if (observed.baselineFailsToo) return undefined;
      if (again !== undefined && decision === 'confirmed')
        return { failure: again, steady: false, note, when: 'after-others', before: calls };
    }
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
function oneOfEachResponse(sent: readonly Kept[]) {
  const latest = new Map(
    sent
      .filter(({ exchange }) => exchange.response !== undefined)
      .map((one) => [`${one.exchange.request.operation.key} ${status(one)}`, one] as const),
  );
  return [...latest.values()]
    .sort((a, b) => status(b) - status(a))
    .map((one) => {
      const { request } = one.exchange;
      const what = `${request.method} ${request.path}${called(request)}`;
      return { calls: [one], note: `it fails right after ${what}, but not when it is sent alone` };
    });
}

function status({ exchange }: Kept): number {
  return exchange.response?.status ?? 0;
}

function called({ body }: Call): string {
  if (body === undefined) return '';
  return ` with ${body.length > 80 ? `${body.slice(0, 80)}…` : body}`;
}
