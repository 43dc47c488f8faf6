/** Exchanges are written down as they come, so that memory stays flat and nothing is lost when the process is killed. */
import { createHash, randomUUID } from 'node:crypto';
import { Recent } from '../contract/recent.ts';
import type { Exchange } from '../model/index.ts';
import { type HarView, harEntry } from './har.ts';
import { ReceivedResponse } from './response.ts';
import { type ByteRange, Spool } from './spool.ts';

/** Where an exchange is written down: as an entry of an HTTP Archive, in one line. */
export interface Written {
  readonly entry: ByteRange;
  /** Absent where there is no response, or was no room for its text. */
  readonly content?: WrittenText & {
    /** The member of the entry that holds the text, or names the entry that does. */
    readonly member: ByteRange;
  };
}

export interface WrittenText {
  /** The text of the response, as a JSON string. */
  readonly text: ByteRange;
  /** What the entry with this text was sent for: another one where the text came before. */
  readonly textOf: string;
}

/** Longer texts leave the memory when this many characters of later ones have come. */
const STAYS_IN_MEMORY = 2048;
const LATELY = 8_000_000;
/** Texts are written down until there are this many bytes. */
const ROOM = 1024 ** 3;
/** What stays of a text that there was no room for. */
const BEGINNING = 20_000;
/** This many texts are known again. Shorter ones are written out wherever they stand. */
const KNOWN_TEXTS = 16_384;
const WORTH_NAMING = 256;

/** Stands for a text in its entry; no target knows it. */
const TEXT = `"text":"${randomUUID()}"`;
const PLACEHOLDER = TEXT.slice(8, -1);

interface Held {
  readonly response: ReceivedResponse;
  readonly length: number;
  readonly text: ByteRange | undefined;
}

export class Recorder {
  readonly spool: Spool;
  readonly shown: HarView;
  readonly #written = new WeakMap<Exchange, Written>();
  /** By the text, and by its digest. */
  readonly #recent = new Recent<string, WrittenText>();
  readonly #texts = new Map<string, WrittenText>();
  readonly #lately: Held[] = [];
  #latelyLength = 0;

  /** Exchanges are written to the spool as they are shown: without secrets. */
  constructor(shown: HarView, spool: Spool = new Spool()) {
    this.shown = shown;
    this.spool = spool;
  }

  /** Bound, so that it can be passed on as a function. */
  readonly write = (exchange: Exchange, ref: string): void => {
    const written = this.#write(exchange, ref);
    if (written !== undefined) this.#written.set(exchange, written);
    this.#forgetLater(exchange, written?.content?.text);
  };

  /** Where an exchange stands; `undefined` when there was no room for it. */
  placeOf(exchange: Exchange): Written | undefined {
    return this.#written.get(exchange);
  }

  #write(exchange: Exchange, ref: string): Written | undefined {
    const { response } = exchange;
    const entry = JSON.stringify(harEntry(exchange, ref, this.shown, PLACEHOLDER));
    if (response === undefined) return this.#append(`${entry}\n`);
    const cut = entry.lastIndexOf(TEXT);
    const before = entry.slice(0, cut);
    const after = `${entry.slice(cut + TEXT.length)}\n`;
    const { text } = response;
    const lately = this.#recent.get(text);
    if (lately !== undefined) return this.#name(lately, before, after);
    const shown = JSON.stringify(this.shown.redact(text));
    const digest = shown.length < WORTH_NAMING ? undefined : digestOf(shown);
    const known = digest === undefined ? undefined : this.#texts.get(digest);
    if (known !== undefined) return this.#name(known, before, after);
    if (shown.length > STAYS_IN_MEMORY && this.spool.size > ROOM)
      return this.#append(withoutText(`${before}"text":""${after}`));
    const [first, member, held, last] = this.spool.append(before, '"text":', shown, after) ?? [];
    if (!first || !member || !held || !last) return undefined;
    const written = { text: held, textOf: ref };
    if (digest !== undefined) {
      this.#recent.set(text, written, text.length);
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

  /** What judges the exchange now reads its text in memory; who looks at it again later reads it from the disk. */
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
      else if (oldest.length > BEGINNING) oldest.response.cut(BEGINNING);
    }
  }

  #textAt(place: ByteRange): string {
    return JSON.parse(this.spool.read(place).toString()) as string;
  }
}

/** From the beginning of one place to the end of another. */
function across(first: ByteRange, last: ByteRange): ByteRange {
  return { at: first.at, length: last.at + last.length - first.at };
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}

/** An empty text with a size means that the text was left out; that it was cut as well does not matter then. */
export function withoutText(line: string): string {
  const { response, ...entry } = JSON.parse(line) as { response: { _truncated?: true } };
  const { _truncated: _, ...rest } = response;
  return `${JSON.stringify({ ...entry, response: rest })}\n`;
}
