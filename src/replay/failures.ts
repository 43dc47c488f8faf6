/** Sends the failures of a report again. */
import { VERSION } from '../exchange/version.ts';
import {
  type Call,
  type Counterexample,
  expects,
  type Finding,
  type Fixtures,
  judgesAnyProbe,
  kindOfPlace,
  type Outcome,
  type Probe,
  purposeIn,
  type Report,
  type Requirement,
  rulesOf,
  type Surface,
  statusesIn,
  type Verdict,
} from '../model/index.ts';
import { problemsOf } from '../report/problems.ts';
import { REASONS } from '../report/reasons.ts';
import { count } from '../report/text.ts';
import { titleOf } from '../report/titles.ts';
import { type RunOptions, run } from '../run/run.ts';
import {
  casePath,
  onlyCases,
  onlyPresenceProbes,
  originalOf,
  PRESENCE_PATH,
  plainRequest,
  requestsOf,
  withProbes,
} from './case.ts';
import { GONE, isGone, isGoneWithProblem, isRightNow, sentAgain } from './gone.ts';

/** The result of replaying a failure. */
export interface Replayed {
  readonly before: Verdict;
  /** `changed`: it fails with other findings, or is inconclusive now. */
  readonly fate: 'fixed' | 'still-fails' | 'changed';
  /** The current verdict; absent if nothing could be sent. */
  readonly now?: Verdict;
  /** A remark for the reader. */
  readonly remark?: string;
}

/** The number of repetitions of an intermittent request: they show a failure of one in 40 with 99 %. */
const COPIES = 192;

/** The failed verdicts in the report's order; one for each requirement, as in a run. */
export function failuresIn({ verdicts }: Report): readonly Verdict[] {
  const first = new Map<string, Verdict>();
  for (const verdict of verdicts) {
    const { requirement, outcome } = verdict;
    if (outcome === 'failed' && !first.has(requirement)) first.set(requirement, verdict);
  }
  return [...first.values()];
}

/** The most requests of one replay, unless the operator allows more: a report may come from anyone. */
export const MAX_REPLAYED = 5_000;

/** Requests beyond the plan for each failure: repetitions, and the requests before it. */
const EXTRA = 150;

/**
 * Sends the failures of a report again, one after another, each with its smallest case; intermittent ones many times
 * and concurrently. `options` describe the current target.
 */
export async function replayFailures(
  report: Report,
  options: RunOptions,
): Promise<readonly Replayed[]> {
  const failures = failuresIn(report);
  const missing = new Map<string, string>();
  const requirements = failures.flatMap((failed) => again(failed, report, options, missing) ?? []);
  const { only: _, level: __, without: ___, shard: ____, ...rest } = options;
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
          maxRequests: options.maxRequests ?? MAX_REPLAYED,
        });
  const verdicts = new Map(ran?.report.verdicts.map((v) => [v.requirement, v]));
  const problems = problemsOf(report);
  const outcomeNow = (id: string): Outcome | undefined => verdicts.get(id)?.outcome;
  const { version } = report.kit;
  const why =
    version === VERSION
      ? 'the fixtures or the data of the target differ'
      : `Assay ${version} made it`;
  const otherValues = `the values sent differ from those in the report: ${why}`;
  const right = failures.filter((v) => verdicts.get(v.requirement)?.outcome === 'passed');
  return failures.map((before) => {
    const { requirement } = before;
    const problem = missing.get(requirement);
    const now = verdicts.get(requirement);
    if (problem !== undefined || ran === undefined || now === undefined) {
      return { before, fate: 'changed', remark: problem ?? 'nothing was sent' };
    }
    const { neverResponded } = ran.report.run;
    if (now.reason === 'unreachable' && neverResponded !== undefined)
      return { before, now, fate: 'changed', remark: `${UNDECIDED}: ${neverResponded}` };
    const sent = sentAgain(before, report, ran);
    const other = sent?.length === 0 ? otherValues : undefined;
    return isGone(before, now, sent) ||
      isRightNow(before, now, right) ||
      isGoneWithProblem(before, now, sent, [problems, outcomeNow])
      ? { before, now, fate: 'fixed', remark: GONE }
      : fateOf(before, now, other);
  });
}

/** Only an operation that existed before shows whether one operation or the whole target is missing. */
function witness(
  { verdicts }: Report,
  { surface }: RunOptions,
  failures: readonly Verdict[],
): readonly Requirement[] {
  if (!failures.some((v) => v.counterexample?.path === PRESENCE_PATH)) return [];
  const passed = new Set(verdicts.filter((v) => v.outcome === 'passed').map((v) => v.requirement));
  const served = surface.requirements.find((r) => expects(r, 'presence') && passed.has(r.id));
  return served === undefined ? [] : [onlyPresenceProbes(served)];
}

