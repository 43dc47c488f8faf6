/** A small counterexample for each failure: a known one if it fits, otherwise a new shrink. */
import { LARGE_PART } from '../../availability/numbers.ts';
import { keyOf } from '../../plan/call.ts';
import { caseAt, type Plan, seedFor } from '../../plan/plan.ts';
import { type Case, purposeOf, sendCase } from '../case.ts';
import { type Confirmed, rank } from '../experiment/confirmed.ts';
import { judgeOne, type TargetFacts } from '../judge-case.ts';
import { HALF } from '../numbers.ts';
import type { Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { putMembersBack } from './absent-members.ts';
import { flawOf } from './plainness.ts';
import { type Shrunk, shrink } from './shrink.ts';

export interface ShrinkScene {
  readonly plan: Plan;
  readonly target: Target;
  readonly known: TargetFacts;
}

/** Receives progress while failures shrink. */
interface Listener {
  /** Called before each requirement. */
  readonly report: (observed: Observations) => void;
  readonly onShrunk: (observed: Observations, back: Confirmed, smallest: Shrunk) => void;
}

/** A shrink that is done. */
interface Done {
  readonly observed: Observations;
  readonly shrunk: Shrunk;
}

/** The counterexamples of the failures that occur again at once, the strongest levels first. */
export async function shrinkAll(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  scene: ShrinkScene & Listener,
): Promise<Map<Observations, Shrunk>> {
  const { target, known } = scene;
  const smallest = new Map<Observations, Shrunk>();
  const done: Done[] = [];
  const forAll = target.spending(LARGE_PART);
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  const keep = (observed: Observations, back: Confirmed, shrunk: Shrunk): void => {
    smallest.set(observed, shrunk);
    scene.onShrunk(observed, back, shrunk);
  };
  for (const [observed, back] of strongest) {
    const { steady, failure } = back;
    scene.report(observed);
    if (!steady || 'expects' in observed.requirement) continue;
    const flaw = flawOf(failure.at.planned.probe, failure.at.steps);
    const plain = done.filter(({ shrunk: { at } }) => flawOf(at.planned.probe, at.steps) <= flaw);
    const same =
      sameCase(observed, plain, known) ??
      (forAll() ? await siblingCase(observed, plain, scene) : undefined);
    if (same) {
      keep(observed, back, same);
      continue;
    }
    if (!forAll()) continue;
    const forOne = target.spending(HALF);
    const affordable = (): boolean => forAll() && forOne();
    const shrinking = { requirement: observed.requirement, send: target.send, known, affordable };
    const first = await shrink(failure.at, shrinking);
    if (!first) continue;
    const shrunk = await putMembersBack(first, scene.plan, shrinking);
    keep(observed, back, shrunk);
    done.push({ observed, shrunk });
  }
  return smallest;
}

/** A known counterexample that fails this requirement as well. Nothing is sent. */
function sameCase(
  { requirement }: Observations,
  done: readonly Done[],
  known: TargetFacts,
): Shrunk | undefined {
  for (const { shrunk } of done) {
    const { at, exchanges } = shrunk;
    if (!requirement.probes.includes(at.planned.probe)) continue;
    const { planned } = at;
    const { findings, culprit } = judgeOne(
      requirement,
      { planned, steps: exchanges },
      exchanges,
      known,
    );
    if (findings.length > 0 && culprit) return { ...shrunk, findings, culprit, requests: 0 };
  }
  return undefined;
}

/** The counterexample of the same requirement on another operation, sent to this one. */
async function siblingCase(
  { requirement }: Observations,
  done: readonly Done[],
  { plan, target, known }: ShrinkScene,
): Promise<Shrunk | undefined> {
  for (const { observed, shrunk } of done) {
    const { at } = shrunk;
    if (localName(observed.requirement.id) !== localName(requirement.id)) continue;
    if (target.left <= 0) return undefined;
    const planned = plan.probes.find(
      ({ probe }) =>
        requirement.probes.includes(probe) &&
        localName(probe.id) === localName(at.planned.probe.id),
    );
    const caseGroup = planned?.caseGroups.find((s) => s.group.label === at.caseGroup.group.label);
    if (!planned || !caseGroup || planned.probe === at.planned.probe) continue;
    const steps = stepsAt(caseGroup.group, at.caseGroup.seed, shrunk.path);
    if (steps === undefined) continue;
    const one = { planned, caseGroup, index: at.index, order: planned.firstCase, steps };
    const purpose = purposeOf(one, 'case', { index: shrunk.path });
    const exchanges = await sendCase(planned.probe, steps, target.send, {
      ...purpose,
      kind: 'sibling',
    });
    const { findings, culprit } = judgeOne(requirement, one, exchanges, known);
    if (findings.length === 0 || !culprit) continue;
    const requests = exchanges.length;
    const found = { ...shrunk, at: one, steps, exchanges, findings, culprit, purpose, requests };
    // A fixed alternative is the same case with the run's own seed.
    const own = stepsAt(caseGroup.group, caseGroup.seed, shrunk.path);
    if (own !== undefined && keysOf(own) === keysOf(steps)) return found;
    const seed = seedFor(at.caseGroup.seed, `${planned.probe.id}#${caseGroup.group.label}`);
    return { ...found, seed };
  }
  return undefined;
}

function keysOf(steps: Case['steps']): string {
  return JSON.stringify(steps.map((step) => (typeof step === 'function' ? 'then' : keyOf(step))));
}

/** The case at a path of another operation's case group, if both have similar values. */
function stepsAt(...[caseGroup, seed, path]: Parameters<typeof caseAt>): Case['steps'] | undefined {
  try {
    return caseAt(caseGroup, seed, path);
  } catch {
    return undefined;
  }
}

/** `pets/feed/offered` → `offered`, `feed/good` → `good`. */
function localName(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
