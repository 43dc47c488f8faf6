/** Valid bodies with one change that breaks the schema: a wrong type, an unknown enum value, a missing member. */
import { breaksRequest, type Operation, resolved, step } from '../../../src/kit.ts';
import { canonical, isObject } from '../../kit/json.ts';
import { without } from '../../kit/judges.ts';
import { isOffByDefault } from '../switched-off.ts';

export interface TypeMismatch {
  /** A JSON Pointer into the body. */
  readonly at: string;
  readonly body: string;
}

/**
 * Every place of a valid body with a value of a wrong type, if that breaks the schema: the one that lenient decoders
 * accept most often. Every second operation also gets the other wrong values, at its first place of each type.
 */
export function typeMismatches(operation: Operation, good: string): readonly TypeMismatch[] {
  const seen = new Set<string>();
  const tried = operation.contract.operations.filter(isTried);
  const getsAll = tried.findIndex(({ key }) => key === operation.key) % 2 === 0;
  return placesFor(operation, good).flatMap(({ at, replace, was }) => {
    const wrong = unlike(was)
      .map((by) => ({ at, body: JSON.stringify(replace(by)) }))
      .filter(({ body }) => breaksRequest(operation, body));
    const isFirst = !seen.has(typeof was);
    seen.add(typeof was);
    return isFirst && getsAll ? wrong : wrong.slice(-1);
  });
}

/** Every way to leave out one required member of a valid body. */
export function incompleteBodies(operation: Operation, good: string): readonly string[] {
  return placesFor(operation, good)
    .flatMap(({ replace, was }) =>
      isObject(was)
        ? Object.keys(was).map((name) => JSON.stringify(replace(without(was, [name]))))
        : [],
    )
    .filter((body) => breaksRequest(operation, body));
}

/** Operations that have the same part each test one of so many places in it, or fewer if they are fewer. */
const MAX_SHARES = 4;

/**
 * The places of a valid body. Formats with their filters are parts that many operations have, and one decoder reads: each
 * operation has its share of the places in them.
 */
function placesFor(operation: Operation, good: string): readonly TypedPlace[] {
  const turns = turnsIn(operation);
  const seen = new Map<string, number>();
  return [...places(JSON.parse(good), '', new Set())].filter(({ at }) => {
    const [, member = '', ...below] = at.split('/');
    const turn = below.length === 0 ? undefined : turns.get(member);
    if (turn === undefined) return true;
    const index = seen.get(member) ?? 0;
    seen.set(member, index + 1);
    return turn(index);
  });
}

/** For members that other operations have too, whether a place in them is the turn of this operation. */
function turnsIn(operation: Operation): ReadonlyMap<string, (place: number) => boolean> {
  const turns = new Map<string, (place: number) => boolean>();
  const others = operation.contract.operations.filter(isTried);
  for (const [name, part] of partsIn(operation)) {
    const sharing = others.filter((one) => [...partsIn(one).values()].includes(part));
    const own = sharing.findIndex(({ key }) => key === operation.key);
    const shares = Math.min(MAX_SHARES, sharing.length);
    if (own >= 0 && shares > 1) turns.set(name, (place) => place % shares === own % shares);
  }
  return turns;
}

/** True for an operation that gets all its wrong bodies. */
function isTried(operation: Operation): boolean {
  return (operation.effect ?? 'read') === 'read' && !isOffByDefault(operation);
}

/** The members of the body of an operation that have a named schema, with its name. */
function partsIn({ contract, request }: Operation): ReadonlyMap<string, unknown> {
  const { properties = {} } = request === undefined ? {} : Object(resolved(contract, request));
  const named = Object.entries(properties).map(
    ([name, part]) => [name, Object(part).$ref] as const,
  );
  return new Map(named.filter(([, part]) => part !== undefined));
}

interface TypedPlace {
  readonly at: string;
  readonly was: unknown;
  readonly replace: (by: unknown) => unknown;
}

/**
 * All places in a value. In a map or a list of texts only those of the first value; one decoder reads equal parts of the
 * same name, such as those of two event formats, so only those of the first one.
 */
function* places(value: unknown, at: string, seen: Set<string>): Generator<TypedPlace> {
  yield { at, was: value, replace: (by) => by };
  if (typeof value !== 'object' || value === null) return;
  const part = `${at.split('/').at(-1)} ${canonical(value)}`;
  if (seen.has(part)) return;
  seen.add(part);
  const members = Object.entries(value);
  // All values of a map or of a list of texts have one type, so one of them is enough.
  const isMap = members.every(([name]) => name.includes('::'));
  const isAlike = isMap || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
  for (const [name, member] of isAlike ? members.slice(0, 1) : members) {
    const below = places(member, at + step(name), seen);
    for (const place of below) {
      const replace = (by: unknown): unknown => {
        const inner = place.replace(by);
        return Array.isArray(value)
          ? value.map((old, i) => (String(i) === name ? inner : old))
          : { ...value, [name]: inner };
      };
      yield { ...place, replace };
    }
  }
}

/**
 * Values that no decoder accepts for this type. Strings with digits are excluded, because real nodes read numbers from
 * them, and so is null, which may stand for an absent member.
 */
function unlike(value: unknown): readonly unknown[] {
  if (typeof value === 'string')
    return [{ assay: 1 }, /^[A-Z]+(_[A-Z0-9]+)+$/.test(value) ? 'ASSAY_KNOWS_NO_SUCH_WORD' : 7];
  // Near the good number: one that is out of range would be rejected for that.
  if (typeof value === 'number') return ['assay', value + 0.5];
  if (typeof value === 'boolean') return [String(value)];
  if (Array.isArray(value)) return ['assay'];
  const [tag] = Object.keys(value ?? {});
  return tag !== undefined && /^[A-Z]/.test(tag) ? [{ AssayKnowsNoSuchCase: {} }] : ['assay'];
}
