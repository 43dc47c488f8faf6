/** Notices that a server stopped and started again, with few requests. */
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { lookup } from './loopback.ts';
import { placeAt, Route } from './route.ts';
import { tlsOptions } from './trust.ts';
import { VERSION } from './version.ts';
import type { ProxyFor, Trust } from './way.ts';

/** The least time between two requests. */
const EVERY_MS = 1000;
const TIMEOUT_MS = 5000;
/** The most bytes of the body, which is not used. */
const MAX_BYTES = 65_536;
/** A server that closes kept connections sooner than this, this often in a row, does not keep connections. */
const SHORT_MS = 2000;
const SHORT_ENOUGH = 3;
/** Statuses of a proxy whose server is down. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

const HEADERS = { 'user-agent': `assay/${VERSION}` };

export interface RestartOptions {
  readonly url: URL;
  readonly signal: AbortSignal;
  readonly trust?: Trust | undefined;
  readonly proxy?: ProxyFor | undefined;
  /** Called when the server is down. */
  readonly onDown?: () => void;
  /** Called when a restart cannot be noticed, because the server does not keep connections. */
  readonly onBlind?: () => void;
}

/**
 * Waits until a server that is down, or stops later, responds again. While it runs, one connection is kept, and a
 * request is sent only after that closes. While it is down, a request is sent once a second. Rejects when the signal
 * aborts.
 */
export async function restarted(options: RestartOptions): Promise<void> {
  const { signal } = options;
  let down = false;
  for (let short = 0; ; ) {
    const from = performance.now();
    const kept = await lookAt(options);
    if (kept !== undefined && down) {
      kept.stop();
      return;
    }
    if (kept === undefined) {
      if (!down) options.onDown?.();
      down = true;
    } else {
      await kept.closed;
      short = performance.now() - from < SHORT_MS ? short + 1 : 0;
      if (short === SHORT_ENOUGH) {
        options.onBlind?.();
        await once(signal, 'abort');
      }
    }
    await sleep(Math.max(0, EVERY_MS - (performance.now() - from)), undefined, { signal });
  }
}

interface Kept {
  /** Resolves when the connection closes. */
  readonly closed: Promise<unknown>;
  /** Closes it. */
  stop(): void;
}

/** Sends one request and keeps its connection; `undefined` if the server is down. */
async function lookAt({
  url,
  signal,
  trust = {},
  proxy,
}: RestartOptions): Promise<Kept | undefined> {
  signal.throwIfAborted();
  const { request, Agent } = url.protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  const route = new Route({ target: url, timeoutMs: TIMEOUT_MS, trust, proxy });
  if (route.mayPassOn) await route.ready();
  if (route.proxy !== undefined) agent.createConnection = connectorOf(route, url);
  const stop = (): void => agent.destroy();
  signal.addEventListener('abort', stop);
  const options = {
    ...{ method: 'GET', agent, timeout: TIMEOUT_MS, lookup, ...tlsOptions(trust) },
    path: route.before + url.pathname,
    headers: route.headersFor(HEADERS),
  };
  return new Promise((resolve) => {
    let closed: Promise<unknown> | undefined;
    const done = (isThere: boolean): void => {
      if (isThere && closed !== undefined) resolve({ closed, stop });
      else {
        stop();
        resolve(undefined);
      }
    };
    // Without credentials, because any response is enough.
    const sent = request(new URL(url.origin), options);
    sent.once('socket', (socket) => {
      closed = new Promise((gone) => {
        socket.once('close', () => {
          signal.removeEventListener('abort', stop);
          gone(undefined);
        });
      });
    });
    sent.once('response', (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) stop();
      });
      response.on('error', () => undefined);
      done(!GATEWAY.has(response.statusCode ?? 0));
    });
    // A connection without a response: the server runs, and does not respond to this request.
    sent.once('timeout', () => done(!sent.socket?.connecting));
    sent.once('error', () => done(false));
    sent.end();
  });
}

/** Opens the connections of an agent as a run does. */
function connectorOf(route: Route, url: URL): http.Agent['createConnection'] {
  return (_, done) => {
    route.connect(placeAt(url), (...[error, socket]) => done?.(error, socket as Duplex));
    return undefined;
  };
}
