/** Keeps a copy of a passing body while it is short enough to be judged. */
import { READ_BYTES } from '../exchange/response.ts';

/** The part of a longer body that is kept for display. */
const BEGINNING = 64 * 1024;

export class Copy {
  #chunks: Buffer[] = [];
  /** The number of bytes that passed. */
  bytes = 0;
  /** True if the body did not pass completely. */
  broken = false;

  add(part: Buffer): void {
    const before = this.#isTooLong;
    this.bytes += part.length;
    if (before) return;
    // A copy, because the chunk is a part of a much larger buffer.
    this.#chunks.push(Buffer.from(part));
    if (this.#isTooLong)
      this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(0, BEGINNING))];
  }

  /** True if the body cannot be judged: only its start is kept, or it is incomplete. */
  get cut(): boolean {
    return this.broken || this.#isTooLong;
  }

  get chunks(): readonly Buffer[] {
    return this.#chunks;
  }

  get #isTooLong(): boolean {
    return this.bytes > READ_BYTES;
  }
}
