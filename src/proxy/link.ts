/** One connection of a client, with its own connection to the server: bytes are passed on in both directions. */
import type { Socket } from 'node:net';
import type { NoResponse } from '../model/index.ts';
import {
  type RequestHead,
  type ResponseHead,
  requestFraming,
  requestHead,
  responseFraming,
  responseHead,
  withHost,
} from './head.ts';
import { Copy, Messages } from './messages.ts';

/** One request and its result: exactly one of `response` and `noResponse`. */
export interface Passed {
  readonly request: RequestHead;
  readonly requestBody: Copy;
  readonly response?: ResponseHead;
  readonly responseBody: Copy;
  readonly noResponse?: NoResponse;
  /** On the clock of `performance.now`. */
  readonly began: number;
  readonly durationMs: number;
}

export interface LinkOptions {
  /** The replacement of each Host field. */
  readonly host: string;
  /** Why there is no connection to the server, in words. */
  readonly explain: (error: Error) => NoResponse;
  readonly onPassed: (passed: Passed) => void;
  /** Called when the connection switches to another protocol than HTTP/1.1, such as WebSocket. */
  readonly onTunnel: () => void;
}

interface Open {
  readonly request: RequestHead;
  readonly requestBody: Copy;
  readonly responseBody: Copy;
  readonly began: number;
  response?: ResponseHead;
  noResponse?: NoResponse;
  requestDone: boolean;
  durationMs?: number;
}

const CLIENT_LEFT: NoResponse = {
  kind: 'interrupted',
  message: 'The client closed the connection before the response was complete.',
};
const SERVER_LEFT: NoResponse = {
  kind: 'reset',
  message: 'The server closed the connection before the response was complete.',
};

/** Joins the two until both have ended. */
export class Link {
  readonly #client: Socket;
  readonly #upstream: Socket;
  readonly #options: LinkOptions;
  /** Requests without a complete response, the oldest first. */
  readonly #open: Open[] = [];
  readonly #requests: Messages;
  readonly #responses: Messages;
  /** The request whose body is being received. */
  #current: Open | undefined;
  #connected = false;
  /** True after the client closed its side: a later loss is not the server's. */
  #clientLeft = false;
  #failure: NoResponse | undefined;