/** The requirement with only its failing cases; none if this kit has no such case, with the reason. */
function again(
  failed: Verdict,
  report: Report,
  { surface }: RunOptions,
  missing: Map<string, string>,
): Requirement | undefined {
  const { requirement: id, counterexample } = failed;
  const requirement = surface.requirements.find((r) => r.id === id);
  if (requirement !== undefined && counterexample?.path === PRESENCE_PATH) {
    return onlyPresenceProbes(requirement);
  }
  const examples = counterexample ? [counterexample, ...(failed.otherCounterexamples ?? [])] : [];
  const probes = probesOf(requirement, surface).flatMap((probe) => {
    const cases = examples
      .filter(({ path }) => casePath(path)?.probe === probe.id)
      .flatMap((example) => casesOf(example, failed, report, surface));
    if (cases.length === 0) return [];
    const onMissing = (problem: string): void => {
      missing.set(id, problem);
    };
    const only = onlyCases(
      probe,
      cases.map((one) => ({ ...one, onMissing })),
    );
    return [cases.some(({ copies }) => copies > 1) ? only : { ...only, alone: true as const }];
  });
  if (requirement !== undefined && probes.length > 0) return withProbes(requirement, probes);
  const what = requirement === undefined ? 'no such requirement' : 'no such case';
  missing.set(
    id,
    purposeIn(counterexample?.path ?? '')?.kind === 'entry'
      ? 'it was seen in recorded traffic, and it is unknown how to reproduce it'
      : `this version of Assay has ${what}, or no case covers it: run again`,
  );
  return undefined;
}

/** All probes that may show a failure: for some rules, one exchange of any probe decides. */
function probesOf(requirement: Requirement | undefined, surface: Surface): readonly Probe[] {
  const rules = requirement === undefined ? [] : rulesOf(requirement);
  if (!rules.some(judgesAnyProbe)) return requirement?.probes ?? [];
  return [...new Set(surface.requirements.flatMap(({ probes }) => probes))];
}

/** The case of a counterexample, and the one before shrinking, since a smaller case may become inconclusive. */
function casesOf(
  { path, seed, reproduction }: Counterexample,
  { failsWhen }: Verdict,
  { run: { seed: runSeed } }: Report,
  surface: Surface,
) {
  const found = casePath(path);
  if (found === undefined) return [];
  const { after, runs = 0, failed = 0 } = reproduction ?? {};
  const isUsual = runs > 0 && failed === runs;
  const plain = (fixtures: Fixtures): readonly Call[] =>
    plainRequest(found.probe, surface, fixtures);
  const repeated =
    failsWhen !== undefined ? [{ path: found, seed, copies: COPIES, before: plain }] : [];
  // The requests before it may be the cause unless they were tried in vain.
  if (repeated.length > 0 && !(after !== undefined && failed === runs)) return repeated;
  const before = (fixtures: Fixtures): readonly Call[] => [
    ...plain(fixtures),
    // A request of its own comes from its own seed.
    ...(after ?? []).flatMap((name) =>
      requestsOf([name], surface, fixtures, name.startsWith(`${path}/`) ? seed : runSeed),
    ),
  ];
  const original = originalOf(found);
  // A failure that was not run again may need exactly the requests before it.
  const starts = isUsual ? [before] : [before, undefined];
  const once = [found, ...(original ? [original] : [])].flatMap((one) =>
    starts.map((start) => ({ path: one, seed, copies: 1, ...(start ? { before: start } : {}) })),
  );
  return [...once, ...repeated];
}

const UNDECIDED = 'this time it was not decided';
/** Presence probes are not repeated. */
const SENT_ONCE =
  'it failed only intermittently, so one correct response proves nothing: run again';

function fateOf(before: Verdict, now: Verdict, other: string | undefined): Replayed {
  const sent = other === undefined;
  const remark = other === undefined ? {} : { remark: other };
  if (now.outcome === 'failed') {
    const others = (before.otherCounterexamples ?? []).flatMap(({ findings }) => findings);
    const same = foundAgain(before.findings, now.findings);
    if (same === 0 && foundAgain(others, now.findings) === 0) {
      const ways = `it failed as "${titleOf(before)}" and fails as "${titleOf(now)}"`;
      return { before, now, fate: 'changed', remark: [ways, other].filter(Boolean).join('; ') };
    }
    const all = new Set(before.findings.map(placeOf)).size;
    const part = same < all ? { remark: `${same} of ${count(all, 'finding')} remain` } : {};
    return { before, now, fate: 'still-fails', ...part, ...remark };
  }
  // Requests before the cases can fail a rule, but not pass it.
  const { path } = before.counterexample ?? {};
  const conforms =
    path === PRESENCE_PATH && sent && now.outcome === 'untested' && now.exchanges === 0;
  if (now.outcome !== 'passed' && !conforms) {
    const why = now.note ?? (now.reason && REASONS[now.reason].title) ?? now.outcome;
    return { before, now, fate: 'changed', remark: `${UNDECIDED}: ${why}` };
  }
  const isRandom = before.failsWhen !== undefined;
  if (isRandom && path === PRESENCE_PATH)
    return { before, now, fate: 'changed', remark: SENT_ONCE };
  if (other === undefined && isRandom) {
    const seen = `it failed only intermittently, but not in ${COPIES} repetitions`;
    return { before, now, fate: 'fixed', remark: seen };
  }
  return { before, now, fate: 'fixed', ...remark };
}

/** The number of the report's findings that occur again. */
function foundAgain(before: readonly Finding[], now: readonly Finding[]): number {
  const places = new Set(now.map(placeOf));
  return new Set(before.map(placeOf).filter((place) => places.has(place))).size;
}

/** The place of a finding and its expected statuses. Other values and list indexes may vary with what the target has. */
function placeOf({ at, expected }: Finding): string {
  const place = kindOfPlace(at);
  return at.part === 'connection' ? place : JSON.stringify([place, statusesIn(expected)]);
}
