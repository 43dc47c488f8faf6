/** Alters JSON at a way through it. */
import type { Way } from './places.ts';

/** Stands for a member that is taken away. */
export const GONE: unique symbol = Symbol('gone');

/** A copy of `value` in which everything at the end of the way is edited; the very same one when nothing is there. */
export function editedAt(value: unknown, way: Way, edit: (before: unknown) => unknown): unknown {
  const [first, ...rest] = way;
  if (first === undefined) return edit(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return first === null ? value.map((item) => editedAt(item, rest, edit)) : value;
  }
  const members = Object.entries(value);
  if (first !== null && !Object.hasOwn(value, first)) return value;
  const edited = members.map(([name, member]): [string, unknown] =>
    first === null || name === first ? [name, editedAt(member, rest, edit)] : [name, member],
  );
  return Object.fromEntries(edited.filter(([, member]) => member !== GONE));
}
