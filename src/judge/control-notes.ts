/** One note for all operations on the valid requests at the beginning and at the end of a run. */
import type { Exchange } from '../model/index.ts';
import { some } from '../model/some.ts';
import { NAMED_IN_TEXT } from './numbers.ts';

export class ControlNotes {
  readonly #operations = new Map<string, string[]>();

  /** Notes that the first valid request was refused or lost, and that the same request got 200 right after it. */
  failedFirst(exchange: Exchange): void {
    this.#note(exchange, 'at first, but 200 when it was repeated');
  }

  /** Notes that a valid request was refused at the end, although it was accepted at first. */
  failedLast(exchange: Exchange): void {
    this.#note(exchange, 'at the end, although it was accepted at first');
  }

  get texts(): readonly string[] {
    return [...this.#operations].map(
      ([what, names]) => `${some(names, NAMED_IN_TEXT)}: the valid request got ${what}`,
    );
  }

  #note({ request, response }: Exchange, when: string): void {
    const what = `${response?.status ?? 'no response'} ${when}`;
    const names = this.#operations.get(what) ?? [];
    this.#operations.set(what, [...names, request.operation.name]);
  }
}
