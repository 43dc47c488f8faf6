/** A socket server in front of a conforming one: a behavior decides what it sends. */
import { Agent, request as send } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { startLedger } from '../../src/reference/ledger.ts';
import { startRegistry } from '../../src/reference/registry.ts';
import type { Behavior, Reply, Request, Stage } from './behavior.ts';

export interface RunningHostile {
  readonly surface: string;
  readonly url: string;
  readonly fixtures: object;
  /** Requests that arrived so far. */
  readonly received: () => number;
  /** How often the server, or a worker of it, went down. */
  readonly outages: () => number;
  close(): Promise<void>;
}

/** Starts a server with this behavior on 127.0.0.1; port 0, the default, takes any free one. */
export async function startHostile(behavior: Behavior, port = 0): Promise<RunningHostile> {
  const conforming = await (behavior.surface === 'ledger' ? startLedger() : startRegistry());
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();
  let count = 0;
  let outages = 0;
  let closed = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (behavior.accept?.(socket, stage)) return;
    reading(socket, async (request) => {
      count++;
      const reply = (): Promise<Reply> => forwarded(conforming.url, request, agent);
      await behavior.respond({ request, socket, count, reply, stage });
    });
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', resolve);
    });
  await listen(port);
  const { port: own } = server.address() as AddressInfo;
  const cut = (): void => {
    // Not with a reset: a thread of Node.js 20 that reset many connections may not end.
    for (const socket of sockets) socket.destroy();
  };
  const comeBack = (ms: number): void => {
    setTimeout(() => closed || server.listening || server.listen(own, '127.0.0.1'), ms);
  };
  const stage: Stage = {
    open: () => sockets.size,
    goDown(ms) {
      if (!server.listening) return;
      outages++;
      server.close();
      cut();
      if (ms !== undefined) comeBack(ms);
    },
    loseWorker() {
      outages++;
      cut();
    },
  };
  if (behavior.lateMs !== undefined) stage.goDown(behavior.lateMs);
  return {
    surface: behavior.surface,
    url: `http://127.0.0.1:${own}`,
    fixtures: conforming.fixtures,
    received: () => count,
    outages: () => outages,
    async close() {
      closed = true;
      for (const socket of sockets) socket.destroy();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
      agent.destroy();
      await conforming.close();
    },
  };
}

/** Calls `take` for each request on a socket, one after another. */
function reading(socket: Socket, take: (request: Request) => Promise<void>): void {
  let bytes: Buffer = Buffer.alloc(0);
  let busy = Promise.resolve();
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (let end = bytes.indexOf('\r\n\r\n'); end >= 0; end = bytes.indexOf('\r\n\r\n')) {
      const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
      const [method = '', target = ''] = first.split(' ');
      const headers = Object.fromEntries(lines.map(headerIn));
      const framed = bodyIn(bytes.subarray(end + 4), headers);
      if (framed === undefined) return;
      bytes = framed.rest;
      const request = { method, target, headers: framed.headers, body: framed.body };
      busy = busy.then(() => take(request)).catch(() => undefined);
    }
  });
}

interface Framed {
  /** With the length of the body. */
  readonly headers: Request['headers'];
  readonly body: Buffer;
  readonly rest: Buffer;
}

/** The body at the start of these bytes; `undefined` if a part of it is missing. */
function bodyIn(bytes: Buffer, headers: Request['headers']): Framed | undefined {
  const { 'transfer-encoding': coding, ...others } = headers;
  if (coding === undefined) {
    const length = Number(headers['content-length'] ?? 0);
    if (bytes.length < length) return undefined;
    return { headers, body: bytes.subarray(0, length), rest: bytes.subarray(length) };
  }
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const from = line + 2;
    if (line < 0 || bytes.length < from + size + 2) return undefined;
    chunks.push(bytes.subarray(from, from + size));
    at = from + size + 2;
    if (size > 0) continue;
    const body = Buffer.concat(chunks);
    const whole = { ...others, 'content-length': String(body.length) };
    return { headers: whole, body, rest: bytes.subarray(at) };
  }
}

function headerIn(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

function forwarded(origin: string, request: Request, agent: Agent): Promise<Reply> {
  const { method, target, headers, body } = request;
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const options = { hostname, port, path: target, method, headers, agent };
    const sent = send(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { statusCode: status = 0, statusMessage: reason = '', rawHeaders } = response;
        const all = rawHeaders.flatMap((name, i): [string, string][] =>
          i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? '']] : [],
        );
        const own = all.filter(([name]) => !/^(connection|keep-alive)$/i.test(name));
        resolve({
          version: 'HTTP/1.1',
          status,
          reason,
          headers: own,
          body: Buffer.concat(chunks),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
