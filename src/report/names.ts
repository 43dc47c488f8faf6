/** Names of requirements and operations, and items by name. */

export { nameOf, operationNameOf } from '../model/index.ts';

/** The items by key, keys in order of first appearance. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): [string, [T, ...T[]]][] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups];
}
