/** Edits JSON at a path. */
import type { Way } from './places.ts';

/** Stands for a removed member or item. */
export const GONE: unique symbol = Symbol('gone');

/**
 * A copy of `value` with edits at the end of the path; the same value if nothing is there. In an array `null` stands
 * for every item, a number for one item, `-1` for the last.
 */
export function editedAt(value: unknown, way: Way, edit: (before: unknown) => unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined) return edit(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const index = first === null ? undefined : indexIn(value, first);
    const edited = value.map((item, i) =>
      first === null || i === index ? editedAt(item, rest, edit) : item,
    );
    return edited.filter((item) => item !== GONE);
  }
  const members = Object.entries(value);
  if (first !== null && !Object.hasOwn(value, first)) return value;
  const edited = members.map(([name, member]): [string, unknown] =>
    first === null || name === first ? [name, editedAt(member, rest, edit)] : [name, member],
  );
  return Object.fromEntries(edited.filter(([, member]) => member !== GONE));
}

function indexIn(items: readonly unknown[], name: string): number {
  return name === '-1' ? items.length - 1 : Number(name);
}
