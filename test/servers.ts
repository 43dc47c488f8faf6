import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Operation } from '../src/contract/contract.ts';
import { type Client, type ClientOptions, connect } from '../src/exchange/client.ts';
import type { Call } from '../src/model/index.ts';

/** Starts a server on a free port of 127.0.0.1 for the running test; returns the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A node:http server; returns its base URL. */
export async function http(listener: RequestListener): Promise<URL> {
  return new URL(`http://127.0.0.1:${await listen(createHttp(listener))}`);
}

export interface Raw {
  readonly url: URL;
  /** The received bytes (latin1), one string for each connection. */
  readonly received: string[];
}

/** A node:net server. It calls `reply` for each received chunk, with the number of the connection. */
export async function raw(
  reply: (socket: Socket, chunk: string, connection: number) => void,
): Promise<Raw> {
  const received: string[] = [];
  const port = await listen(
    createRaw((socket) => {
      const connection = received.push('') - 1;
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        received[connection] += text;
        reply(socket, text, connection);
      });
    }),
  );
  return { url: new URL(`http://127.0.0.1:${port}`), received };
}

/** A complete small response that keeps the connection open. */
export function ok(body = '{}'): string {
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const operation: Operation = {
  key: 'test#op',
  operationId: 'op',
  name: 'test',
  core: true,
  summary: 'A test operation',
  method: 'POST',
  path: '/x',
  pathParameters: [],
  responses: {},
  contract: { id: 'test', version: '1', sha256: '', document: {}, operations: [] },
};

/** A call of an invented operation: GET without a body, POST with one. */
export function callTo(path: string, parts: Partial<Omit<Call, 'path'>> = {}): Call {
  return {
    operation,
    method: parts.body === undefined ? 'GET' : 'POST',
    path,
    headers: {},
    ...parts,
  };
}

/** A client of this server, closed after the running test. */
export function clientFor(
  baseUrl: URL,
  options: Partial<Omit<ClientOptions, 'baseUrl'>> = {},
): Client {
  const client = connect({ baseUrl, timeoutMs: 2000, ...options });
  onTestFinished(() => client.close());
  return client;
}
