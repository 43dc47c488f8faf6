/** Failures that need other requests at the same time, or come only now and then. */
import { INDEPENDENT, NO_CHANCE, TOGETHER } from '../../availability/numbers.ts';
import { isInOneOf, type Window } from '../../availability/window.ts';
import { hasResponse, isOwnStatus, isSuccess } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, onlyReads, purposeOf, sendCase } from '../case.ts';
import { ownFindings, type TargetFacts } from '../judge-case.ts';
import { FEW } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import { casesBetween, neighbour } from '../planned-cases.ts';
import type { Target } from '../target.ts';
import { Baselines } from './baselines.ts';
import { type Confirmed, rank } from './confirmed.ts';
import { experiment, RARELY } from './experiment.ts';
import { failureIn } from './trials.ts';

export interface CompanyScene {
  readonly plan: Plan;
  readonly target: Target;
  readonly known: TargetFacts;
  readonly affordable: () => boolean;
}

/** Sends failing cases again, together with the cases that were under way at the same time. */
export async function confirmUnderLoad(
  open: ReadonlySet<Observations>,
  { plan, target, known, affordable }: CompanyScene,
): Promise<Map<Observations, Confirmed>> {
  const found = new Map<Observations, Confirmed>();
  const waiting = [...open].filter(({ requirement }) => !requirement.comparative);
  const failing = new Set(waiting.map(({ failures: [first] }) => first?.at.order ?? 0));
  for (const order of [...failing].slice(0, FEW)) {
    if (!affordable()) break;
    const company = casesAround(plan, order);
    const exchanges = await Promise.all(
      company.map((one) =>
        sendCase(one.planned.probe, one.steps, target.send, purposeOf(one, 'load')),
      ),
    );
    const note = `it fails when ${company.length} requests are under way at the same time, but not when it is sent alone`;
    for (const [i, one] of company.entries())
      for (const observed of waiting) {
        if (found.has(observed) || !one.planned.requirements.includes(observed.requirement))
          continue;
        const failure = failureIn(observed, one, exchanges[i] ?? [], known);
        if (failure) found.set(observed, { failure, steady: false, note, when: 'beside-others' });
      }
  }
  return found;
}

/** The cases near one in the plan that only read: they were in flight at the same time. */
export function casesAround({ probes }: Plan, order: number): readonly Case[] {
  const from = order - TOGETHER;
  return probes
    .filter(({ probe }) => onlyReads(probe) && !probe.alone)
    .flatMap((planned) => [...casesBetween(planned, from, from + 2 * TOGETHER)]);
}

/** With the neighbour there are 7, 11 or 9 at a time, so that a counter of the server seldom keeps step. */
const COPIES = [TOGETHER - 2, TOGETHER + 2, TOGETHER] as const;

/**
 * Sends failing cases until a failure of one in forty shows itself, together with copies and with a neighbour that
 * has other members; every open requirement judges them. Those that one more failure confirms come first, the strongest
 * levels before the others. `finished`: the requests lasted.
 */
