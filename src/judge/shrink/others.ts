/** Further counterexamples of a requirement that fails for more than one cause. */
import { LARGE_PART, TOGETHER } from '../../availability/numbers.ts';
import { isOwnStatus, type Kept } from '../../model/index.ts';
import { type Case, onlyReads } from '../case.ts';
import { failureIn, Trials } from '../experiment/trials.ts';
import { FEW, FOR_ANOTHER } from '../numbers.ts';
import type { Observations } from '../observations.ts';
import { caseOf } from '../planned-cases.ts';
import { putMembersBack } from './absent-members.ts';
import type { ShrinkScene } from './all.ts';
import { explains, explainsCase } from './causes.ts';
import { comparisonsOf } from './compared.ts';
import { differencesOf } from './distinction.ts';
import { byPlainness } from './plainness.ts';
import { type Shrunk, shrink } from './shrink.ts';

interface OtherScene extends ShrinkScene {
  readonly evidence: { readonly kept: readonly Kept[] };
}

/** Repeats failing cases that no known counterexample explains, and shrinks those that fail again. */
export async function findOthers(
  shrunk: ReadonlyMap<Observations, Shrunk>,
  scene: OtherScene,
): Promise<ReadonlyMap<Observations, readonly Shrunk[]>> {
  const { target, known } = scene;
  const found = new Map<Observations, readonly Shrunk[]>();
  const trials = new Trials(target, known);
  const affordable = target.spending(LARGE_PART / 2);
  for (const [observed, first] of shrunk) {
    if (hasOneCause(observed, first, scene)) continue;
    const { requirement } = observed;
    const all = [first];
    let tried = 0;
    for (const one of candidates(observed, all, scene)) {
      if (all.length > FEW || tried >= TOGETHER || !affordable()) break;
      tried++;
      const again = failureIn(observed, one, await trials.again(one, 0), known);
      if (again === undefined || all.some((each) => explains(each, again, observed.passingAt)))
        continue;
      const shrinking = { requirement, send: target.send, known, affordable, most: FOR_ANOTHER };
      const smallest = await shrink(one, shrinking);
      const small = smallest && (await putMembersBack(smallest, scene.plan, shrinking));
      if (small && !all.some((each) => explains(each, small, observed.passingAt))) all.push(small);
    }
    if (all.length > 1) found.set(observed, all.slice(1));
  }
  return found;
}

/** True if one difference separates all failing requests from those that pass. */
function hasOneCause(observed: Observations, first: Shrunk, scene: OtherScene): boolean {
  if (!isOwnStatus(first.findings[0]?.at)) return false;
  const { plan, evidence } = scene;
  // One after the other: the first one often suffices.
  for (const compared of comparisonsOf(observed, first, { plan, kept: evidence.kept }))
    if (differencesOf(plan.fixtures, compared).best !== undefined) return true;
  return false;
}

/** Failing cases that no known failure explains yet: first one of each kind of finding, then by their requests. */
function* candidates(
  { failures, failingAt = new Set(), passingAt, requirement }: Observations,
  known: readonly Shrunk[],
  { plan }: ShrinkScene,
): Generator<Case> {
  const seen = new Set(known.map(({ at }) => at.order));
  for (const failure of failures) {
    // Values that vary give a different finding each time.
    if (requirement.comparative && !isOwnStatus(failure.findings[0]?.at)) continue;
    if (seen.has(failure.at.order) || !onlyReads(failure.at.planned.probe)) continue;
    if (known.some((each) => explains(each, failure, passingAt))) continue;
    seen.add(failure.at.order);
    yield failure.at;
  }
  if (!isOwnStatus(known[0]?.findings[0]?.at)) return;
  const others = [...failingAt].flatMap((order) => caseOf(plan, order) ?? []).sort(byPlainness);
  for (const one of others) {
    if (seen.has(one.order) || !onlyReads(one.planned.probe)) continue;
    if (!known.some((each) => explainsCase(each, one, passingAt))) yield one;
  }
}
