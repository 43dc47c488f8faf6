/** The values of a response by place, so that responses can be compared in linear time. */
import type { Pointer } from '../../src/kit.ts';
import { canonical, type Json } from '../kit/json.ts';

/** The leaves of a response by place. Disclosed contracts are placed by id, because their order is free. */
export type Leaves = ReadonlyMap<Pointer, string>;

/** The values of the other bodies at the same place, and those that are equal in all of them. */
interface Others {
  readonly bodies: readonly unknown[];
  readonly equal: ReadonlySet<unknown>;
}

const ALONE: Others = { bodies: [], equal: new Set() };

/** All leaves, except those that the other bodies have with the same value at the same place. */
export function leaves(body: unknown, others: Others = ALONE): Leaves {
  if (typeof body !== 'object' || body === null) return new Map([['', JSON.stringify(body) ?? '']]);
  const found = new Map<Pointer, string>();
  collect(body, others, '', found);
  return found;
}

function collect(value: unknown, others: Others, at: Pointer, into: Map<Pointer, string>): void {
  if (others.equal.has(value)) return;
  const areDisclosed = at.endsWith('/disclosedContracts');
  if (Array.isArray(value) && value.length === 0) into.set(at, '[]');
  else if (Array.isArray(value) && areDisclosed) collectById(value, others, at, into);
  else if (typeof value === 'object' && value !== null)
    collectMembers(value, areDisclosed ? ALONE : others, at, into);
  else into.set(at, JSON.stringify(value));
}

function collectById(
  value: readonly unknown[],
  { bodies, equal }: Others,
  at: Pointer,
  into: Map<Pointer, string>,
): void {
  const lists = bodies.map(firstById);
  const seen = new Map<unknown, number>();
  const texts = textsOfCopies(value);
  for (const [i, item] of value.entries()) {
    const id = contractIdOf(item);
    const known = texts.get(id);
    if (known !== undefined) {
      const text = canonical(item);
      // Identical duplicates are allowed, in any number: only a copy that differs gets its own place.
      if (known.has(text)) continue;
      known.add(text);
    }
    const copy = seen.get(id) ?? 0;
    seen.set(id, copy + 1);
    const place = id === undefined ? i : `${id}${copy > 0 ? `(${copy + 1})` : ''}`;
    const isFirst = id !== undefined && copy === 0;
    const beside = isFirst ? { bodies: lists.map((list) => list.get(id)), equal } : ALONE;
    collect(item, beside, `${at}/${place}`, into);
  }
}

/** For each id that several entries have, the texts of those that were seen: none yet. */
function textsOfCopies(value: readonly unknown[]): ReadonlyMap<unknown, Set<string>> {
  const once = new Set<unknown>();
  const found = new Map<unknown, Set<string>>();
  for (const item of value) {
    const id = contractIdOf(item);
    if (id === undefined) continue;
    if (once.has(id)) found.set(id, new Set());
    once.add(id);
  }
  return found;
}

function firstById(list: unknown): ReadonlyMap<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  if (!Array.isArray(list)) return found;
  for (const item of list) {
    const id = contractIdOf(item);
    if (!found.has(id)) found.set(id, item);
  }
  return found;
}

/** The members of an object that are not null, or the items of a list. There may be very many. */
function collectMembers(
  value: object,
  others: Others,
  at: Pointer,
  into: Map<Pointer, string>,
): void {
  const isList = Array.isArray(value);
  let isEmpty = !isList;
  for (const key of Object.keys(value)) {
    const member = (value as Json)[key];
    if (member === null && !isList) continue;
    isEmpty = false;
    if (typeof member !== 'object' && isInAll(others, key, member)) continue;
    const beside = typeof member === 'object' ? below(others, key) : ALONE;
    collect(member, beside, `${at}/${key.replaceAll('/', '~1')}`, into);
  }
  if (isEmpty) into.set(at, '{}');
}

function below({ bodies, equal }: Others, key: string): Others {
  return { bodies: bodies.map((body) => memberOf(body, key)), equal };
}

function isInAll({ bodies }: Others, key: string, member: unknown): boolean {
  for (const body of bodies) if (memberOf(body, key) !== member) return false;
  return bodies.length > 0;
}

export function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // Excludes the length of a list, which is not a member.
  const isMember = Object.prototype.propertyIsEnumerable.call(value, key);
  return isMember ? (value as Json)[key] : undefined;
}

function contractIdOf(item: unknown): unknown {
  return (item as { contractId?: unknown } | null)?.contractId;
}
