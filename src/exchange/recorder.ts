/** Exchanges are written down as they come, so that memory stays flat and nothing is lost when the process is killed. */
import { createHash, randomUUID } from 'node:crypto';
import type { Exchange } from '../model/index.ts';
import { harEntry, type Shown } from './har.ts';
import { ReceivedResponse } from './response.ts';
import { type Place, Spool } from './spool.ts';

/** Where an exchange is written down: as an entry of an HTTP Archive, in one line. */
export interface Written {
  readonly entry: Place;
  /** The text of the response as a JSON string; absent where there is no response or was no room. */
  readonly text?: Place;
  /** What the entry with this text was sent for: another one where the text came before. */
  readonly textOf: string;
}

/** Longer texts leave the memory when so many characters of later ones have come. */
const STAYS_IN_MEMORY = 2048;
const LATELY = 8_000_000;
/** Texts are written down until there are so many bytes. */
const ROOM = 1024 ** 3;
/** What stays of a text that there was no room for. */
const BEGINNING = 20_000;
/** So many texts are known again. Shorter ones are written out wherever they stand. */
const KNOWN_TEXTS = 16_384;
const WORTH_NAMING = 256;

/** Stands for a text in its entry; no target knows it. */
const TEXT = `"text":"${randomUUID()}"`;
const PLACEHOLDER = TEXT.slice(8, -1);

interface Held {
  readonly response: ReceivedResponse;
  readonly length: number;
  readonly text: Place | undefined;
}

export class Recorder {
  readonly spool: Spool;
  readonly shown: Shown;
  readonly #written = new WeakMap<Exchange, Written>();
  readonly #texts = new Map<string, Required<Pick<Written, 'text' | 'textOf'>>>();
  readonly #lately: Held[] = [];
  #latelyLength = 0;

  /** Exchanges are written to the spool as they are shown: without secrets. */
  constructor(shown: Shown, spool: Spool = new Spool()) {
    this.shown = shown;
    this.spool = spool;
  }

  /** Bound, so that it can be passed on as a function. */
  readonly write = (exchange: Exchange, ref: string): void => {
    const written = this.#write(exchange, ref);
    if (written !== undefined) this.#written.set(exchange, written);
    this.#forgetLater(exchange, written?.text);
  };

  /** Where an exchange stands; `undefined` when there was no room for it. */
  placeOf(exchange: Exchange): Written | undefined {
    return this.#written.get(exchange);
  }

  #write(exchange: Exchange, ref: string): Written | undefined {
    const { shown } = this;
    const entry = JSON.stringify(harEntry(exchange, ref, shown, PLACEHOLDER));
    const cut = exchange.response === undefined ? -1 : entry.lastIndexOf(TEXT);
    if (cut === -1) return this.#append(ref, Buffer.from(`${entry}\n`));
    const [before, after] = [entry.slice(0, cut), `${entry.slice(cut + TEXT.length)}\n`];
    const text = Buffer.from(JSON.stringify(shown.redact(exchange.response?.text ?? '')));
    const digest = text.length < WORTH_NAMING ? undefined : digestOf(text);
    const known = digest === undefined ? undefined : this.#texts.get(digest);
    if (known !== undefined) {
      const named = `"_textOf":${JSON.stringify(known.textOf)}`;
      const written = this.#append(ref, Buffer.from(before + named + after));
      return written && { ...written, ...known };
    }
    if (text.length > STAYS_IN_MEMORY && this.spool.size > ROOM)
      return this.#append(ref, Buffer.from(withoutText(`${before}"text":""${after}`)));
    const head = Buffer.from(`${before}"text":`);
    const written = this.#append(ref, head, text, Buffer.from(after));
    if (written === undefined) return undefined;
    const at = { at: written.entry.at + head.length, length: text.length };
    if (digest !== undefined) this.#know(digest, { text: at, textOf: ref });
    return { ...written, text: at };
  }

  #append(ref: string, ...line: readonly Buffer[]): Written | undefined {
    const entry = this.spool.append(...line);
    return entry && { entry, textOf: ref };
  }

  #know(digest: string, text: Required<Pick<Written, 'text' | 'textOf'>>): void {
    this.#texts.set(digest, text);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > KNOWN_TEXTS && oldest !== undefined) this.#texts.delete(oldest);
  }

  /** What judges the exchange now reads its text in memory; who looks at it again later reads it from the disk. */
  #forgetLater({ response }: Exchange, text: Place | undefined): void {
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

  #textAt(place: Place): string {
    return JSON.parse(this.spool.read(place).toString()) as string;
  }
}

function digestOf(text: Buffer): string {
  return createHash('sha1').update(text).digest('base64');
}

/** An empty text with a size means that the text was left out; that it was cut as well does not matter then. */
function withoutText(line: string): string {
  const { response, ...entry } = JSON.parse(line) as { response: { _truncated?: true } };
  const { _truncated: _, ...rest } = response;
  return `${JSON.stringify({ ...entry, response: rest })}\n`;
}
