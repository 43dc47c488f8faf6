import { createHash, type Hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import { Recent } from '../contract/recent.ts';
import type { Call, HttpResponse } from '../model/index.ts';
import { type Heads, OTHER_LENGTH } from './heads.ts';
import { BAD_LENGTH, ENOUGH, MANY_INTERIM, TIMED_OUT } from './no-response.ts';
import { received } from './received.ts';

/** The current connection of a pooled client. */
export interface Line {
  socket: Socket | undefined;
  /** The number of requests that were sent on it. */
  uses: number;
  readonly heads: Heads;
}

/** The most interim (1xx) responses before a response; a server that reports its progress each second sends fewer. */
const MAX_INTERIM = 1000;

/** undici's error for bytes that belong to no request. */
const NO_REQUEST = 'bad response';

/** The most characters of a field that are kept. */
const LONGEST_VALUE = 8192;

/** Only a digest of raw bytes is kept, so that more of them can be read. */
const MAX_RAW_BYTES = 2 ** 28;

/** The chunks of a body that is not there. */
const NONE: Buffer[] = [];

/**
 * One try to send one request. It is undici's options and undici's handler in one object, so that a
 * request costs one object here and no closures beside its promise.
 */
export class Attempt implements Dispatcher.DispatchOptions, Dispatcher.DispatchHandler {
  readonly path: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | Readable | null;
  readonly reset: boolean;
  readonly timeoutMs: number;
  /** Set by the pooled client that takes the request. */
  line: Line | undefined;

  response: HttpResponse | undefined;
  error: unknown;
  durationMs = 0;
  /** True from the moment that a connection was there to send on. */
  started = false;

  /** The n-th request on its connection, counted from 1. */
  position: number | undefined;

  readonly #maxBodyBytes: number;
  #resolve: ((attempt: this) => void) | undefined;
  #done: (() => void) | undefined;
  /** The time when it was sent, on the clock of `performance.now`. */
  begin: number = performance.now();
  #deadline: NodeJS.Timeout | undefined;
  #socket: Socket | undefined;
  #readBefore = 0;
  #status = 0;
  #interim = 0;
  #headers: Readonly<Record<string, string>> = {};
  #chunks: Buffer[] = NONE;
  #bytes = 0;
  /** Raw bytes are identified by their digest, because decoding them as text would change them. */
  #digest: Hash | undefined;

  constructor(
    call: Call,
    path: string,
    headers: Readonly<Record<string, string>>,
    limits: { timeoutMs: number; maxBodyBytes: number; fresh: boolean },
  ) {
    this.path = path;
    this.method = call.method as Dispatcher.HttpMethod;
    const body =
      call.encoding === undefined ? (call.body ?? null) : Buffer.from(call.body ?? '', 'base64');
    const isChunked = body !== null && headers['transfer-encoding'] === 'chunked';
    this.headers = isChunked ? withoutFraming(headers) : headers;
    this.body = isChunked ? inTwoChunks(Buffer.from(body)) : body;
    this.reset = limits.fresh;
    this.timeoutMs = limits.timeoutMs;
    this.#maxBodyBytes = limits.maxBodyBytes;
  }

  /** Sends the request, calls `done` when it is over, and returns this attempt. Never rejects. */
  run(dispatcher: Dispatcher, done?: () => void): Promise<this> {
    this.#done = done;
    return new Promise((resolve) => {
      this.#resolve = resolve;
      dispatcher.dispatch(this, this);
    });
  }

  /** True for a request on a connection that was used before, if no byte came back. */
  get lostRace(): boolean {
    return this.position !== 1 && this.#socket?.bytesRead === this.#readBefore;
  }

  /** True for the first request on its connection, if no byte came back. */
  get cameToNothing(): boolean {
    return this.position === 1 && this.#socket?.bytesRead === this.#readBefore;
  }

  /** True if bytes followed the response: undici then ends the connection with such an error. */
  get hasSurplus(): boolean {
    if (this.response === undefined) return false;
    const error: NodeJS.ErrnoException | null | undefined = this.#socket?.errored;
    return error?.message === NO_REQUEST || error?.code?.startsWith('HPE_') === true;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.started = true;
    this.begin = performance.now();
    this.#deadline = setTimeout(expire, this.timeoutMs, controller);
    const line = this.line;
    if (line === undefined) return;
    line.heads.expect();
    this.position = ++line.uses;
    this.#socket = line.socket;
    this.#readBefore = line.socket?.bytesRead ?? 0;
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    // 1xx responses precede the real one.
    if (status < 200) {
      if (++this.#interim > MAX_INTERIM) controller.abort(MANY_INTERIM);
      return;
    }
    this.#status = status;
    this.#headers = joined(withItsLength(headers));
    if (this.#headers['content-type']?.startsWith('application/octet-stream')) {
      this.#digest = createHash('sha256');
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const limit = this.#maxBodyBytes;
    if (this.#bytes === 0) this.#chunks = [chunk];
    else if (this.#bytes <= limit) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    this.#digest?.update(chunk);
    if (this.#bytes <= (this.#digest === undefined ? limit : MAX_RAW_BYTES)) return;
    // The response may never end, and its rest is not needed.
    this.#digest = undefined;
    this.onResponseEnd();
    controller.abort(ENOUGH);
  }

  onResponseEnd(): void {
    this.response = received({
      status: this.#status,
      headers: this.#headers,
      chunks: this.#chunks,
      bytes: this.#bytes,
      limit: this.#maxBodyBytes,
      sha256: this.#digest?.digest('hex'),
    });
    this.#settle();
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#resolve === undefined) return;
    const { code } = error as NodeJS.ErrnoException;
    const mismatch = code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
    if (mismatch && this.#status !== 0 && this.#isComplete()) {
      this.onResponseEnd();
      return;
    }
    this.error = mismatch && this.#status === 0 ? BAD_LENGTH : error;
    this.#settle();
  }

  /** undici compares the body with Content-Length even if other rules delimit the body (RFC 9112 §6.3). */
  #isComplete(): boolean {
    return (
      this.#status === 204 ||
      this.#status === 304 ||
      this.#headers['transfer-encoding'] !== undefined
    );
  }

  #settle(): void {
    clearTimeout(this.#deadline);
    this.durationMs = performance.now() - this.begin;
    this.#chunks = NONE;
    const resolve = this.#resolve;
    this.#resolve = undefined;
    if (resolve === undefined) return;
    this.#done?.();
    resolve(this);
  }
}

function expire(controller: Dispatcher.DispatchController): void {
  controller.abort(TIMED_OUT);
}

/** The last starts of long values: responses that have the same share one. */
const starts = new Recent<string, string>();

/** A copy, so that the whole text does not stay in memory. */
function start(value: unknown): string {
  const copy = `${Buffer.from(String(value).slice(0, LONGEST_VALUE))}…`;
  return starts.of(copy, copy.length, () => copy);
}

/** undici's names are already in lower case; repeated headers are lists. */
function joined(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  for (const name in headers) {
    const value = headers[name];
    if (Array.isArray(value)) headers[name] = value.join(', ');
    if ((headers[name]?.length ?? 0) > LONGEST_VALUE) headers[name] = start(headers[name]);
  }
  return headers as Record<string, string>;
}

/** With the Content-Length that undici did not get to see: see Heads. */
function withItsLength(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { [OTHER_LENGTH]: length, ...others } = headers;
  return length === undefined ? headers : { ...others, 'content-length': String(length) };
}

/** undici writes the header itself. */
function withoutFraming({
  'transfer-encoding': _,
  ...headers
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers;
}

/** undici sends a stream of unknown length in chunks. */
function inTwoChunks(body: Buffer): Readable {
  const half = Math.ceil(body.length / 2);
  return Readable.from([body.subarray(0, half), body.subarray(half)]);
}
