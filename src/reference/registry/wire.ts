/** Connects node:http and the steps: bodies and replies. */
import { isUtf8 } from 'node:buffer';
import type {
  IncomingMessage,
  OutgoingHttpHeaders,
  RequestListener,
  ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { crash, Rejection, type Reply } from './reply.ts';
import type { Incoming, Steps } from './steps.ts';

const MAX_BODY_BYTES = 1_000_000;
const TOO_LARGE = new Rejection(413, 'size', 'The body is larger than 1 MB.');

/** The listener for those steps. A step that throws gets 500, as in any framework. */
export function respondTo(steps: Steps): RequestListener {
  const prepared = new WeakMap<Reply, Prepared>();
  return (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const respond = (reply: Reply): void => {
      const ready = prepared.get(reply) ?? prepare(reply);
      prepared.set(reply, ready);
      send(response, reply, ready);
    };
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      const incoming = incomingOf(request, chunks);
      if (bytes > MAX_BODY_BYTES) respond(steps.reject(TOO_LARGE, incoming));
      else steps.serve(incoming).then(respond, () => respond(steps.reject(crash(), incoming)));
    });
  };
}

/** The headers and bytes of a reply; kept with it, so that a prebuilt reply is encoded once. */
interface Prepared {
  readonly headers: OutgoingHttpHeaders;
  readonly bytes: Buffer;
}

function prepare({ status, headers, body, encoding, gzipped }: Reply): Prepared {
  const plain = Buffer.from(body, encoding);
  const bytes = gzipped ? gzipSync(plain) : plain;
  const length = status === 204 ? {} : { 'content-length': bytes.length };
  return { headers: { ...headers, ...length }, bytes };
}

function incomingOf(request: IncomingMessage, chunks: readonly Buffer[]): Incoming {
  const [only] = chunks;
  const body = chunks.length > 1 ? Buffer.concat(chunks) : only;
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    text: body === undefined ? '' : body.toString('utf8'),
    isUtf8: body === undefined || isUtf8(body),
  };
}

function send(response: ServerResponse, reply: Reply, { headers, bytes }: Prepared): void {
  const { status, brokenOff, surplus } = reply;
  if (brokenOff === 'never') return;
  if (brokenOff === 'before') {
    response.destroy();
    return;
  }
  response.writeHead(status, headers);
  if (brokenOff === 'midway') {
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
    return;
  }
  const { socket } = response;
  const all = surplus === undefined ? bytes : Buffer.concat([bytes, Buffer.from(surplus)]);
  response.end(all, brokenOff === 'after' ? () => socket?.end() : undefined);
}

/** Responds to bytes that are not HTTP, and to headers that are too long, as to other errors. */
export function rejectBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const body = JSON.stringify({
    error: tooLong ? 'The path or the headers are too long.' : 'This is not an HTTP request.',
  });
  const head = [
    tooLong ? 'HTTP/1.1 431 Request Header Fields Too Large' : 'HTTP/1.1 400 Bad Request',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
