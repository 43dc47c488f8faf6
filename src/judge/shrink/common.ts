/** The traits that failing requests share and no other request of the plan has: the likely cause. */
import type { Call, Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, callsOf } from '../case.ts';
import { casesBetween } from '../planned-cases.ts';
import type { Shrunk } from './shrink.ts';
import { membersOf, traitsOf } from './traits.ts';

type Traits = ReadonlySet<string>;

/** The cases of a requirement by their traits. */
interface Sorted {
  readonly failing: readonly Traits[];
  /** The traits of requests that pass: of valid ones under `VALID`, and of each probe under its id. */
  readonly passing: ReadonlyMap<string, Traits>;
  /** The members that occur in any body. */
  readonly members: Traits;
}

const VALID = '';

/** Compares the failing cases of one requirement with the others. */
export class CommonTraits {
  readonly #plan: Plan;
  readonly #requirement: Requirement;
  readonly #failingAt: ReadonlySet<number>;
  /** Most requirements fail for one cause, which is clear without the traits of all cases. */
  #sorted: Sorted | undefined;

  constructor(plan: Plan, requirement: Requirement, failingAt: ReadonlySet<number>) {
    this.#plan = plan;
    this.#requirement = requirement;
    this.#failingAt = failingAt;
  }

  /** True if every request of the probe fails, whatever it contains. */
  allFail({ planned: { probe } }: Case): boolean {
    return !this.#cases().passing.has(probe.id);
  }

  /** True if the requests have the traits that most failing ones share with the known one. */
  explain({ at, culprit }: Shrunk, one: Case, calls: readonly Call[]): boolean {
    const { failing, passing, members } = this.#cases();
    const known = traitsIn([culprit.request], at, members);
    const other = traitsIn(calls, one, members);
    const valid = passing.get(VALID);
    const isCause = (trait: string): boolean =>
      !valid?.has(trait) && !passing.get(at.planned.probe.id)?.has(trait);
    if (mostCommon([...known].filter(isCause), failing).some((trait) => other.has(trait)))
      return true;
    // Valid requests may have it too: it is a cause only together with another defect of the request.
    const isCondition = (trait: string): boolean =>
      [at, one].every(({ planned: { probe } }) => {
        const own = probe.wrong === undefined ? undefined : passing.get(probe.id);
        return own !== undefined && !own.has(trait);
      });
    return mostCommon([...known].filter(isCondition), failing).some((trait) => other.has(trait));
  }

  #cases(): Sorted {
    this.#sorted ??= sorted(this.#plan, this.#requirement, this.#failingAt);
    return this.#sorted;
  }
}

function sorted(
  { probes: planned }: Plan,
  { probes }: Requirement,
  failingAt: ReadonlySet<number>,
): Sorted {
  const cases = planned
    .filter(({ probe }) => probes.includes(probe))
    .flatMap((one) => [...casesBetween(one, one.firstCase, Number.POSITIVE_INFINITY)]);
  const members = new Set(cases.flatMap(callsOf).flatMap(membersOf));
  const failing: Traits[] = [];
  const passing = new Map<string, Set<string>>();
  for (const one of cases) {
    const traits = traitsIn(callsOf(one), one, members);
    if (failingAt.has(one.order)) {
      failing.push(traits);
      continue;
    }
    const { probe } = one.planned;
    // A request that is wrong for one reason shows nothing about its other traits.
    const isPlain = probe.wrong === undefined && one.steps.length === 1;
    for (const name of isPlain ? [VALID, probe.id] : [probe.id]) {
      const known = passing.get(name) ?? new Set();
      passing.set(name, known);
      for (const trait of traits) known.add(trait);
    }
  }
  return { failing, passing, members };
}

/** The traits that most of the failing cases have. */
function mostCommon(traits: readonly string[], failing: readonly Traits[]): readonly string[] {
  const counts = traits.map((trait) => failing.filter((own) => own.has(trait)).length);
  const most = Math.max(1, ...counts);
  return traits.filter((_, i) => counts[i] === most);
}

function traitsIn(
  calls: readonly Call[],
  { planned: { probe }, caseGroup: { group } }: Case,
  members: Traits,
): Traits {
  const traits = new Set([`kind ${probe.id}`, `kind ${probe.id}#${group.label}`]);
  for (const call of calls) {
    const own = membersOf(call);
    for (const trait of traitsOf(call)) traits.add(trait);
    for (const name of members) if (!own.includes(name)) traits.add(`no ${name}`);
  }
  return traits;
}
