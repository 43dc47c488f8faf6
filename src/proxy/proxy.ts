/** A server that passes each connection to another server. It changes only the Host field. */
import { createServer, connect as plain, Socket } from 'node:net';
import { connect as encrypted } from 'node:tls';
import { tunnel } from '../exchange/forward-proxy.ts';
import { hostOf, listeningAddress, lookup } from '../exchange/loopback.ts';
import { silenceOf } from '../exchange/no-response.ts';
import { tlsOptions } from '../exchange/trust.ts';
import type { ForwardProxy, ProxyFor, Trust } from '../exchange/way.ts';
import { Link, type Passed } from './link.ts';

export interface ProxyOptions {
  readonly target: URL;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly trust?: Trust | undefined;
  /** The forward proxy on the way to the target. */
  readonly proxy?: ProxyFor | undefined;
  readonly onPassed: (passed: Passed) => void;
  readonly onTunnel?: () => void;
}

export interface RunningProxy {
  /** `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Ends the proxy and every connection; requests in flight count as lost. */
  close(): Promise<void>;
}

/** Starts listening. Rejects with the system's error if it cannot. */
export async function startProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { target, trust = {}, onPassed, onTunnel = () => undefined } = options;
  const links = new Map<Socket, Link>();
  const forward = options.proxy?.(target);
  const connect =
    forward === undefined ? connector(target, trust) : through(forward, target, trust);
  let connected = false;
  const join = (client: Socket, upstream: Socket): void => {
    upstream.once('data', () => {
      connected = true;
    });
    const joined = new Link(client, upstream, {
      host: target.host,
      explain: (error) =>
        silenceOf(error, { url: target, timeoutMs: 0, started: false, hasResponded: connected }),
      onPassed,
      onTunnel,
    });
    links.set(client, joined);
    client.once('close', () => links.delete(client));
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect();
    if (upstream instanceof Socket) return join(client, upstream);
    // Until then the client may leave, or break.
    client.on('error', () => undefined);
    upstream.then((socket) => (client.destroyed ? socket.destroy() : join(client, socket)));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, listeningAddress(options.host), resolve);
  });
  const { address, port, family } = server.address() as import('node:net').AddressInfo;
  return {
    origin: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const joined of links.values()) joined.stop();
      await closed;
      // The last bytes are passed on in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** The most time for a tunnel through a forward proxy. */
const TUNNEL_MS = 10_000;

/** Opens connections to a server, one for each client connection. */
function connector(target: URL, trust: Trust): () => Socket {
  const host = hostOf(target);
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  const common = { host, port, allowHalfOpen: true, lookup };
  if (target.protocol === 'http:') return () => plain(common);
  const options = { ...common, ...secured(host, trust) };
  return () => encrypted(options);
}

/** The same through a forward proxy. Resolves to a socket with an error if that opens no tunnel. */
function through(proxy: ForwardProxy, target: URL, trust: Trust): () => Promise<Socket> {
  const options = secured(hostOf(target), trust);
  return async () => {
    try {
      const socket = await tunnel(proxy, target, { timeoutMs: TUNNEL_MS, trust });
      return target.protocol === 'http:' ? socket : encrypted({ ...options, socket });
    } catch (error) {
      const failed = new Socket();
      process.nextTick(() => failed.destroy(error as Error));
      return failed;
    }
  };
}

function secured(host: string, trust: Trust) {
  // SNI has a name, never an address (RFC 6066 §3).
  const isName = !/^[\d.]+$|:/.test(host);
  const common = { ...tlsOptions(trust), ALPNProtocols: ['http/1.1'], host };
  return isName ? { ...common, servername: host } : common;
}