export async function confirmNowAndThen(
  open: ReadonlySet<Observations>,
  { plan, target, known, affordable }: CompanyScene,
): Promise<{ readonly found: ReadonlyMap<Observations, Confirmed>; readonly finished: boolean }> {
  const found = new Map<Observations, Confirmed>();
  const waiting = new Set([...open].sort((a, b) => turnOf(a) - turnOf(b)));
  const rounds = new Map<Observations, number>();
  const plain = new Baselines();
  let repetitions = 0;
  const inCompany = async (one: Case, round: number): Promise<void> => {
    const beside = neighbour(plan, one, round);
    const copies = COPIES[round % COPIES.length] ?? TOGETHER;
    const { probe } = one.planned;
    const sent = Array.from({ length: copies }, (_, nth) =>
      sendCase(probe, one.steps, target.send, purposeOf(one, 'company', { nth })),
    );
    const other =
      beside && sendCase(beside.planned.probe, beside.steps, target.send, purposeOf(one, 'beside'));
    const [company] = await Promise.all([Promise.all(sent), other]);
    repetitions += company.length;
    const back = new Map<Observations, Failure>();
    for (const observed of waiting) {
      if (!observed.requirement.probes.includes(probe)) continue;
      const failures = company.map((exchanges) => failureIn(observed, one, exchanges, known));
      const first = failures.find((failure) => failure !== undefined);
      if (first) back.set(observed, first);
    }
    await plain.catchUp(back, one, (round + 1) * copies, target.send, known);
    for (const [observed, failure] of back) {
      const { requirement } = observed;
      if (observed.baselineFailsToo) waiting.delete(observed);
      // The baseline may have shown meanwhile that these places change by themselves.
      const findings = ownFindings({ ...failure, requirement }, one.planned, known);
      if (observed.baselineFailsToo || findings.length === 0) continue;
      const failing = (rounds.get(observed) ?? 0) + 1;
      rounds.set(observed, failing);
      if (requirement.comparative && failing < NO_CHANCE) continue;
      waiting.delete(observed);
      const note = `intermittent: ${observed.failing} of the scan's cases failed, and it came back after ${repetitions} repetitions`;
      const again = { ...failure, findings };
      found.set(observed, { failure: again, steady: false, note, when: 'now-and-then' });
    }
  };
  const { decision } = await experiment(async (round) => {
    for (const one of distinctCases(waiting)) {
      if (!affordable()) return undefined;
      await inCompany(one, round);
    }
    return waiting.size === 0;
  }, RARELY);
  return { found, finished: decision !== 'open' };
}

/** Comparative requirements last, and MUST before SHOULD. */
function turnOf({ requirement }: Observations): number {
  return (requirement.comparative ? 2 : 0) + rank(requirement);
}

function distinctCases(allObserved: Iterable<Observations>): Case[] {
  const cases = new Map<number, Case>();
  for (const { failures } of allObserved) {
    const [first] = failures;
    if (first) cases.set(first.at.order, first.at);
  }
  return [...cases.values()].slice(0, 2 * FEW);
}

/**
 * A failure that several cases of the scan showed, each with its own response, and that came back in some repetitions. If
 * none showed it, only a body proves it: a refusal may have followed a moment. Relations between responses and comparisons
 * with a baseline are excluded: their data may change in between.
 */
export function failedOften(
  observed: Observations,
  windows: readonly Window[],
): Confirmed | undefined {
  const { requirement, failedAgain } = observed;
  // A 409 is about a state, which may have ended since.
  const failure = observed.failures.find(
    (one) =>
      one.culprit.response?.status !== 409 &&
      !isInOneOf(windows, one.culprit) &&
      (failedAgain > 0 || isAboutBody(one)),
  );
  const away = observed.refusals.filter((one) => isInOneOf(windows, one));
  const failing = observed.failing - away.length;
  const compares = requirement.comparative === true || !('check' in requirement);
  if (!failure || compares) return undefined;
  // Before the cases, the target may not have known its own data yet.
  if (requirement.ofGoodRequests && observed.failures.every(({ at }) => at.seenIn !== undefined))
    return undefined;
  // A body that breaks the contract is proof.
  const enough = isAboutBody(failure) ? INDEPENDENT : NO_CHANCE;
  if (failing + failedAgain < enough) return undefined;
  const cases = failing === 1 ? '1 case' : `${failing} cases`;
  const scan = `it failed in ${cases} while other requests were under way`;
  const note =
    failedAgain > 0
      ? `${scan}, but not every time one of them was repeated alone`
      : `${scan}, but not when one of them was repeated alone; each response is proof on its own`;
  return { failure, steady: false, note, when: failedAgain > 0 ? 'now-and-then' : 'beside-others' };
}

/** True if the finding is about the body of a success: only the target itself produces one. */
function isAboutBody({ findings: [finding], culprit }: Failure): boolean {
  return !isOwnStatus(finding?.at) && hasResponse(culprit) && isSuccess(culprit);
}
