import * as fc from 'fast-check';

/**
 * All items of a list. A failure shrinks to the single item that causes it, or to a few that halving finds. So one
 * request can test many harmless alternatives.
 */
export function allOf<T>(items: readonly T[]): fc.Arbitrary<readonly T[]> {
  return new AllOf(items);
}

class AllOf<T> extends fc.Arbitrary<readonly T[]> {
  readonly #items: readonly T[];

  constructor(items: readonly T[]) {
    super();
    this.#items = items;
  }

  generate(): fc.Value<readonly T[]> {
    return new fc.Value(this.#items, undefined);
  }

  canShrinkWithoutContext(_: unknown): _ is readonly T[] {
    return false;
  }

  shrink(items: readonly T[]): fc.Stream<fc.Value<readonly T[]>> {
    if (items.length < 2) return fc.Stream.nil();
    const middle = Math.ceil(items.length / 2);
    const halves = [items.slice(0, middle), items.slice(middle)];
    const without = items.length < 3 ? [] : items.map((_, at) => items.toSpliced(at, 1));
    return fc.Stream.of(...[...halves, ...without].map((some) => new fc.Value(some, undefined)));
  }
}
