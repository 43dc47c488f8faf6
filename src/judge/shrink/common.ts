/** What failing requests have in common, and no other request of the plan has: their cause, as far as it shows. */
import type { Call, Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, callsOf } from '../case.ts';
import { casesBetween } from '../planned-cases.ts';
import type { Shrunk } from './shrink.ts';
import { membersOf, traitsOf } from './traits.ts';

type Traits = ReadonlySet<string>;

const VALID = '';

/** The cases of one requirement by their traits. */
export class CommonTraits {
  readonly #failing: Traits[] = [];
  /** What requests have that do not fail: valid ones under an empty name, and those of each probe. */
  readonly #passing = new Map<string, Set<string>>();
  readonly #members = new Set<string>();

  readonly #sort: () => void;
  #isSorted = false;

  constructor({ probes: planned }: Plan, { probes }: Requirement, failingAt: ReadonlySet<number>) {
    this.#sort = () => {
      if (this.#isSorted) return;
      this.#isSorted = true;
      const own = planned.filter(({ probe }) => probes.includes(probe));
      const cases = own.flatMap((one) => [
        ...casesBetween(one, one.firstCase, Number.POSITIVE_INFINITY),
      ]);
      for (const call of cases.flatMap(callsOf))
        for (const name of membersOf(call)) this.#members.add(name);
      for (const one of cases) {
        const traits = this.#ofCalls(callsOf(one), one);
        if (failingAt.has(one.order)) this.#failing.push(traits);
        else this.#pass(one, traits);
      }
    };
  }

  /** A request that is rejected for something else shows nothing about what else it has. */
  #pass({ planned: { probe }, steps }: Case, traits: Traits): void {
    const isPlain = probe.wrong === undefined && steps.length === 1;
    for (const name of isPlain ? [VALID, probe.id] : [probe.id]) {
      const known = this.#passing.get(name) ?? new Set();
      this.#passing.set(name, known);
      for (const trait of traits) known.add(trait);
    }
  }

  #isHarmless(trait: string, { planned: { probe } }: Case): boolean {
    return [VALID, probe.id].some((name) => this.#passing.get(name)?.has(trait));
  }

  /** True where every request of the probe fails, whatever is in it. */
  allFail({ planned: { probe } }: Case): boolean {
    this.#sort();
    return !this.#passing.has(probe.id);
  }

  /** True where the requests have what most of the failing ones share with the known one. */
  explain({ at, culprit }: Shrunk, one: Case, calls: readonly Call[]): boolean {
    this.#sort();
    const own = this.#ofCall(culprit.request, at);
    let most = 0;
    let best: string[] = [];
    for (const trait of own) {
      if (this.#isHarmless(trait, at)) continue;
      const count = this.#failing.filter((traits) => traits.has(trait)).length;
      if (count > most) [most, best] = [count, []];
      if (count === most) best.push(trait);
    }
    const traits = this.#ofCalls(calls, one);
    return best.some((trait) => traits.has(trait));
  }

  #ofCalls(calls: readonly Call[], one: Case): Traits {
    return new Set(calls.flatMap((call) => [...this.#ofCall(call, one)]));
  }

  #ofCall(call: Call, { planned: { probe }, caseGroup: { group } }: Case): Traits {
    const own = membersOf(call);
    const absent = [...this.#members].filter((name) => !own.includes(name));
    return new Set([
      ...traitsOf(call),
      ...absent.map((name) => `no ${name}`),
      `kind ${probe.id}`,
      `kind ${probe.id}#${group.label}`,
    ]);
  }
}
