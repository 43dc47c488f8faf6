/** Names of requirements and operations, and items by name. */

/** `pets/feed/offered` → `feed`. */
export function operationNameOf(requirement: string): string {
  return requirement.split('/')[1] ?? requirement;
}

/** `pets/feed/offered` → `offered`. */
export function nameOf(requirement: string): string {
  return requirement.split('/').slice(2).join('/') || requirement;
}

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