  constructor(client: Socket, upstream: Socket, options: LinkOptions) {
    this.#client = client;
    this.#upstream = upstream;
    this.#options = options;
    this.#requests = new Messages({
      head: (bytes) => this.#request(bytes),
      data: (part) => this.#current?.requestBody.add(part),
      end: () => this.#requestEnded(),
    });
    this.#responses = new Messages({
      head: (bytes) => ({ framing: this.#response(bytes), bytes }),
      data: (part) => this.#open[0]?.responseBody.add(part),
      end: () => this.#responseEnded(),
    });
    this.#join();
  }

  /** Ends both at once. */
  stop(): void {
    this.#lose({
      kind: 'interrupted',
      message: 'The proxy was stopped before the response was received.',
    });
    this.#client.destroy();
    this.#upstream.destroy();
  }

  #join(): void {
    const [client, upstream] = [this.#client, this.#upstream];
    for (const socket of [client, upstream]) socket.setNoDelay(true);
    // A tunnel through another proxy is a connection already.
    this.#connected = upstream.remoteAddress !== undefined && !('encrypted' in upstream);
    upstream.once('secureConnect', () => (this.#connected = true));
    upstream.once('connect', () => (this.#connected ||= !('encrypted' in upstream)));
    client.on('data', (bytes) => {
      const parts = this.#requests.push(bytes);
      if (this.#failure !== undefined) return this.#respondForServer();
      for (const part of parts) upstream.write(part);
      if (upstream.writableNeedDrain) client.pause();
    });
    upstream.on('drain', () => client.resume());
    upstream.on('data', (bytes) => {
      client.write(bytes);
      if (client.writableNeedDrain) upstream.pause();
      this.#responses.push(bytes);
    });
    client.on('drain', () => upstream.resume());
    client.on('end', () => {
      this.#clientLeft = true;
      const held = this.#requests.end();
      if (this.#failure === undefined) upstream.end(held);
    });
    upstream.on('end', () => {
      this.#serverEnded();
      client.end();
    });
    client.on('error', () => {
      this.#clientLeft = true;
      reset(upstream);
    });
    upstream.on('error', (error) => this.#upstreamFailed(error));
    client.on('close', (hadError) => {
      this.#lose(CLIENT_LEFT);
      if (hadError) reset(upstream);
      else upstream.destroy();
    });
    upstream.on('close', () => {
      if (this.#failure !== undefined) return;
      this.#serverEnded();
      client.end();
    });
  }

  /** No more responses follow. This is noted before the client learns of it, because the client then closes too. */
  #serverEnded(): void {
    this.#responses.end();
    this.#lose(this.#clientLeft ? CLIENT_LEFT : SERVER_LEFT);
  }

  #request(bytes: Buffer): ReturnType<ConstructorParameters<typeof Messages>[0]['head']> {
    const request = requestHead(bytes);
    if (request === undefined) return { framing: 'opaque', bytes };
    this.#current = {
      request,
      requestBody: new Copy(),
      responseBody: new Copy(),
      began: performance.now(),
      requestDone: false,
    };
    this.#open.push(this.#current);
    const framing = request.method === 'CONNECT' ? 'opaque' : requestFraming(request);
    return { framing, bytes: withHost(bytes, this.#options.host) };
  }

  #requestEnded(): void {
    const ended = this.#current;
    this.#current = undefined;
    if (ended === undefined) return;
    ended.requestDone = true;
    if (ended.durationMs !== undefined) this.#pass(ended);
  }

  #response(bytes: Buffer): ReturnType<typeof responseFraming> {
    const response = responseHead(bytes);
    const [first] = this.#open;
    if (response === undefined || first === undefined) return 'opaque';
    const framing = responseFraming(response, first.request.method);
    if (framing === 'opaque') {
      this.#open.length = 0;
      this.#requests.opaque();
      this.#options.onTunnel();
    } else if (response.status >= 200) first.response = response;
    return framing;
  }

  #responseEnded(): void {
    const [first] = this.#open;
    // An interim response precedes the real one.
    if (first?.response === undefined) return;
    this.#open.shift();
    first.durationMs = performance.now() - first.began;
    if (first.requestDone) this.#pass(first);
  }

  /** Records the open requests as lost. */
  #lose(noResponse: NoResponse): void {
    for (const lost of this.#open.splice(0)) {
      delete lost.response;
      lost.noResponse = noResponse;
      this.#pass(lost);
    }
    // The response was complete before the request.
    if (this.#current?.durationMs !== undefined) this.#pass(this.#current);
    this.#current = undefined;
  }

  #pass(done: Open): void {
    done.requestBody.broken ||= !done.requestDone;
    const { durationMs = performance.now() - done.began } = done;
    // The bytes are passed on first, and then judged.
    setImmediate(this.#options.onPassed, { ...done, durationMs });
  }

  #upstreamFailed(error: Error): void {
    if (this.#connected) {
      this.#serverEnded();
      reset(this.#client);
      return;
    }
    this.#failure = this.#options.explain(error);
    this.#client.resume();
    this.#respondForServer();
  }

  /** Without a server the proxy itself responds, and marks the response. */
  #respondForServer(): void {
    const failure = this.#failure;
    if (failure === undefined || this.#client.writableEnded) return;
    // No request was sent that needs a response.
    if (this.#open.length === 0 && this.#requests.idle) return;
    this.#lose(failure);
    const body = `assay proxy: ${failure.message}\n`;
    const head = [
      'HTTP/1.1 502 Bad Gateway',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `${OWN_RESPONSE}: no-server`,
      'Connection: close',
    ];
    this.#requests.opaque();
    this.#client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
}

/** The header field of the proxy's own responses. Another proxy in front of it does not judge them. */
export const OWN_RESPONSE = 'Assay-Proxy';

/** Ends a connection as broken, so that the other side does not treat it as complete. */
function reset(socket: Socket): void {
  if ('encrypted' in socket || socket.connecting) socket.destroy();
  else if (!socket.destroyed) socket.resetAndDestroy();
}
