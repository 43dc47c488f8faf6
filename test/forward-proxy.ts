/** A forward proxy on 127.0.0.1: CONNECT and requests with a whole URL. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { listen } from './servers.ts';

export interface ProxyBehavior {
  /** `user:password` that clients have to give. */
  readonly credentials?: string;
  /** What a client without credentials is offered. */
  readonly authenticate?: string;
  /** The status of every CONNECT, in place of a tunnel. */
  readonly connect?: number;
  /** Called for each request with a whole URL, in place of passing it on. */
  readonly passOn?: (response: ServerResponse, request: IncomingMessage) => void;
  /** With these it speaks TLS. */
  readonly tls?: TlsOptions;
}

export interface RunningForwardProxy {
  readonly url: URL;
  /** Each request line so far: `CONNECT 127.0.0.1:80`, `GET http://127.0.0.1/`. */
  readonly seen: string[];
  /** The values of Proxy-Authorization. */
  readonly credentials: (string | undefined)[];
  /** From now on. A proxy that opens no tunnels any more ends the open ones. */
  behave(behavior: ProxyBehavior): void;
}

/** Starts one for the running test. */
export async function forwardProxy(first: ProxyBehavior = {}): Promise<RunningForwardProxy> {
  let behavior = first;
  const seen: string[] = [];
  const tunnels = new Set<Socket>();
  const credentials: (string | undefined)[] = [];
  /** The status of a refusal; `undefined` if the request may pass. */
  const refused = ({ method, url, headers }: IncomingMessage): number | undefined => {
    seen.push(`${method} ${url}`);
    const given = headers['proxy-authorization'];
    credentials.push(given);
    const wanted = behavior.credentials;
    const right = wanted && `Basic ${Buffer.from(wanted).toString('base64')}`;
    if (right !== undefined && given !== right) return 407;
    return method === 'CONNECT' ? behavior.connect : undefined;
  };
  const offer = (): string => behavior.authenticate ?? 'Basic realm="test"';
  const listener = (from: IncomingMessage, response: ServerResponse): void => {
    const status = refused(from);
    if (status !== undefined) {
      response.writeHead(status, { 'proxy-authenticate': offer() }).end('<html>refused');
      return;
    }
    if (behavior.passOn !== undefined) {
      behavior.passOn(response, from);
      return;
    }
    const { 'proxy-authorization': _, ...headers } = from.headers;
    const on = request(from.url ?? '', { method: from.method, headers }, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(response);
    });
    on.on('error', () => response.writeHead(502).end('<html>not reached'));
    from.pipe(on);
  };
  const server =
    first.tls === undefined ? createServer(listener) : createSecure(first.tls, listener);
  server.on('connect', (from: IncomingMessage, client: Socket, head: Buffer) => {
    const status = refused(from);
    client.on('error', () => undefined);
    if (status !== undefined) {
      client.end(
        `HTTP/1.1 ${status} Refused\r\nproxy-authenticate: ${offer()}\r\ncontent-length: 0\r\n\r\n`,
      );
      return;
    }
    const { hostname, port } = new URL(`http://${from.url}`);
    const upstream = connect(Number(port || 80), hostname.replace(/^\[|\]$/g, ''));
    tunnels.add(client);
    upstream.once('connect', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.on('error', () => {
      client.end('HTTP/1.1 503 Not reached\r\ncontent-length: 0\r\n\r\n');
    });
    upstream.on('close', () => client.destroy());
    client.on('close', () => {
      tunnels.delete(client);
      upstream.destroy();
    });
  });
  const scheme = first.tls === undefined ? 'http' : 'https';
  return {
    url: new URL(`${scheme}://127.0.0.1:${await listen(server)}`),
    seen,
    credentials,
    behave: (next) => {
      behavior = next;
      if (next.connect !== undefined) for (const tunnel of tunnels) tunnel.destroy();
    },
  };
}
