/** The failures of a report, sent again. */

import type { Finding, Report, Requirement, Verdict } from '../../model/index.ts';
import { type RunOptions, run } from '../../run/run.ts';
import { casePath, onlyCase, onlyPresenceProbes, PRESENCE } from './case.ts';

/** What became of a failure. */
export interface Replayed {
  /** As the report has it. */
  readonly before: Verdict;
  /** `changed`: it fails with other findings, or is inconclusive now. */
  readonly fate: 'fixed' | 'still-fails' | 'changed';
  /** The verdict on what was sent now; absent when nothing could be sent. */
  readonly now?: Verdict;
  /** What the reader has to know of it. */
  readonly remark?: string;
}

/** So often goes out what failed only now and then: one failure in 40 shows itself with 99 %. */
const COPIES = 192;

/** How a report notes a failure that one request by itself need not show. */
const UNSTEADY =
  /^(intermittent|it failed in|it fails when|it fails right after|it did not come back alone|at random)/;

function isUnsteady(note: string | undefined): boolean {
  return note !== undefined && UNSTEADY.test(note);
}

/** The failed verdicts, in the report's order; one for each requirement, as a run writes them. */
export function failuresIn({ verdicts }: Report): readonly Verdict[] {
  const first = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const { requirement, outcome } = verdict;
    if (outcome === 'failed' && !first.has(requirement)) first.set(requirement, verdict);
  }
  return [...first.values()];
}

/** Requests of one replay, unless the operator allows more: a report may come from anyone. */
export const MOST_REPLAYED = 5_000;

/** Requests beyond the plan for each failure: a few that repeat it, and the requests before it. */
const EXTRA = 50;

/**
 * Sends the failures of a report again, each with its smallest case and one after the other, those that
 * came only now and then many times, together. `options` names the target as it is now.
 */
export async function replayFailures(
  report: Report,
  options: RunOptions,
): Promise<readonly Replayed[]> {
  const failures = failuresIn(report);
  const missing = new Map<string, string>();
  const requirements = failures.flatMap((failed) => again(failed, report, options, missing) ?? []);
  const { only: _, level: __, shard: ___, ...rest } = options;
  const surface = {
    ...options.surface,
    requirements: [...requirements, ...witness(report, options, failures)],
  };
  const { run: was } = report;
  const ran =
    requirements.length === 0
      ? undefined
      : await run({
          ...rest,
          surface,
          seed: was.seed,
          runs: Math.max(1, was.runs),
          hunt: options.hunt ?? requirements.length * EXTRA,
          maxRequests: options.maxRequests ?? MOST_REPLAYED,
        });
  const verdicts = new Map(ran?.report.verdicts.map((v) => [v.requirement, v]));
  return failures.map((before) => {
    const { requirement } = before;
    const problem = missing.get(requirement);
    const now = verdicts.get(requirement);
    if (problem !== undefined || ran === undefined || now === undefined) {
      return { before, fate: 'changed', remark: problem ?? 'nothing was sent' };
    }
    return fateOf(before, now, wasSent(before, report, ran));
  });
}

/** Only another operation that was there before shows whether one operation is absent or the whole target. */
function witness(
  { verdicts }: Report,
  { surface }: RunOptions,
  failures: readonly Verdict[],
): readonly Requirement[] {
  if (!failures.some((v) => v.counterexample?.path === PRESENCE)) return [];
  const passed = new Set(verdicts.filter((v) => v.outcome === 'passed').map((v) => v.requirement));
  const served = surface.requirements.find(
    (r) => 'expects' in r && r.expects === 'presence' && passed.has(r.id),
  );
  return served === undefined ? [] : [onlyPresenceProbes(served)];
}

/** The requirement with the failing case alone; none, and why, when this kit has no such case. */
function again(
  { requirement: id, note, counterexample }: Verdict,
  report: Report,
  { surface }: RunOptions,
  missing: Map<string, string>,
): Requirement | undefined {
  const requirement = surface.requirements.find((r) => r.id === id);
  const path = counterexample && casePath(counterexample.path);
  const probe = requirement?.probes.find((p) => p.id === path?.probe);
  if (requirement !== undefined && counterexample?.path === PRESENCE) {
    return onlyPresenceProbes(requirement);
  }
  if (requirement === undefined || path === undefined || probe === undefined) {
    const what = requirement === undefined ? 'no such requirement' : 'no such case';
    missing.set(
      id,
      counterexample?.path.startsWith('entry ')
        ? 'it was seen in recorded traffic, and it is unknown how to bring that about'
        : `this version of Assay has ${what}, or no case is about it: run again`,
    );
    return undefined;
  }
  const often = isUnsteady(note);
  const only = onlyCase(probe, path, {
    seed: counterexample?.seed ?? report.run.seed,
    copies: often ? COPIES : 1,
    onMissing: (problem) => missing.set(id, problem),
  });
  return { ...requirement, probes: [often ? only : { ...only, alone: true }] };
}

function fateOf(before: Verdict, now: Verdict, sent: boolean): Replayed {
  const other = sent ? undefined : 'other values went out than in the report: its fixtures differ';
  const remark = other === undefined ? {} : { remark: other };
  if (now.outcome === 'failed') {
    const fate = isAlike(before.findings, now.findings) ? 'still-fails' : 'changed';
    return { before, now, fate, ...remark };
  }
  // What is sent before the cases can fail a rule and not pass it.
  const { path } = before.counterexample ?? {};
  const conforms = path === PRESENCE && sent && now.outcome === 'untested' && now.exchanges === 0;
  if (now.outcome !== 'passed' && !conforms) {
    return { before, now, fate: 'changed', remark: now.note ?? `${now.reason}` };
  }
  const often = isUnsteady(before.note);
  if (other === undefined && often) {
    const seen = `it failed only now and then, and did not in ${COPIES} repetitions`;
    return { before, now, fate: 'fixed', remark: seen };
  }
  return { before, now, fate: 'fixed', ...remark };
}

/** The actual value may differ from time to time; what is expected, and where, may not. */
function isAlike(before: readonly Finding[], now: readonly Finding[]): boolean {
  const places = (findings: readonly Finding[]): Set<string> =>
    new Set(findings.map(({ at, expected }) => JSON.stringify([at, expected])));
  const [old, next] = [places(before), places(now)];
  return old.size === next.size && [...old].every((one) => next.has(one));
}

/** Whether the very request of the report went out, whatever the base URL is now. */
function wasSent(
  { counterexample }: Verdict,
  { target }: Report,
  { report, evidence }: Awaited<ReturnType<typeof run>>,
): boolean {
  if (counterexample === undefined) return true;
  const { method, url, body } = counterexample.request;
  const below = (text: string, base: string): string =>
    text.startsWith(base) ? text.slice(base.length) : text;
  const path = below(url, target.url);
  const { entries } = (evidence.toJSON() as { log: { entries: readonly Sent[] } }).log;
  return entries.some(
    ({ request }) =>
      request.method === method &&
      below(request.url, report.target.url) === path &&
      request.postData?.text === body,
  );
}

interface Sent {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly postData?: { readonly text: string };
  };
}
