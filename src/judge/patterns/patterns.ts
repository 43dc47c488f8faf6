/** What the other responses of a run show about its failures: no route, a cut, a time, another request. */
import type { Kept, Pattern } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Confirmed, rank } from '../experiment/confirmed.ts';
import { Trials } from '../experiment/trials.ts';
import type { Facts } from '../facts.ts';
import { HALF } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { ofConcurrent } from './beside.ts';
import { cutOf } from './cut.ts';
import { LeftOvers } from './left-over.ts';
import { noRouteOf } from './no-route.ts';
import { Periods } from './periods.ts';

export interface PatternScene {
  readonly plan: Plan;
  readonly target: Target;
  readonly known: Facts;
  readonly evidence: { readonly kept: readonly Kept[] };
}

/** The patterns of confirmed failures, by the failure that is shown. The strongest levels come first. */
export async function patternsOf(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  shrunk: ReadonlyMap<Observations, Failure>,
  { plan, target, known, evidence }: PatternScene,
): Promise<ReadonlyMap<Failure, Pattern>> {
  const found = new Map<Failure, Pattern>();
  const trials = new Trials(target, known);
  const periods = new Periods();
  const leftOvers = new LeftOvers(plan);
  const affordable = target.spending(HALF);
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  for (const [observed, back] of strongest) {
    if ('expects' in observed.requirement) continue;
    const shown = shrunk.get(observed) ?? back.failure;
    const { kept } = evidence;
    const suspect = { observed, shown, back, kept, trials, affordable };
    const pattern =
      cutOf(shown, kept) ??
      noRouteOf(shown, { kept, plan, known }) ??
      (await ofConcurrent(suspect)) ??
      (await periods.of(suspect)) ??
      (await leftOvers.of(suspect));
    if (pattern !== undefined) found.set(shown, pattern);
  }
  return found;
}
