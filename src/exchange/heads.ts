const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const ZERO = 0x30;
const ONE = 0x31;
const TWO = 0x32;
/** The position of the status in a line such as `HTTP/1.1 100 Continue`. */
const STATUS_AT = 9;

/** The bytes of a head that are looked at for the short way. */
const SHORT = 2048;
/** A whole head with a final status, and with nothing that undici rejects. */
const PLAIN = /^HTTP\/1\.\d [2-9]\d\d[^\t\n]*\n(?:[^\t\n\r ][^\t\n]*\n)+\r?\n/;

/** The part that a connection receives next. */
type Next = 'anything' | 'status line' | 'fields';

/**
 * Changes the heads of responses before undici reads them. It replaces text that undici rejects by text of the same
 * length and meaning: - 100 (Continue) by 102 (Processing): any 1xx may precede a response (RFC 9110 §15.2); - tabs in
 * fields and the line end before a continued line by spaces (RFC 9112 §5.2, RFC 9110 §5.6.3); - the name of a
 * Content-Length together with Transfer-Encoding, which does not count (RFC 9112 §6.3), by `OTHER_LENGTH`.
 */
export class Heads {
  #next: Next = 'anything';
  /** The position of the next byte in a status line. */
  #at = 0;
  #second = 0;
  #interim = false;
  /** The number of consecutive line ends. */
  #lineEnds = 0;

  /** Called for each request: the next line is a status line. */
  expect(): void {
    this.#next = 'status line';
    this.#at = 0;
  }

  /** Reads received bytes, and changes them in place. */
  pass(bytes: Buffer): void {
    if (this.#next === 'anything') return;
    const plain = this.#at === 0 && PLAIN.exec(bytes.toString('latin1', 0, SHORT));
    if (plain) {
      hideLength(bytes, 0, plain[0]);
      this.#next = 'anything';
    }
    for (let i = 0; i < bytes.length && this.#next !== 'anything'; i++) {
      if (this.#next === 'status line') this.#statusLine(bytes, i);
      else this.#field(bytes, i);
    }
  }

  #statusLine(bytes: Buffer, i: number): void {
    const byte = bytes[i] ?? 0;
    // A line end before a status line is ignored.
    if (this.#at === 0 && (byte === CR || byte === LF)) return;
    if (this.#at === 0) hideLength(bytes, i, headAt(bytes, i));
    if (this.#at === STATUS_AT) this.#interim = byte === ONE;
    if (this.#at === STATUS_AT + 1) this.#second = byte;
    if (this.#at === STATUS_AT + 2) {
      if (this.#interim && this.#second === ZERO && byte === ZERO) bytes[i] = TWO;
      this.#next = 'fields';
      this.#lineEnds = 0;
    }
    this.#at++;
  }

  #field(bytes: Buffer, i: number): void {
    const byte = bytes[i];
    if (byte === LF) {
      if (++this.#lineEnds < 2) return;
      if (this.#interim) this.expect();
      else this.#next = 'anything';
      return;
    }
    if (byte === CR) return;
    if (byte === TAB || (byte === SPACE && this.#lineEnds === 1)) {
      bytes[i] = SPACE;
      if (this.#lineEnds === 1 && bytes[i - 2] === CR) bytes.fill(SPACE, i - 2, i);
    }
    this.#lineEnds = 0;
  }
}

/** The name under which undici passes on a Content-Length that does not count; as long as the other one. */
export const OTHER_LENGTH = 'x-other-length';

/** The head that starts here; empty if it comes in several pieces. */
function headAt(bytes: Buffer, start: number): string {
  const end = bytes.indexOf('\r\n\r\n', start);
  return end < 0 ? '' : bytes.toString('latin1', start, end);
}

/** Renames Content-Length in the head that starts here, if it has Transfer-Encoding too. */
function hideLength(bytes: Buffer, start: number, head: string): void {
  if (!/^transfer-encoding:/im.test(head)) return;
  for (const { index } of head.matchAll(/^content-length:/gim))
    bytes.write(OTHER_LENGTH, start + index, 'latin1');
}
