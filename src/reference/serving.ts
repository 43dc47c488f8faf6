/** What both reference servers need: the selection of changes, and requests and responses on a port of this machine. */
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  Server,
  ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { closest } from 'fastest-levenshtein';

/** The items with these ids, in this order. Throws for an unknown id, and names the nearest one. */
export function choose<T extends { readonly id: string }>(
  kind: string,
  all: readonly T[],
  ids: readonly string[],
): readonly T[] {
  return ids.map((id) => {
    const found = all.find((one) => one.id === id);
    if (found !== undefined) return found;
    const known = all.map((one) => one.id);
    throw new Error(`Unknown ${kind} '${id}'; did you mean '${closest(id, known)}'?`);
  });
}

interface Listening {
  readonly origin: string;
  /** Requests that arrived so far. */
  readonly received: () => number;
  readonly close: () => Promise<void>;
}

/** Listens on 127.0.0.1; port 0 takes any free one. Throws if the port is taken. */
export async function listening(server: Server, wanted: number): Promise<Listening> {
  let requests = 0;
  server.on('request', () => requests++);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Keeps the body of each request unless it is larger than `most`; `bytes` is its whole length. */
export function withBodies(
  most: number,
  serve: (request: IncomingMessage, response: ServerResponse, body: Buffer, bytes: number) => void,
): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= most) chunks.push(chunk);
    });
    request.on('end', () => {
      const [only] = chunks;
      const body = only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
      serve(request, response, body, bytes);
    });
  };
}

/** What faults do to the transport of a reply. */
export interface Transport {
  /**
   * `before`: the connection closes instead of a response. `midway`: it closes within the body. `after`: it closes
   * after the response, without an announcement. `never`: nothing is sent.
   */
  readonly brokenOff?: 'before' | 'midway' | 'after' | 'never';
  /** Bytes that follow the response without a gap. */
  readonly surplus?: string;
}

export function send(
  response: ServerResponse,
  { status, brokenOff, surplus = '' }: Transport & { readonly status: number },
  headers: OutgoingHttpHeaders,
  body: Buffer,
): void {
  if (brokenOff === 'never') return;
  if (brokenOff === 'before') {
    response.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (brokenOff === 'midway') {
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
    return;
  }
  const { socket } = response;
  const all = surplus === '' ? body : Buffer.concat([body, Buffer.from(surplus)]);
  response.end(all, brokenOff === 'after' ? () => socket?.end() : undefined);
}

/** Responds to bytes that are not HTTP, and to headers that are too long: with this JSON, or without a body. */
export const rejectingBrokenHttp =
  (jsonOf?: (isTooLong: boolean) => object) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
    const body = jsonOf === undefined ? '' : JSON.stringify(jsonOf(isTooLong));
    const head = [
      `HTTP/1.1 ${isTooLong ? '431 Request Header Fields Too Large' : '400 Bad Request'}`,
      ...(jsonOf === undefined ? [] : ['content-type: application/json']),
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
