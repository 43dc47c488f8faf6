/** Bodies that end in the middle: all after the same number of bytes, or only those with characters beyond ASCII. */
import { NO_CHANCE } from '../../availability/numbers.ts';
import { type HttpResponse, type Kept, NoBody, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { LONG_TEXT, SHORT_TEXT } from '../numbers.ts';
import type { Failure } from '../observations.ts';
import { compared } from '../where/body.ts';

/**
 * The bytes after which the blamed body ends, if those of other requests end there too, or it is the size of a buffer;
 * or that all bodies with characters beyond ASCII end too early, and no other ones.
 */
export function cutOf({ culprit }: Failure, kept: readonly Kept[]): Pattern | undefined {
  const bytes = endOf(culprit.response)?.bytes ?? 0;
  if (bytes === 0) return undefined;
  const ends = compared(kept.map(({ exchange }) => exchange)).flatMap(({ request, response }) => {
    const end = endOf(response);
    return end === undefined ? [] : [{ ...end, request }];
  });
  const isEnough = (some: typeof ends): boolean =>
    new Set(some.map(({ request }) => keyOf(request))).size >= NO_CHANCE;
  const [cut, whole] = [ends.filter((one) => one.bytes > 0), ends.filter((one) => one.bytes === 0)];
  const alike = cut.filter((one) => one.bytes === bytes);
  const isBuffer = bytes > LONG_TEXT && Number.isInteger(Math.log2(bytes));
  // Most are cut there: other lengths have another reason.
  if (2 * alike.length > cut.length && (isEnough(alike) || isBuffer)) return { is: 'cut', bytes };
  const isCause = cut.every((one) => one.isWide) && !whole.some((one) => one.isWide);
  return isCause && isEnough(cut) && isEnough(whole)
    ? { is: 'cut', isBeyondAscii: true }
    : undefined;
}

/** The end of a JSON body. */
interface End {
  /** The length of a body that ends too early, in bytes; 0 for a whole one. */
  readonly bytes: number;
  /** True if it has characters beyond ASCII. */
  readonly isWide: boolean;
}

/** `undefined` for a response without JSON, or a short one. Each is read once. */
function endOf(response: HttpResponse | undefined): End | undefined {
  if (response === undefined) return undefined;
  if (!known.has(response)) known.set(response, readEnd(response));
  return known.get(response);
}

const known = new WeakMap<HttpResponse, End | undefined>();

function readEnd(response: HttpResponse): End | undefined {
  if (response.truncated || response.status >= 300) return undefined;
  if (response.bytes < SHORT_TEXT || response.miscoded !== undefined) return undefined;
  if (!/json/.test(response.mediaType)) return undefined;
  try {
    const { text } = response;
    const isWide = /[^\0-\x7f]/.test(text);
    if (!/^\s*[[{]/.test(text) || isJson(text)) return { bytes: 0, isWide };
    const isCoded = 'content-encoding' in response.headers;
    return { bytes: isCoded ? Buffer.byteLength(text) : response.bytes, isWide };
  } catch (error) {
    if (error instanceof NoBody) return undefined;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    // What is wrong before the end is no cut.
    return (
      !/end of|Unterminated/i.test(String(error)) && !String(error).endsWith(` ${text.length}`)
    );
  }
}
