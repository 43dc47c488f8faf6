import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { parsedJson } from '../contract/json.ts';
import { jsonReader, Recent } from '../contract/recent.ts';
import { type HttpResponse, mediaTypeOf, NoBody, READ_BYTES } from '../model/index.ts';
import { codingsOf, unknownCodings } from './coding.ts';
import { namesMore, opensMore } from './repeated-names.ts';

/** The standard words for each status. */
export { STATUS_CODES } from 'node:http';

const UNREAD: unique symbol = Symbol('not parsed yet');

const READ = '1 MiB, which is the limit for a body';
/** The bytes that are kept of a longer one, which is shown and not judged. */
export const START_BYTES = 20_000;

/** The deepest JSON body that the kit reads: functions recurse once per level. */
export const DEEPEST = 1000;

/** The most different names in a JSON body: more are read slowly, and no contract describes such a response. */
const MAX_NAMES = 1000;

/** Members that only some responses have. */
interface Details {
  readonly sha256?: string | undefined;
  readonly misencoded?: boolean | undefined;
  readonly charset?: string | undefined;
  readonly miscoded?: string | undefined;
  readonly textDigest?: string | undefined;
}

/** A larger body is not kept beside its text, but parsed for each use. */
const KEEP_PARSED = 32 * 1024;

/** A received response. Its text can be released after it is written to disk, and is then read back on demand. */
export class ReceivedResponse implements HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256?: string;
  readonly misencoded?: true;
  readonly charset?: string;
  readonly miscoded?: string;
  #text: string | (() => string);
  #start: string | undefined;
  readonly #cut: boolean;
  /** Why the JSON cannot be judged. */
  #excess: string | false | undefined;
  #noBody: NoBody | undefined;
  #expectsJson = false;
  #parsed: unknown = UNREAD;
  #textDigest: string | undefined;
  readonly #isLong: boolean;

  constructor(
    status: number,
    headers: Readonly<Record<string, string>>,
    text: string,
    bytes: number = Buffer.byteLength(text),
    truncated = false,
    { sha256, misencoded, charset, miscoded, textDigest }: Details = {},
  ) {
    this.status = status;
    this.headers = headers;
    this.mediaType = mediaTypeOf(headers['content-type']);
    this.#text = text;
    this.#isLong = text.length > KEEP_PARSED;
    this.bytes = bytes;
    this.#cut = truncated;
    this.#textDigest = textDigest;
    if (sha256 !== undefined) this.sha256 = sha256;
    if (misencoded) this.misencoded = true;
    if (charset !== undefined) this.charset = charset;
    if (miscoded !== undefined) this.miscoded = miscoded;
  }

  get text(): string {
    return typeof this.#text === 'string' ? this.#text : readLately(this, this.#text);
  }

  /** Made once, because several parts of a run recognize large texts that come again. */
  get textDigest(): string {
    if (this.#textDigest === undefined) {
      const { text } = this;
      this.#textDigest = digests.of(text, text.length, () => digestOf(text));
    }
    return this.#textDigest;
  }

  get body(): unknown {
    if (this.#cut || this.#exceeds()) {
      // Made once: many checks meet it.
      this.#noBody ??= new NoBody(this.unread);
      throw this.#noBody;
    }
    const body = this.miscoded === undefined ? this.#read() : undefined;
    if (body === undefined && this.#expectsJson) throw new NoBody('it is not JSON');
    return body;
  }

  get truncated(): boolean {
    // Raw bytes are not JSON, and may be many.
    return this.#cut || (this.sha256 === undefined && this.#exceeds() !== false);
  }

  /** Depends only on members that a recording has too, so that a second judgement is the same. */
  get unread(): string | undefined {
    if (!this.truncated) return undefined;
    const unknown = unknownCodings(this.headers);
    if (unknown.length > 0) return `Assay cannot decode its coding ${unknown.join(', ')}`;
    if (this.bytes > READ_BYTES) return `it is longer than ${READ}`;
    if (codingsOf(this.headers) !== undefined && this.start === '') {
      return `it decompresses to more than ${READ}`;
    }
    return this.#exceeds() || 'it was cut';
  }

  /** The text, or the start of it that was kept. */
  get start(): string {
    return this.#start ?? this.text;
  }

  expectJson(): void {
    this.#expectsJson = true;
  }

  /** Releases the text; from now on `read` returns it. */
  release(read: () => string): void {
    this.#text = read;
    this.#parsed = UNREAD;
  }

  /** Releases the text except this many characters; no check can judge it any more. */
  cut(length: number): void {
    this.#excess ??= false;
    // A copy: a slice would keep the whole text.
    this.#start = Buffer.from(this.start.slice(0, length)).toString();
    this.release(() => {
      throw new NoBody('there was no space to keep the body');
    });
  }

  #exceeds(): string | false {
    this.#excess ??= excessIn(this);
    return this.#excess;
  }

  #read(): unknown {
    if (this.#isLong) return parsedLong(this);
    if (this.#parsed === UNREAD) this.#parsed = parsed(this.text);
    return this.#parsed;
  }
}

/** The most recently read texts: many checks in a row read those of one case. */
const lately: { readonly of: ReceivedResponse; readonly text: string }[] = [];
const READ_LATELY = 16;

