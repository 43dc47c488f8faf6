/** A server that passes each connection to another server. It changes only the Host field. */
import { createServer, connect as plain, type Socket } from 'node:net';
import { connect as encrypted } from 'node:tls';
import { listeningAddress, lookup } from '../exchange/loopback.ts';
import { silenceOf } from '../exchange/no-response.ts';
import { type Trust, tlsOptions } from '../exchange/trust.ts';
import { link, type Passed } from './link.ts';

export type { Passed } from './link.ts';
export { OWN_RESPONSE } from './link.ts';

export interface ProxyOptions {
  readonly target: URL;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly trust?: Trust | undefined;
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
  const stops = new Map<Socket, () => void>();
  const connect = connector(target, trust);
  let connected = false;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const upstream = connect();
    upstream.once('data', () => {
      connected = true;
    });
    const stop = link(client, upstream, {
      host: target.host,
      explain: (error) =>
        silenceOf(error, { url: target, timeoutMs: 0, started: false, hasResponded: connected }),
      onPassed,
      onTunnel,
    });
    stops.set(client, stop);
    client.once('close', () => stops.delete(client));
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
      for (const stop of stops.values()) stop();
      await closed;
      // The last bytes are passed on in the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

/** Opens connections to a server, one for each client connection. */
function connector(target: URL, trust: Trust): () => Socket {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
  const common = { host, port, allowHalfOpen: true, lookup };
  if (target.protocol === 'http:') return () => plain(common);
  const options = { ...common, ...tlsOptions(trust), ALPNProtocols: ['http/1.1'] };
  // SNI has a name, never an address (RFC 6066 §3).
  const isName = !/^[\d.]+$|:/.test(host);
  return () => encrypted(isName ? { ...options, servername: host } : options);
}
