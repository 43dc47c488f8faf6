/** A server that serves or refuses requests by path, and the client's exchanges with it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from '../src/exchange/client.ts';
import type { Call, Exchange } from '../src/model/index.ts';
import { callTo } from './servers.ts';

export type Serve = (path: string, response: ServerResponse) => number;

/**
 * The exchanges of these requests, and their duration in milliseconds. It closes what it opens by itself: vitest would
 * close it when another of the concurrent tests ends.
 */
export async function exchanges(
  serve: Serve,
  send: (send: (call: Call) => Promise<Exchange>) => Promise<readonly Exchange[]>,
): Promise<{ readonly got: readonly Exchange[]; readonly ms: number }> {
  const server = createServer((request, response) => {
    response.writeHead(serve(request.url ?? '', response)).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = connect({ baseUrl: new URL(`http://127.0.0.1:${port}`), timeoutMs: 5000 });
  const begin = performance.now();
  try {
    const got = await send((call) => client.send(call));
    return { got, ms: performance.now() - begin };
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}

export const shown: (exchange: Exchange) => unknown = ({ response, noResponse, isAnswer }) =>
  noResponse?.kind ?? (isAnswer ? `${response?.status} each time` : response?.status);

export const other: (path: string) => Call = (path) => {
  const call = callTo(path);
  return { ...call, operation: { ...call.operation, key: path } };
};
