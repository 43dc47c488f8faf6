/**
 * Which failures of the scan come back, and how: at once, under load, after other requests, or now and then.
 * All of it is paid from the requests beyond the plan; MUST comes first.
 */

import type { Requirement } from '../../model/index.ts';
import { caseAt, type Plan } from '../../plan/plan.ts';
import { type Case, onlyReads } from '../case.ts';
import type { Evidence } from '../evidence.ts';
import type { Known } from '../judge-case.ts';
import type { Losses } from '../losses.ts';
import type { Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { confirmAfterOthers } from './after.ts';
import {
  type Confirmed,
  comesBackAgain,
  confirmAtOnce,
  provenUnrepeated,
  rank,
} from './confirm.ts';
import { RandomCrashes } from './crashes.ts';
import { confirmIntermittent } from './intermittent.ts';
import { confirmUnderLoad, failedOften } from './load.ts';
import { confirmWithPatience } from './patience.ts';
import { accidental, randomRefusals } from './random-refusals.ts';
import { Repeats } from './repeats.ts';

/** What one search may spend at most, as a share of the requests that are left when it begins. */
const FOR_COMPANY = 1 / 4;
const FOR_ORDER = 1 / 3;
const FOR_CONNECTIONS = 1 / 3;
const FOR_CHANCE = 1 / 2;

/** Where failures are searched for again. */
export interface Scene {
  readonly plan: Plan;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly known: Known;
  readonly losses: Losses;
  /** How much longer a request without a response is waited for. */
  readonly patienceMs?: number | undefined;
  /** Called after each tally. */
  readonly report: (tally: Observations) => void;
  readonly onConfirmed: (tally: Observations, back: Confirmed) => void;
}

export interface Confirmations {
  readonly confirmed: ReadonlyMap<Observations, Confirmed>;
  /** Failures that are open because the run could not afford to search longer. */
  readonly unaffordable: ReadonlySet<Observations>;
}

/** The failures that came back, per tally. MAY requirements cannot fail and are not repeated. */
export async function confirmAll(
  tallies: ReadonlyMap<Requirement, Observations>,
  scene: Scene,
): Promise<Confirmations> {
  const { plan, target, evidence, known } = scene;
  const confirmed = new Map<Observations, Confirmed>();
  const open = new Set<Observations>();
  const unaffordable = new Set<Observations>();
  const repeats = new Repeats(target);
  const crashes = new RandomCrashes(evidence.kept);
  const failing = [...tallies.values()]
    .filter(({ failing, requirement }) => failing > 0 && requirement.level !== 'MAY')
    .sort((a, b) => rank(a.requirement) - rank(b.requirement));
  const confirm = (tally: Observations, back: Confirmed): void => {
    confirmed.set(tally, back);
    open.delete(tally);
    scene.onConfirmed(tally, back);
  };
  const settle = (found: ReadonlyMap<Observations, Confirmed>): void => {
    for (const [tally, back] of found) confirm(tally, back);
  };
  const explained = (r: Requirement): boolean => {
    const tally = tallies.get(r);
    return 'expects' in r && tally !== undefined && confirmed.has(tally);
  };
  if (!target.stopped) settle(scene.losses.byPosition(tallies));
  if (!target.stopped) settle(await confirmWithPatience(failing, target, scene.patienceMs));
  const mayBeAccident = accidental(evidence.kept);
  for (const tally of failing) {
    if (confirmed.has(tally)) continue;
    crashes.putLast(tally);
    let back = crashes.confirm(tally);
    back ??= target.stopped ? undefined : await confirmAtOnce(tally, repeats, target, known);
    if (back && mayBeAccident(back.failure.culprit))
      back = (await comesBackAgain(tally, back, repeats, known)) ? back : undefined;
    back ??= provenOnce(tally) ?? provenUnrepeated(tally);
    if (back) confirm(tally, back);
    else if (crashes.explain(tally)) tally.atRandom = `${crashes.shareIn(tally)} are server errors`;
    else if (target.left <= 0) unaffordable.add(tally);
    scene.report(tally);
  }
  settle(
    randomRefusals(
      failing.filter((tally) => !confirmed.has(tally) && tally.atRandom === undefined),
      evidence.kept,
    ),
  );
  for (const tally of failing) {
    if (confirmed.has(tally) || tally.baselineFailsToo) continue;
    if (tally.atRandom !== undefined) continue;
    const proven = target.stopped ? provenBefore(tally) : undefined;
    if (proven) confirm(tally, proven);
    else if (worthRepeating(tally)) open.add(tally);
  }
  if (open.size > 0 && !target.stopped) {
    const affordable = target.spending(FOR_ORDER);
    for (const tally of open) {
      if (!affordable()) break;
      const back = await confirmAfterOthers(tally, evidence.kept, target, known, affordable);
      if (back) confirm(tally, back);
      else if (tally.baselineFailsToo) open.delete(tally);
    }
    settle(await confirmUnderLoad(open, plan, target, known, target.spending(FOR_COMPANY)));
  }
  for (const tally of failing) {
    const done = confirmed.has(tally) || tally.atRandom !== undefined || target.stopped;
    const often = done ? undefined : failedOften(tally);
    if (often) confirm(tally, often);
  }
  if (!target.stopped) {
    const affordable = target.spending(FOR_CONNECTIONS);
    settle(await scene.losses.settle({ tallies, target, affordable, explained }));
  }
  if (open.size > 0 && !target.stopped) {
    const beside = (one: Case, round: number): Case | undefined => neighbour(plan, one, round);
    const affordable = target.spending(FOR_CHANCE);
    const { found, finished } = await confirmIntermittent(open, target, known, beside, affordable);
    settle(found);
    if (!finished) for (const tally of open) unaffordable.add(tally);
  }
  return { confirmed, unaffordable };
}

/** The same for what failed only after that: repeated once, alone. */
export async function confirmLater(
  failing: readonly Observations[],
  { target, known }: Pick<Scene, 'target' | 'known'>,
): Promise<ReadonlyMap<Observations, Confirmed>> {
  const confirmed = new Map<Observations, Confirmed>();
  const repeats = new Repeats(target);
  for (const tally of failing) {
    let back = target.stopped ? undefined : await confirmAtOnce(tally, repeats, target, known);
    back ??= provenOnce(tally) ?? provenUnrepeated(tally);
    if (back) confirmed.set(tally, back);
  }
  return confirmed;
}

/** A failure that proves itself counts, though it did not come back. */
function provenOnce({
  requirement,
  failures: [failure],
  failing,
}: Observations): Confirmed | undefined {
  if (requirement.proof !== 'once' || failure === undefined) return undefined;
  const note = `${failing} of the cases of the scan showed it and a repetition did not; each response proves it by itself`;
  return { failure, steady: false, note };
}

/** The run stopped before this could be repeated; a second case that failed stands for the repetition. */
function provenBefore(tally: Observations): Confirmed | undefined {
  const [failure] = tally.failures;
  const { requirement, failing } = tally;
  if (!failure || failing < 2 || requirement.comparative || 'expects' in requirement)
    return undefined;
  const note = `the run stopped before this could be repeated; ${failing} different cases failed`;
  return { failure, steady: false, note };
}

/** What differs by itself shows nothing, and what changes the target is not sent hundreds of times. */
function worthRepeating({ requirement, baselineFailsToo, failures }: Observations): boolean {
  if (baselineFailsToo || 'expects' in requirement) return false;
  // What no case is about has no company to be sent in.
  if (failures.every(({ at }) => at.seenIn !== undefined)) return false;
  return requirement.probes.every(onlyReads);
}

/** A case of the same operation whose requests differ from each other and go out together; another each round. */
function neighbour({ probes }: Plan, one: Case, round: number): Case | undefined {
  const planned = probes.find(
    ({ probe }) =>
      probe.concurrentAfter !== undefined && probe.operation === one.planned.probe.operation,
  );
  const caseGroup = planned?.caseGroups[0];
  if (!planned || !caseGroup) return undefined;
  const steps = caseAt(caseGroup.group, caseGroup.seed, `${round}`);
  return { planned, caseGroup, index: round, order: one.order, steps };
}
