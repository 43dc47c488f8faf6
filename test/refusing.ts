/** A server that serves or refuses requests by path, and the client's exchanges with it. */
import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { connect } from '../src/exchange/client.ts';
import type { Call, Exchange } from '../src/model/index.ts';
import { callTo, http } from './servers.ts';

export type Serve = (path: string, response: ServerResponse) => number;

/** The exchanges of these requests, and their duration in milliseconds. */
export async function exchanges(
  serve: Serve,
  send: (send: (call: Call) => Promise<Exchange>) => Promise<readonly Exchange[]>,
): Promise<{ readonly got: readonly Exchange[]; readonly ms: number }> {
  const url = await http((request, response) => {
    response.writeHead(serve(request.url ?? '', response)).end('{}');
  });
  const client = connect({ baseUrl: url, timeoutMs: 5000 });
  onTestFinished(() => client.close());
  const begin = performance.now();
  const got = await send((call) => client.send(call));
  return { got, ms: performance.now() - begin };
}

export const shown: (exchange: Exchange) => unknown = ({ response, noResponse, isAnswer }) =>
  noResponse?.kind ?? (isAnswer ? `${response?.status} each time` : response?.status);

export const other: (path: string) => Call = (path) => {
  const call = callTo(path);
  return { ...call, operation: { ...call.operation, key: path } };
};
