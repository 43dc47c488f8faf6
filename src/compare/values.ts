/** Finds the differences between two JSON values. */
import { step } from '../contract/pointer.ts';
import { cut } from '../report/text.ts';

/**
 * `value`: two scalars of one type. `type`: values of two types. `length`: lists of different lengths, whose items are
 * not compared. `missing`: a member that only one object has. `choice`: objects whose only members have different
 * names, which is how the APIs write alternatives; their contents are not compared.
 */
type DifferenceKind = 'value' | 'type' | 'length' | 'missing' | 'choice';

export interface Difference {
  /** A JSON Pointer, or words if it is not about the body. */
  readonly at: string;
  readonly kind: DifferenceKind;
  /** The two values, in words. */
  readonly a: string;
  readonly b: string;
}

const MAX_DIFFERENCES = 1000;
const SHOWN = 120;

/** A null member counts as absent, as everywhere in the kit. */
export function differences(a: unknown, b: unknown): readonly Difference[] {
  const found: Difference[] = [];
  const open: (readonly [at: string, a: unknown, b: unknown])[] = [['', a, b]];
  for (
    let next = open.pop();
    next !== undefined && found.length < MAX_DIFFERENCES;
    next = open.pop()
  ) {
    const [at, one, other] = next;
    const kind = kindOf(one, other);
    if (kind !== undefined) {
      found.push({ at, kind, a: inWords(kind, one), b: inWords(kind, other) });
    } else {
      // In reverse, because the stack returns the last one first.
      for (const part of partsOf(one, other).toReversed()) {
        open.push([at + step(part.name), part.a, part.b]);
      }
    }
  }
  return found;
}

/** The place with `*` for indexes of lists and for numeric names. */
export function placeOf(at: string): string {
  return at.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The difference between two values themselves; `undefined` if only their parts can differ. */
function kindOf(a: unknown, b: unknown): DifferenceKind | undefined {
  const [absent, gone] = [a ?? undefined, b ?? undefined].map((value) => value === undefined);
  if (absent || gone) return absent && gone ? undefined : 'missing';
  if (typeof a !== typeof b || Array.isArray(a) !== Array.isArray(b)) return 'type';
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length ? undefined : 'length';
  if (typeof a === 'object') {
    const [one, other] = [onlyMember(a), onlyMember(b)];
    return one !== '' && other !== '' && one !== other ? 'choice' : undefined;
  }
  return a === b ? undefined : 'value';
}

/** The name of an object's only member; empty if it has more or none. */
function onlyMember(value: unknown): string {
  const names = Object.entries(membersOf(value)).filter(([, member]) => member !== null);
  return names.length === 1 ? (names[0]?.[0] ?? '') : '';
}

function partsOf(a: unknown, b: unknown) {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.map((item: unknown, name) => ({ name, a: item, b: b[name] as unknown }));
  }
  const [one, other] = [membersOf(a), membersOf(b)];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].map((name) => ({ name, a: own(one, name), b: own(other, name) }));
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Own members only, because every object inherits names such as `constructor`. */
function own(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function inWords(kind: DifferenceKind, value: unknown): string {
  if (value === undefined || value === null) return 'absent';
  if (kind === 'choice') return cut(onlyMember(value), SHOWN);
  if (Array.isArray(value)) {
    return kind === 'length' || value.length > 0 ? `a list of ${value.length}` : 'an empty list';
  }
  if (typeof value === 'object') return 'an object';
  return cut(JSON.stringify(value), SHOWN);
}