function readLately(of: ReceivedResponse, read: () => string): string {
  const known = lately.find((one) => one.of === of);
  if (known !== undefined) return known.text;
  const text = read();
  if (lately.unshift({ of, text }) > READ_LATELY) lately.pop();
  return text;
}

/** The available start of a response's text. */
export function startOf(response: HttpResponse): string {
  return response instanceof ReceivedResponse ? response.start : response.text;
}

/** All responses of one case stay parsed, because they are compared repeatedly, even if each has the largest size. */
const KEPT_CHARACTERS = 8 * READ_BYTES;

/**
 * Equal texts share one body and everything derived from it, because servers repeat responses. The body is frozen, so
 * that no check changes it for another.
 */
const parsed = jsonReader((value) => {
  freeze(value);
  return value;
}, KEPT_CHARACTERS);

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key in value) freeze((value as Record<string, unknown>)[key]);
  Object.freeze(value);
}

/** Their texts are not kept. */
const longBodies = new Recent<string, { readonly body: unknown }>(2 * KEPT_CHARACTERS);

/**
 * The body of a long text, which is found by its digest, so that the text need not be read back. It is not frozen,
 * because that takes longer than parsing it.
 */
function parsedLong(response: ReceivedResponse): unknown {
  const key = response.textDigest;
  const known = longBodies.get(key);
  if (known !== undefined) return known.body;
  const { text } = response;
  const body = parsedJson(text);
  longBodies.set(key, { body }, text.length);
  return body;
}

/** By text, because servers repeat responses. */
const digests = new Recent<string, string>();

/** By short text, or by the digest of a large one. */
const excesses = new Recent<string, string | false>();

function excessIn(response: ReceivedResponse): string | false {
  const { text } = response;
  // Each level, and each name, takes at least two characters.
  if (text.length <= 2 * Math.min(DEEPEST, MAX_NAMES)) return false;
  const key = text.length > KEEP_PARSED ? response.textDigest : text;
  return excesses.of(key, key.length, () => excessOf(text));
}

/** Checked in the text, because most responses are written to disk before a check needs the value. */
function excessOf(text: string): string | false {
  if (/^\s*[{[]/.test(text) && namesMore(MAX_NAMES, text))
    return `its JSON has more than ${MAX_NAMES} different names`;
  if (!opensMore(DEEPEST, text) || parsedJson(text) === undefined) return false;
  return `its JSON is nested deeper than ${DEEPEST} levels`;
}

/** The text of a body. Bytes that are not UTF-8 became U+FFFD. */
export interface Decoded {
  readonly text: string;
  readonly utf8: boolean;
  /** Of a large text. */
  readonly textDigest?: string;
}

interface DecodedText extends Decoded {
  readonly bytes: Buffer;
}

/** The last texts by length: equal bytes need not be decoded again. */
const texts = new Recent<number, DecodedText[]>();
const SAME_LENGTH = 8;
const LONG = 64 * 1024;
/** The last long texts by their digest. */
const longTexts = new Recent<string, Decoded>(8 * READ_BYTES);

/** Decodes the first bytes of a body that is longer. A character that the end would split is left out. */
export function decodeStart(chunks: readonly Buffer[], bytes: number): Decoded {
  const received = chunks.reduce((sum, { length }) => sum + length, 0);
  const start = Buffer.concat(chunks, Math.min(received, bytes + 1));
  return decode([start.subarray(0, boundary(start, bytes))]);
}

/** Decodes the chunks of a body as UTF-8. */
export function decode(chunks: readonly Buffer[]): Decoded {
  const [only] = chunks;
  const all = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  if (all.length > LONG) return decodedLong(all);
  const alike = texts.get(all.length) ?? [];
  const at = alike.findIndex(({ bytes }) => bytes.equals(all));
  const known = alike[at];
  if (known !== undefined) {
    // The last one comes first, because comparing takes longest here.
    if (at > 0) alike.unshift(...alike.splice(at, 1));
    return known;
  }
  // A copy, because the chunk is a part of a much larger buffer.
  const made = { bytes: Buffer.from(all), ...decoded(all) };
  if (alike.length === SAME_LENGTH) alike.pop();
  alike.unshift(made);
  texts.set(all.length, alike, all.length);
  return made;
}

function decoded(bytes: Buffer): Decoded {
  return { text: bytes.toString('utf8'), utf8: isUtf8(bytes) };
}

function decodedLong(bytes: Buffer): Decoded {
  const digest = digestOf(bytes);
  return longTexts.of(digest, bytes.length, () => {
    const plain = decoded(bytes);
    // The digest of the text too, if the bytes are UTF-8.
    return plain.utf8 ? { ...plain, textDigest: digest } : plain;
  });
}

/** Recognizes texts of a target, which could make two of them with one digest of a weaker kind. */
export function digestOf(text: string | Buffer): string {
  return hash('sha256', text, 'base64');
}

/** The start of the last character at or before `at`, at most three bytes back. */
function boundary(bytes: Buffer, at: number): number {
  for (let start = at; start > at - 4 && start > 0; start--) {
    if (((bytes[start] ?? 0) & 0xc0) !== 0x80) return start;
  }
  return at;
}
