/** The leaves of JSON values: what is neither an object nor a list. */
import { step } from '../contract/pointer.ts';

/** The place of a leaf: member names and list positions from the root. */
export type Path = readonly (string | number)[];

export interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Every value that is not an object or list, in document order. */
export function leavesOf(value: unknown, path: Path = []): readonly Leaf[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, [...path, at]));
  return Object.entries(value).flatMap(([name, each]) => leavesOf(each, [...path, name]));
}

/** The pointer to a place, with an asterisk for each position in a list. */
export function patternOf(path: Path): string {
  return path.map((name) => (typeof name === 'number' ? '/*' : step(name))).join('');
}

/** A copy in which `change` replaces each leaf. */
export function mapLeaves(
  value: unknown,
  change: (leaf: Leaf) => unknown,
  path: Path = [],
): unknown {
  if (typeof value !== 'object' || value === null) return change({ path, value });
  if (Array.isArray(value)) return value.map((item, at) => mapLeaves(item, change, [...path, at]));
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([k, v]) => [k, mapLeaves(v, change, [...path, k])]));
}

/** A copy in which the members of every object start at another one, which `turns` selects. */
export function turned(value: unknown, turns: number): unknown {
  if (Array.isArray(value)) return value.map((item) => turned(item, turns));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, turned(each, turns)]);
  const start = turns % Math.max(1, members.length);
  return Object.fromEntries([...members.slice(start), ...members.slice(0, start)]);
}
