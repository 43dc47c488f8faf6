/** What the valid requests got at the beginning and at the end of a run, in one note for all operations alike. */
import type { Exchange } from '../model/index.ts';

/** This many operations are named. */
const NAMED = 4;

export class ControlNotes {
  readonly #operations = new Map<string, string[]>();

  /** The first valid request was refused, and the same request 200 right after it. */
  failedFirst(exchange: Exchange): void {
    this.#note(exchange, 'at first, and 200 when it was sent again');
  }

  /** The valid request was accepted at first. */
  failedLast(exchange: Exchange): void {
    this.#note(exchange, 'at the end, though it was accepted at first');
  }

  get texts(): readonly string[] {
    return [...this.#operations].map(([what, names]) => {
      const more = names.length - NAMED;
      const named = names.slice(0, NAMED).join(', ');
      return `${named}${more > 0 ? ` and ${more} more` : ''}: the valid request got ${what}`;
    });
  }

  #note({ request, response }: Exchange, when: string): void {
    const what = `${response?.status} ${when}`;
    const names = this.#operations.get(what) ?? [];
    this.#operations.set(what, [...names, request.operation.name]);
  }
}
