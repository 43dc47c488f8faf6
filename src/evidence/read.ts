/** Reads the exchanges in an HTTP Archive 1.2. */

import type { Json } from '../contract/json.ts';
import { InputError } from '../input/error.ts';
import { defined } from '../model/defined.ts';
import {
  fits,
  type HttpResponse,
  isDeeperThan,
  isObject,
  momentOf,
  type NoResponse,
  parsedJson,
} from '../model/index.ts';
import { headersIn, objectIn, outcomeOf } from './read-response.ts';

/** One recorded request and its result: exactly one of `response` and `silence`. */
export interface Recorded {
  /** The index of the entry in the archive. */
  readonly index: number;
  /** The purpose of the request; only in archives of the kit. */
  readonly ref?: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** See Call; only in archives of the kit. */
  readonly encoding?: 'base64';
  readonly truncated?: true;
  readonly response?: HttpResponse;
  readonly silence?: NoResponse;
  /** True if the response came at the second try; only in archives of the kit. */
  readonly resent?: true;
  readonly surplus?: true;
  readonly isAnswer?: true;
  /** See Exchange. */
  readonly tries?: number;
  readonly position?: number;
  readonly startedAt: number;
  readonly durationMs: number;
}

export interface Har {
  readonly entries: readonly Recorded[];
  /** The kit's unchecked statements about its own run; absent in foreign archives. */
  readonly settings?: Json;
  /** The kit's unchecked statements about traffic that it judged. */
  readonly traffic?: Json;
  /** Present if the run was killed: why the recording ends here, in one clause. */
  readonly unfinished?: string;
}

/** The most nested levels of an archive. Bodies are strings in it, fixtures are not. */
const DEEPEST = 200;

/** Reads an archive of the kit, a browser or a proxy. Throws InputError, which names the file and the place. */
export function readHar(text: string, file: string): Har {
  const log = logIn(text, file);
  const { entries } = log;
  if (!Array.isArray(entries)) {
    throw unfit(file, 'the list log.entries is missing');
  }
  const settings = objectIn(log, '_assay');
  const traffic = objectIn(log, '_traffic');
  const texts = new Map(
    entries.filter(isObject).map((entry) => [entry['_ref'], contentOf(entry)['text']] as const),
  );
  return {
    entries: entries.map((entry: unknown, index) =>
      recorded(
        withText(entry, (ref) => texts.get(ref)),
        index,
        file,
      ),
    ),
    ...defined({ settings, traffic }),
  };
}

function logIn(text: string, file: string): Json {
  // Messages of the parser quote the file, which may contain secrets.
  const value = parsedJson(text.replace(/^\ufeff/, ''));
  if (value === undefined) throw unfit(file, 'it is not JSON');
  if (isDeeperThan(DEEPEST, value)) throw unfit(file, `it has more than ${DEEPEST} levels`);
  const log = isObject(value) ? objectIn(value, 'log') : undefined;
  if (log === undefined) throw unfit(file, 'the member log is missing');
  return log;
}

/** One entry. Throws ArchiveError. */
export function recorded(entry: unknown, index: number, file: string): Recorded {
  const at = `log.entries[${index}]`;
  const request = isObject(entry) ? objectIn(entry, 'request') : undefined;
  if (!isObject(entry) || request === undefined) throw unfit(file, `${at} has no request`);
  const { method } = request;
  // The URL as it was sent; `url` has a valid one for other readers.
  const url = request['_url'] ?? request['url'];
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw unfit(file, `${at}.request has no method or no url`);
  }
  const body = bodyIn(request);
  const data = objectIn(request, 'postData') ?? {};
  const ref = entry['_ref'];
  return {
    index,
    ...(typeof ref === 'string' ? { ref } : {}),
    method,
    url,
    headers: headersIn(request['headers']),
    ...(body === undefined ? {} : { body }),
    ...(data['_encoding'] === 'base64' ? { encoding: 'base64' as const } : {}),
    ...(data['_truncated'] === true || lacksItsBody(request) ? { truncated: true as const } : {}),
    ...outcomeOf(entry),
    ...defined({
      resent: entry['_resent'] === true || undefined,
      surplus: entry['_surplus'] === true || undefined,
      isAnswer: entry['_answer'] === true || undefined,
      // 0 for a request that was not sent.
      tries: countIn(entry['_tries'], 0),
      position: countIn(entry['_position']),
    }),
    startedAt: momentOf(String(entry['startedDateTime'])),
    durationMs: numberIn(entry, 'time'),
  };
}

/** The entry with the text to which it refers, from the entry with this reference. */
export function withText(entry: unknown, textOf: (ref: string) => unknown): unknown {
  if (!isObject(entry)) return entry;
  const { _textOf: ref, ...content } = contentOf(entry);
  if (typeof ref !== 'string') return entry;
  const whole = { ...content, text: textOf(ref) };
  return { ...entry, response: { ...objectIn(entry, 'response'), content: whole } };
}

export function contentOf(entry: Json): Json {
  return objectIn(objectIn(entry, 'response') ?? {}, 'content') ?? {};
}

/** The body text; forms may be recorded by their fields alone. */
function bodyIn(request: Json): string | undefined {
  const data = objectIn(request, 'postData');
  if (data === undefined) return undefined;
  const { text, params } = data;
  if (typeof text === 'string') return text;
  if (!Array.isArray(params) || params.length === 0) return undefined;
  const pairs = params
    .filter(isObject)
    .map(({ name, value }): [string, string] => [`${name}`, `${value ?? ''}`]);
  return new URLSearchParams(pairs).toString();
}

/** A request whose body the recorder left out. */
function lacksItsBody(request: Json): boolean {
  if (bodyIn(request) !== undefined) return false;
  const { 'content-length': length = '0', 'transfer-encoding': framed } = headersIn(
    request['headers'],
  );
  return Number(request['bodySize']) > 0 || Number(length) > 0 || framed !== undefined;
}

function numberIn(entry: Json, name: string): number {
  const value = entry[name];
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : 0;
}

function unfit(file: string, problem: string): InputError {
  return new InputError(
    `${file}: ${problem}. Name an HTTP Archive (HAR 1.2): evidence.har of a report, or an archive that a browser or a proxy saved.`,
  );
}

/** More than the largest number of repeated or simultaneous requests of a run. */
const MAX_COUNTED = 100_000;

/** A number that counts from 1, or from another number. */
function countIn(value: unknown, least = 1): number | undefined {
  return fits.integer(value) && value >= least && value <= MAX_COUNTED ? value : undefined;
}
