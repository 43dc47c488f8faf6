/** Connects node:http and the steps: limits, bodies, replies. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { HttpError } from './errors.ts';
import type { Reply } from './reply.ts';
import type { Incoming, Steps } from './steps.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_TARGET = 2048;
const MAX_HEADER_VALUE = 8192;

/** The listener for those steps. It rejects requests that are too large before any step. */
export function respondTo(steps: Steps): RequestListener {
  return (request, response) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= MAX_BODY_BYTES) chunks.push(chunk);
    });
    request.on('end', () => {
      const incoming = incomingOf(request, chunks);
      const large = tooLarge(incoming, bytes);
      if (large !== undefined) send(response, reject(steps, incoming, large));
      else steps.serve(incoming).then((reply) => send(response, reply), crash(response));
    });
  };
}

/** Responds with 500 to an error of the last steps, as frameworks do. */
function crash(response: ServerResponse): () => void {
  return () => send(response, { status: 500, text: 'There was an internal server error.' });
}

function reject(steps: Steps, incoming: Incoming, reply: Reply): Reply {
  return steps.finish(steps.reject(new HttpError(reply), incoming, undefined), incoming);
}

function incomingOf(request: IncomingMessage, chunks: readonly Buffer[]): Incoming {
  return {
    method: request.method ?? '',
    target: request.url ?? '',
    headers: request.headers,
    bytes: Buffer.concat(chunks),
  };
}

function tooLarge({ target, headers }: Incoming, bytes: number): Reply | undefined {
  if (target.length > MAX_TARGET) {
    return { status: 414, text: 'The request target is longer than 2048 characters.' };
  }
  if (!target.startsWith('/')) return { status: 400, text: 'The request target is not a path.' };
  if (Object.values(headers).some((value) => (value?.length ?? 0) > MAX_HEADER_VALUE)) {
    return { status: 431, text: 'A header is longer than 8192 characters.' };
  }
  if (bytes > MAX_BODY_BYTES) return { status: 413, text: 'The body is larger than 8 MB.' };
  return undefined;
}

function send(response: ServerResponse, reply: Reply): void {
  const { status, json, text, bytes, headers, brokenOff } = reply;
  if (brokenOff === 'never') return;
  if (brokenOff === 'before') {
    response.destroy();
    return;
  }
  const body =
    json !== undefined ? Buffer.from(JSON.stringify(json)) : (bytes ?? Buffer.from(text ?? ''));
  const type =
    json !== undefined
      ? 'application/json'
      : bytes !== undefined
        ? 'application/octet-stream'
        : text !== undefined
          ? 'text/plain; charset=UTF-8'
          : undefined;
  response.writeHead(status, {
    ...(type === undefined ? {} : { 'content-type': type }),
    'content-length': body.length,
    ...headers,
  });
  if (brokenOff === 'midway') {
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
    return;
  }
  response.end(body);
}

/** Responds to bytes that are not HTTP, and to headers that are too long. */
export function rejectBrokenHttp(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? '431 Request Header Fields Too Large'
      : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
}
