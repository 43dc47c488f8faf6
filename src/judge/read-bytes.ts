/** Counts the bytes of responses, because each is written down and judged: a run reads a limited number of them. */
import { LARGE_BODY } from '../availability/numbers.ts';
import { type HttpResponse, NoBody, READ_BYTES } from '../model/index.ts';
import { BYTES_ANYWAY, BYTES_PER_REQUEST } from './numbers.ts';

/** What to do if a run ends at its limit of bytes, which each smaller run has for itself. */
export const SMALLER_RUN =
  'use --api to check one API, or --shard with merge to check all in parts';

export class ReadBytes {
  readonly #most: number;
  #bytes = 0;
  readonly #seen = new Set<string>();

  /** `planned`: the requests of the plan. */
  constructor(planned: number) {
    this.#most = Math.max(BYTES_ANYWAY, BYTES_PER_REQUEST * planned);
  }

  get areTooMany(): boolean {
    return this.#bytes > this.#most;
  }

  /** True if even the repetitions of failures take too many. */
  get areFarTooMany(): boolean {
    return this.#bytes > 2 * this.#most;
  }

  /** Counts a response. Returns a note for the report if it is the first one beyond the limit. */
  add(response: HttpResponse): string | undefined {
    const wereTooMany = this.areTooMany;
    this.#bytes += this.#newBytes(response);
    if (wereTooMany || !this.areTooMany) return undefined;
    const megabytes = Math.round(this.#most / 1e6);
    return `the plan was not finished: the responses have more than ${megabytes} MB, which is the limit of a run; ${SMALLER_RUN}`;
  }

  /** The bytes of a new body; 0 for raw bytes and for a body that came before. */
  #newBytes(response: HttpResponse): number {
    if (response.sha256 !== undefined) return 0;
    const isSmall =
      response.bytes < LARGE_BODY && response.headers['content-encoding'] === undefined;
    if (isSmall) return response.bytes;
    const text = textOf(response);
    if (text === '') return 0;
    const key = response.textDigest ?? text;
    if (this.#seen.has(key)) return 0;
    this.#seen.add(key);
    // Of a body that is too long, only the start is kept.
    return response.bytes > READ_BYTES ? READ_BYTES : text.length;
  }
}

/** The text of a body; empty if there was no room to keep it. */
function textOf(response: HttpResponse): string {
  try {
    return response.text;
  } catch (error) {
    if (error instanceof NoBody) return '';
    throw error;
  }
}
