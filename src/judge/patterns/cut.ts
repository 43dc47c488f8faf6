/** Bodies that end in the middle, all after the same number of bytes. */
import { NO_CHANCE } from '../../availability/numbers.ts';
import { type HttpResponse, type Kept, NoBody, type Pattern } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { LONG_TEXT, SHORT_TEXT } from '../numbers.ts';
import type { Failure } from '../observations.ts';
import { compared } from '../where/body.ts';

/** The bytes after which the blamed body ends, if those of other requests end there too, or it is the size of a buffer. */
export function cutOf({ culprit }: Failure, kept: readonly Kept[]): Pattern | undefined {
  const bytes = endOf(culprit.response);
  if (bytes === undefined) return undefined;
  const short = compared(kept.map(({ exchange }) => exchange));
  const cut = short.filter(({ response }) => endOf(response) !== undefined);
  const alike = cut.filter(({ response }) => endOf(response) === bytes);
  const requests = new Set(alike.map(({ request }) => keyOf(request)));
  const isBuffer = bytes > LONG_TEXT && Number.isInteger(Math.log2(bytes));
  // Most are cut there: other lengths have another reason.
  if (2 * alike.length <= cut.length) return undefined;
  return requests.size >= NO_CHANCE || isBuffer ? { is: 'cut', bytes } : undefined;
}

/** The length of a JSON body that ends too early, in bytes; `undefined` for any other response. Each is read once. */
function endOf(response: HttpResponse | undefined): number | undefined {
  if (response === undefined) return undefined;
  if (!ends.has(response)) ends.set(response, readEnd(response));
  return ends.get(response);
}

const ends = new WeakMap<HttpResponse, number | undefined>();

function readEnd(response: HttpResponse): number | undefined {
  if (response.truncated || response.status >= 300) return undefined;
  if (response.bytes < SHORT_TEXT || response.miscoded !== undefined) return undefined;
  if (!/json/.test(response.mediaType)) return undefined;
  try {
    const { text } = response;
    if (!/^\s*[[{]/.test(text) || isJson(text)) return undefined;
    return 'content-encoding' in response.headers ? Buffer.byteLength(text) : response.bytes;
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
    return !/end of|Unterminated/i.test(String(error));
  }
}
