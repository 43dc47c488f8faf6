/** Resources of one kind, by their ids. */
import { notFound } from './errors.ts';
import { ascending } from './paging.ts';

interface Kind<T> {
  readonly name: string;
  /** The code of the 404 for an unknown id. */
  readonly unknown: string;
  readonly idOf: (one: T) => string;
}

export class Book<T> {
  readonly #all = new Map<string, T>();
  readonly #kind: Kind<T>;

  constructor(kind: Kind<T>) {
    this.#kind = kind;
  }

  /** All of them, ascending by id. */
  all(): readonly T[] {
    const { idOf } = this.#kind;
    return [...this.#all.values()].sort((a, b) => ascending(idOf(a), idOf(b)));
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  find(id: string): T | undefined {
    return this.#all.get(id);
  }

  /** The resource with this id. Throws 404 if it is unknown. */
  get(id: string): T {
    const found = this.#all.get(id);
    if (found === undefined) throw notFound(this.#kind.unknown, this.#kind.name, id);
    return found;
  }

  /** Adds a resource, or replaces the one with its id. */
  put(one: T): T {
    this.#all.set(this.#kind.idOf(one), one);
    return one;
  }

  /** Removes the resource. Throws 404 if it is unknown. */
  remove(id: string): void {
    this.get(id);
    this.#all.delete(id);
  }
}
