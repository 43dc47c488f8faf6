/** Writes exchanges to disk, so that memory stays constant and nothing is lost if the process is killed. */
import { Recent } from '../contract/recent.ts';
import { digestOf, ReceivedResponse, START_BYTES } from '../exchange/response.ts';
import { type Exchange, type Purpose, purposeText } from '../model/index.ts';
import { type HarView, harEntry } from './entry.ts';
import { type ByteRange, Spool } from './spool.ts';

/** The position of a written exchange, which is an entry of an HTTP Archive on one line. */
export interface Written {
  readonly entry: ByteRange;
  /** Absent without a response, or without room for its text. */
  readonly content?: WrittenText & {
    /** The member of the entry that has the text, or names the entry with the text. */
    readonly member: ByteRange;
  };
}

export interface WrittenText {
  /** The text of the response, as a JSON string. */
  readonly text: ByteRange;
  /** The reference of the entry with this text; an earlier one if the text is repeated. */
  readonly textOf: string;
}

/** Longer texts stay on disk until they are needed; they leave memory after this many characters of later texts. */
export const STAYS_IN_MEMORY = 2048;
const LATELY = 8_000_000;
/** The most exchanges that wait; a run keeps this many in any case. */
const MOST_WAITING = 10_000;
/** The most bytes of written texts. */
const ROOM = 1024 ** 3;
/** The most texts that are recognized when they are repeated, and their least length: shorter ones are written out. */
const KNOWN_TEXTS = 16_384;
export const WORTH_NAMING = 256;

interface Held {
  readonly response: ReceivedResponse;
  readonly length: number;
  readonly text: ByteRange | undefined;
}

interface Waiting {
  readonly exchange: Exchange;
  readonly purpose: Purpose;
  readonly headers: Readonly<Record<string, string>>;
}

export class Recorder {
  readonly spool: Spool;
  readonly shown: HarView;
  readonly #written = new WeakMap<Exchange, Written>();
  /** Written texts: by the text as it came, or its digest if it is long; and by the digest of the displayed text. */
  readonly #recent = new Recent<string, WrittenText>();
  readonly #texts = new Map<string, WrittenText>();
  readonly #lately: Held[] = [];
  #latelyLength = 0;
  #lastRead: { readonly at: number; readonly text: string } | undefined;
  /** What is not written yet. */
  #waiting: Waiting[] = [];
  #waitingLength = 0;

  /** Exchanges are written in their displayed form, without secrets. */
  constructor(shown: HarView, spool: Spool = new Spool()) {
    this.shown = shown;
    this.spool = spool;
  }

  /** Without a file, exchanges wait until memory needs room or an archive is made. An arrow function, so that it is bound. */
  readonly write = (exchange: Exchange, purpose: Purpose): void => {
    // The headers as they are now: a token may be renewed.
    const headers = this.shown.headersOf(exchange.request);
    this.#waiting.push({ exchange, purpose, headers });
    this.#waitingLength += exchange.response?.text.length ?? 0;
    const isFull = this.#waiting.length > MOST_WAITING || this.#waitingLength > LATELY;
    if (this.spool.hasFile || isFull) this.#writeWaiting();
  };

  /** The position of an exchange; `undefined` if there was no room for it. */
  placeOf(exchange: Exchange): Written | undefined {
    this.#writeWaiting();
    return this.#written.get(exchange);
  }

  #writeWaiting(): void {
    for (const { exchange, purpose, headers } of this.#waiting) {
      const entry = harEntry(exchange, purpose, this.shown, headers);
      const written = this.#write(exchange, entry, purpose);
      if (written !== undefined) this.#written.set(exchange, written);
      this.#forgetLater(exchange, written?.content?.text);
    }
    this.#waiting = [];
    this.#waitingLength = 0;
  }

  #write(
    { response }: Exchange,
    [before, rest]: ReturnType<typeof harEntry>,
    purpose: Purpose,
  ): Written | undefined {
    const after = `${rest}\n`;
    if (response === undefined) return this.#append(before + after);
    const { text } = response;
    const key = text.length > STAYS_IN_MEMORY ? (response.textDigest ?? text) : text;
    const lately = this.#recent.get(key);
    if (lately !== undefined) return this.#name(lately, before, after);
    const clean = this.shown.redact(text);
    const shown = JSON.stringify(clean);
    // Of a long text without secrets, the digest is there.
    const isKeyed = key !== text && clean === text;
    const digest = shown.length < WORTH_NAMING ? undefined : isKeyed ? key : digestOf(clean);
    const known = digest === undefined ? undefined : this.#texts.get(digest);
    if (known !== undefined) {
      this.#recent.set(key, known, key.length);
      return this.#name(known, before, after);
    }
    if (shown.length > STAYS_IN_MEMORY && this.spool.size > ROOM)
      return this.#append(withoutText(before, rest));
    const [first, member, held, last] = this.spool.append(before, '"text":', shown, after) ?? [];
    if (!first || !member || !held || !last) return undefined;
    const written = { text: held, textOf: purposeText(purpose) };
    if (digest !== undefined) {
      this.#recent.set(key, written, key.length);
      this.#know(digest, written);
    }
    return {
      entry: across(first, last),
      content: { member: across(member, held), ...written },
    };
  }

  #name(known: WrittenText, before: string, after: string): Written | undefined {
    const named = `"_textOf":${JSON.stringify(known.textOf)}`;
    const [first, member, last] = this.spool.append(before, named, after) ?? [];
    if (!first || !member || !last) return undefined;
    return { entry: across(first, last), content: { member, ...known } };
  }

  #append(line: string): Written | undefined {
    const [entry] = this.spool.append(line) ?? [];
    return entry && { entry };
  }

  #know(digest: string, text: WrittenText): void {
    this.#texts.set(digest, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > KNOWN_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** The current judge reads the text from memory; later judges read it from disk. */
  #forgetLater({ response }: Exchange, text: ByteRange | undefined): void {
    if (!(response instanceof ReceivedResponse)) return;
    const length = response.start.length;
    if (length <= STAYS_IN_MEMORY) return;
    this.#lately.push({ response, length, text });
    this.#latelyLength += length;
    while (this.#latelyLength > LATELY) {
      const oldest = this.#lately.shift();
      if (oldest === undefined) break;
      this.#latelyLength -= oldest.length;
      const place = oldest.text;
      if (place !== undefined) oldest.response.release(() => this.#textAt(place));
      else if (oldest.length > START_BYTES) oldest.response.cut(START_BYTES);
    }
  }

  /** Equal texts share one place, and are read one after another. */
  #textAt(place: ByteRange): string {
    if (this.#lastRead?.at !== place.at) {
      const text = JSON.parse(this.spool.text(place)) as string;
      this.#lastRead = { at: place.at, text };
    }
    return this.#lastRead.text;
  }
}

/** The range from the start of one range to the end of another. */
function across(first: ByteRange, last: ByteRange): ByteRange {
  return { at: first.at, length: last.at + last.length - first.at };
}

/**
 * The line of an entry without the text of its response, from the pieces around the text. An empty text with a size
 * means that the text was omitted, so the mark of a cut is dropped.
 */
export function withoutText(before: string, after: string): string {
  if (after === '') return `${before}\n`;
  const entry = JSON.parse(`${before}"text":""${after}`) as { response: { _truncated?: true } };
  const { _truncated: _, ...response } = entry.response;
  return `${JSON.stringify({ ...entry, response })}\n`;
}
