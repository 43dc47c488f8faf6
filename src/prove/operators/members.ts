/** Operators on the JSON of a body: each replaces the value at a place. */
import { namesIn, step } from '../../contract/pointer.ts';
import { isObject } from '../../model/index.ts';

/** The steps from the root to a place; `null` stands for any. */
type Way = readonly (string | null)[];

/** Stands for a removed member or item. */
const GONE: unique symbol = Symbol('gone');

/**
 * A copy of `value` with edits at the end of the path; the same value if nothing is there. In an array `null` stands
 * for every item, a number for one item, `-1` for the last.
 */
function editedAt(value: unknown, way: Way, edit: (before: unknown) => unknown): unknown {
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

type Edit = (before: unknown, argument: string) => unknown;

/** Edits by name, the smallest change first. An unchanged value means: not applicable at this place. */
const EDITS: Readonly<Record<string, Edit>> = {
  change: (before) => otherOf(before, '0'),
  drop: () => GONE,
  nullify: (before) => (before === null ? before : null),
  coerce: coerced,
  empty: emptied,
  reorder: (before) => (Array.isArray(before) && before.length > 1 ? before.toReversed() : before),
  duplicate: (before) =>
    Array.isArray(before) && before.length > 0 ? [...before, before[0]] : before,
  leak: leaked,
  shift: shifted,
  garble: (before) => (typeof before === 'string' ? `${before} /assay` : (before ?? 'assay')),
  wrap: (before) => ({ assay: before }),
  multiply: multiplied,
};

export const MEMBER_OPERATORS: readonly string[] = [...Object.keys(EDITS), 'rename'];
/** `set` replaces a documented literal by another one: `/kind=DOG`. */
export const SET = 'set';
/** `fill` adds a documented member thon the conforming server omits. */
export const FILL = 'fill';
/** The same member with null. */
export const FILL_NULL = 'fill-null';

/** Edits of the object around a place, which get the name of the member. */
const AROUND: Readonly<Record<string, Edit>> = {
  rename: (before, name) =>
    isObject(before) && Object.hasOwn(before, name)
      ? Object.fromEntries(
          Object.entries(before).map(([key, one]) => [key === name ? `${key}Assay` : key, one]),
        )
      : before,
  [FILL]: (before, name) => filled(before, name, 'assay'),
  [FILL_NULL]: (before, name) => filled(before, name, null),
};

/** The body after an operator at a place; the same value if it does not apply. */
export function editedBody(body: unknown, operator: string, place: string): unknown {
  if (operator === SET) {
    const at = place.lastIndexOf('=');
    const literal = place.slice(at + 1);
    return editedOnly(body, wayOf(place.slice(0, at)), (before) =>
      typeof before === 'string' ? literal : before,
    );
  }
  const way = wayOf(place);
  const around = AROUND[operator];
  const name = way.at(-1);
  if (around !== undefined)
    return typeof name === 'string'
      ? editedOnly(body, way.slice(0, -1), (before) => around(before, name))
      : body;
  const edit = EDITS[operator];
  if (edit === undefined) throw new Error(`there is no operator ${operator}`);
  return editedOnly(body, way, (before) => edit(before, ''));
}

/** The same value if nothing changes, or if nothing would be left. */
function editedOnly(body: unknown, way: Way, edit: (before: unknown) => unknown): unknown {
  let changed = false;
  const edited = editedAt(body, way, (before) => {
    const after = edit(before);
    changed ||= after !== before;
    return after;
  });
  return !changed || edited === GONE ? body : edited;
}

function filled(before: unknown, name: string, value: unknown): unknown {
  return isObject(before) && !Object.hasOwn(before, name) ? { ...before, [name]: value } : before;
}

/** Another value of the same form: another last character, or a neighbouring number. */
function otherOf(before: unknown, character: string): unknown {
  if (typeof before === 'boolean') return !before;
  if (typeof before === 'number') return before + 1;
  if (typeof before !== 'string') return before;
  if (before === '') return 'assay';
  return before.slice(0, -1) + (before.endsWith(character) ? '1' : character);
}

/** A value of another JSON type. */
function coerced(before: unknown): unknown {
  if (typeof before === 'number' || typeof before === 'boolean') return String(before);
  if (typeof before === 'string') return /^\d+$/.test(before) ? Number(before) : 7;
  if (before === null) return 7;
  return Array.isArray(before) ? { assay: 'assay' } : isObject(before) ? ['assay'] : before;
}

function emptied(before: unknown): unknown {
  if (Array.isArray(before)) return before.length === 0 ? before : [];
  if (isObject(before)) return Object.keys(before).length === 0 ? before : {};
  return before === '' || typeof before !== 'string' ? before : '';
}

/** A list with a foreign item; an object with an undocumented member. */
function leaked(before: unknown): unknown {
  if (!Array.isArray(before)) return isObject(before) ? { ...before, assay: 'assay' } : before;
  const [first = 'assay'] = before;
  const strings = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strings);
    if (!isObject(value)) return otherOf(value, '2');
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strings(one)]));
  };
  return [...before, strings(first)];
}

/** More items than the largest page of any list. */
const TOO_MANY = 1100;

function multiplied(before: unknown): unknown {
  if (!Array.isArray(before) || before.length === 0) return before;
  return Array.from({ length: TOO_MANY }, (_, i) => before[i % before.length]);
}

/** One day later or earlier. */
function shifted(before: unknown): unknown {
  if (typeof before === 'number') return before - 1;
  if (typeof before !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(before)) return before;
  const time = Date.parse(before);
  return Number.isNaN(time) ? before : new Date(time + 86_400_000).toISOString();
}

function wayOf(place: string): Way {
  return namesIn(place).map((name) => (name === '*' ? null : name));
}

/** The items of an array: all together, the first, or the last. */
const ITEMS = ['*', '0', '-1'] as const;
/** The most places of one body; further ones are similar. */
const MAX_PLACES = 600;

/** Pointers to the places of some bodies, the root included, near ones first. */
export function placesOf(bodies: readonly unknown[]): readonly string[] {
  const found = new Map<string, number>();
  const walk = (value: unknown, at: string, items: (typeof ITEMS)[number], depth: number): void => {
    if (found.size >= MAX_PLACES) return;
    if (!found.has(at)) found.set(at, depth);
    if (Array.isArray(value)) {
      const chosen = items === '*' ? value.slice(0, 3) : [items === '0' ? value[0] : value.at(-1)];
      if (value.length > 0) for (const one of chosen) walk(one, `${at}/${items}`, items, depth + 1);
    } else if (isObject(value)) {
      for (const [name, one] of Object.entries(value)) walk(one, at + step(name), items, depth + 1);
    }
  };
  for (const body of bodies) for (const items of ITEMS) walk(body, '', items, 0);
  return [...found].sort(([, a], [, b]) => a - b).map(([at]) => at);
}
