/** Good bodies with one change that breaks the schema: a wrong type, an unknown enum value, a missing member. */
import { breaksRequest, type Operation, step } from '../../../src/kit.ts';
import { canonical, isObject } from '../../kit/json.ts';
import { without } from '../../kit/judges.ts';

export interface TypeMismatch {
  /** A JSON Pointer into the body. */
  readonly at: string;
  readonly body: string;
}

/**
 * Every place of a good body with a value of a wrong type, if that breaks the schema: the first place of each type with
 * each wrong value, the others with the one that lenient decoders accept most often.
 */
export function typeMismatches(operation: Operation, good: string): readonly TypeMismatch[] {
  const seen = new Set<string>();
  return placesFor(operation, good).flatMap(({ at, replace, was }) => {
    const wrong = unlike(was)
      .map((by) => ({ at, body: JSON.stringify(replace(by)) }))
      .filter(({ body }) => breaksRequest(operation, body));
    const isFirst = !seen.has(typeof was);
    seen.add(typeof was);
    return isFirst ? wrong : wrong.slice(-1);
  });
}

/** Every way to leave out one required member of a good body. */
export function incompleteBodies(operation: Operation, good: string): readonly string[] {
  return placesFor(operation, good)
    .flatMap(({ replace, was }) =>
      isObject(was)
        ? Object.keys(was).map((name) => JSON.stringify(replace(without(was, [name]))))
        : [],
    )
    .filter((body) => breaksRequest(operation, body));
}

/** Operations that have the same filters each test one of so many places in them. */
const SHARES = 3;

/**
 * The places of a good body. The values of maps are filters, which many operations have: each operation has its share of
 * the places there.
 */
function placesFor({ contract, key }: Operation, good: string): readonly TypedPlace[] {
  const share = contract.operations.findIndex((one) => one.key === key) % SHARES;
  const all = [...places(JSON.parse(good), '', new Set())];
  const left = all.filter(({ inMap }) => inMap).filter((_, i) => i % SHARES !== share);
  return all.filter((place) => !left.includes(place));
}

interface TypedPlace {
  readonly at: string;
  readonly was: unknown;
  readonly replace: (by: unknown) => unknown;
  /** True within a value of a map. */
  readonly inMap?: true;
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
      yield { ...place, replace, ...(isMap && { inMap: true }) };
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
