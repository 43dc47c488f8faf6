/** The committed faults that prove the requirements: one for each rule, and those of single operations. */

import { nameOf } from '../model/index.ts';
import { groupBy } from '../report/names.ts';
import data from './kills.json' with { type: 'json' };

/**
 * The fault of a rule on all its operations has the key `surface/rule`, the fault on one operation has the id of the
 * requirement, which comes first. `drop 0 /users/*` is the mutation that kills; `reader: drop 0 /users/*` is the same
 * with another token; `fault users-unsorted` is a hand-written fault; `survived: …` is the reason why nothing kills it.
 */
export type Kills = Readonly<Record<string, string>>;

/** The committed kills. */
export const KILLS: Kills = data;

/** The fault of a requirement, and undefined for one without a fault. */
export function killOf(requirement: string, kills: Kills = KILLS): string | undefined {
  return kills[requirement] ?? kills[ruleOf(requirement)];
}

/** The kills of these requirements in the shortest form: the most frequent fault of a rule is that of the rule. */
export function byRule(kills: ReadonlyMap<string, string>): Kills {
  const rules = groupBy([...kills], ([id]) => ruleOf(id));
  const rows = rules.flatMap(([rule, each]): [string, string][] => {
    const common = mostFrequent(each.map(([, kill]) => kill));
    return each.length === 1
      ? each
      : [[rule, common], ...each.filter(([, kill]) => kill !== common)];
  });
  return Object.fromEntries(rows);
}

/** The most frequent one, the first of several. */
function mostFrequent(all: readonly string[]): string {
  const counted = groupBy(all, (one) => one).toSorted(([, a], [, b]) => b.length - a.length);
  return counted[0]?.[0] ?? '';
}

/** `surface/error-object` of `surface/users-list/error-object`. */
function ruleOf(requirement: string): string {
  return `${requirement.split('/')[0]}/${nameOf(requirement)}`;
}
