/** Names of requirements and operations, and grouping by name. */
import { nameOf, type Verdict } from '../model/index.ts';
import { line } from './text.ts';

export { nameOf, operationNameOf } from '../model/index.ts';

/** The id of the rule that a verdict breaks: that of the row that its first finding names, or of its requirement. */
export function ruleIdOf({ requirement, findings: [first] }: Verdict): string {
  return first?.row ?? requirement;
}

/** The name of that rule: each rule has the same name at every operation. */
export function ruleNameOf(verdict: Verdict): string {
  return nameOf(ruleIdOf(verdict));
}

/** The items by key, keys in order of first appearance. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): [string, [T, ...T[]]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const name = key(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return [...groups];
}

/** The operations of each API by their short names; those without an API are under an empty name. */
export function byApi(operations: readonly string[]): (readonly [api: string, names: string[]])[] {
  const apart = operations.map((name) => {
    const [api = '', ...rest] = name.split('/');
    return rest.length === 0 ? ['', name] : [api, rest.join('/')];
  });
  return groupBy(apart, ([api = '']) => api).map(([api, own]) => [
    api,
    own.map(([, name = '']) => name),
  ]);
}

const LONGEST_NAME = 60;

/**
 * Operations in a sentence: `food-v1: feed, weigh; toys-v2: play`, a single one as `food-v1/feed`. After `most` names
 * only the number of the others follows; `shown` formats a name.
 */
export function operationsText(
  operations: readonly string[],
  most: number = Number.POSITIVE_INFINITY,
  shown: (name: string) => string = (name) => line(name, LONGEST_NAME),
): string {
  const named = operations.slice(0, most);
  const listed = (names: readonly string[]): string => names.map((name) => shown(name)).join(', ');
  const text =
    named.length === 1
      ? listed(named)
      : byApi(named)
          .map(([api, names]) => (api === '' ? '' : `${shown(api)}: `) + listed(names))
          .join('; ');
  const left = operations.length - named.length;
  return left > 0 ? `${text} and ${left} more` : text;
}
