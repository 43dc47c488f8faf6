/** Connects node:http and the steps: limits, bodies, replies. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { rejectingBrokenHttp, send, withBodies } from '../serving.ts';
import { HttpError } from './errors.ts';
import { forPages, type Reply } from './reply.ts';
import type { Incoming, Steps } from './steps.ts';

const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_TARGET = 2048;
const MAX_HEADER_VALUE = 8192;

/** The listener for those steps. It rejects requests that are too large before any step. */
export function respondTo(steps: Steps): RequestListener {
  return withBodies(MAX_BODY_BYTES, (request, response, body, bytes) => {
    const incoming = incomingOf(request, body);
    const large = tooLarge(incoming, bytes);
    if (large !== undefined) sendReply(response, reject(steps, incoming, large));
    else steps.serve(incoming).then((reply) => sendReply(response, reply), crash(response));
  });
}

/** Responds with 500 to an error of the last steps, as frameworks do. */
function crash(response: ServerResponse): () => void {
  return () =>
    sendReply(response, forPages({ status: 500, text: 'There was an internal server error.' }));
}

function reject(steps: Steps, incoming: Incoming, reply: Reply): Reply {
  return steps.finish(steps.reject(new HttpError(reply), incoming, undefined), incoming);
}

function incomingOf({ method = '', url = '', headers }: IncomingMessage, bytes: Buffer): Incoming {
  return { method, target: url, headers, bytes };
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

function sendReply(response: ServerResponse, reply: Reply): void {
  const [body, type] = contentOf(reply);
  const headers = {
    ...(type === undefined ? {} : { 'content-type': type }),
    'content-length': body.length,
    ...reply.headers,
  };
  send(response, reply, headers, body);
}

function contentOf({ json, text, bytes }: Reply): readonly [body: Buffer, type?: string] {
  if (json !== undefined) return [Buffer.from(JSON.stringify(json)), 'application/json'];
  if (bytes !== undefined) return [bytes, 'application/octet-stream'];
  return text === undefined ? [Buffer.alloc(0)] : [Buffer.from(text), 'text/plain; charset=UTF-8'];
}

export const rejectBrokenHttp: ReturnType<typeof rejectingBrokenHttp> = rejectingBrokenHttp();
