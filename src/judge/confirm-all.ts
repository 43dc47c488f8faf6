/** Which of the scan's failures come back, and how: at once, after other requests, or now and then. */
import { caseAt, type Plan } from '../plan/plan.ts';
import type { Requirement } from '../words.ts';
import { type Case, onlyReads } from './case.ts';
import { type Confirmed, confirmAtOnce, confirmIntermittent } from './confirm.ts';
import { confirmAfterOthers } from './confirm-after.ts';
import { confirmCutOff } from './confirm-cut-off.ts';
import type { Evidence } from './evidence.ts';
import type { Known } from './judge-case.ts';
import type { Tally } from './tally.ts';
import type { Target } from './target.ts';

/** So many requests at most go into finding out after which others something fails. */
const LOOKING_AROUND = 1500;

/** Where failures are looked for again. */
export interface Scene {
  readonly plan: Plan;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly known: Known;
  /** Cases of the scan that lost a request, if only at first. */
  readonly cutOff: readonly Case[];
  /** Told after each tally. */
  readonly report: (tally: Tally) => void;
}

/** The failures that came back, per tally. MAY requirements cannot fail and are not asked again. */
export async function confirmAll(
  tallies: ReadonlyMap<Requirement, Tally>,
  scene: Scene,
): Promise<Map<Tally, Confirmed>> {
  const { plan, target, evidence, known } = scene;
  const confirmed = new Map<Tally, Confirmed>();
  const open = new Set<Tally>();
  let lookedAround = 0;
  for (const tally of tallies.values()) {
    const { requirement } = tally;
    if (tally.failing === 0 || requirement.level === 'MAY') continue;
    let back = target.stopped ? undefined : await confirmAtOnce(tally, target, known);
    const again = !back && worthRepeating(tally);
    if (again && !target.stopped && lookedAround < LOOKING_AROUND) {
      const before = target.requests;
      back = await confirmAfterOthers(tally, evidence.kept, target, known);
      lookedAround += target.requests - before;
    }
    if (back) confirmed.set(tally, back);
    else if (worthRepeating(tally)) open.add(tally);
    scene.report(tally);
  }
  if (open.size > 0 && !target.stopped) {
    const found = await confirmIntermittent(open, target, known, (one, round) =>
      neighbour(plan, one, round),
    );
    for (const [tally, back] of found) confirmed.set(tally, back);
  }
  const unexplained = scene.cutOff.filter(
    ({ planned }) => !planned.requirements.some((r) => failsAlways(r, tallies, confirmed)),
  );
  const lost = await confirmCutOff(unexplained, tallies, target, known);
  for (const [tally, back] of lost) confirmed.set(tally, back);
  return confirmed;
}

/** A request that never gets its answer is a failure of its own. */
function failsAlways(
  requirement: Requirement,
  tallies: ReadonlyMap<Requirement, Tally>,
  confirmed: ReadonlyMap<Tally, Confirmed>,
): boolean {
  const tally = tallies.get(requirement);
  return 'owes' in requirement && tally !== undefined && confirmed.has(tally);
}

/** What differs by itself says nothing, and what changes the target is not sent hundreds of times. */
function worthRepeating({ requirement, plainToo }: Tally): boolean {
  if (plainToo || 'owes' in requirement) return false;
  return requirement.probes.every(onlyReads);
}

/** A case of the same operation whose requests differ from each other and go out together; another each round. */
function neighbour({ probes }: Plan, one: Case, round: number): Case | undefined {
  const planned = probes.find(
    ({ probe }) =>
      probe.togetherAfter !== undefined && probe.operation === one.planned.probe.operation,
  );
  const stratum = planned?.strata[0];
  if (!planned || !stratum) return undefined;
  const steps = caseAt(stratum.stratum, stratum.seed, `${round}`);
  return { planned, stratum, index: round, order: one.order, steps };
}
