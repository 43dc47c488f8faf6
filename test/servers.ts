import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRaw, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Operation } from '../src/contract/contract.ts';
import type { Call } from '../src/model/index.ts';

/** Starts any server on a free port of 127.0.0.1 until the running test is over; returns its port. */
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
  /** What came in, byte for byte, one text (latin1) a connection. */
  readonly received: string[];
}

/** A node:net server: `reply` is called for each chunk that comes in, with the number of the connection. */
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

/** A whole small response that keeps the connection open. */
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

/** A call of a made-up operation: GET without a body, POST with one. */
export function callTo(path: string, parts: Partial<Omit<Call, 'path'>> = {}): Call {
  return {
    operation,
    method: parts.body === undefined ? 'GET' : 'POST',
    path,
    headers: {},
    ...parts,
  };
}
