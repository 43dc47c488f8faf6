/** Connects node:http and the steps: bodies and replies. */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, OutgoingHttpHeaders, RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { rejectingBrokenHttp, send, withBodies } from '../serving.ts';
import { crash, Rejection, type Reply } from './reply.ts';
import type { Incoming, Steps } from './steps.ts';

const MAX_BODY_BYTES = 1_000_000;
const TOO_LARGE = new Rejection(413, 'size', 'The body is larger than 1 MB.');

/** The listener for those steps. A step that throws gets 500, as in any framework. */
export function respondTo(steps: Steps): RequestListener {
  const prepared = new WeakMap<Reply, Prepared>();
  return withBodies(MAX_BODY_BYTES, (request, response, body, bytes) => {
    const respond = (reply: Reply): void => {
      const ready = prepared.get(reply) ?? prepare(reply);
      prepared.set(reply, ready);
      send(response, reply, ready.headers, ready.bytes);
    };
    const incoming = incomingOf(request, body);
    if (bytes > MAX_BODY_BYTES) respond(steps.reject(TOO_LARGE, incoming));
    else steps.serve(incoming).then(respond, () => respond(steps.reject(crash(), incoming)));
  });
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

function incomingOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Incoming {
  return { method, target: url, headers, text: body.toString('utf8'), isUtf8: isUtf8(body) };
}

export const rejectBrokenHttp: ReturnType<typeof rejectingBrokenHttp> = rejectingBrokenHttp(
  (isTooLong) => ({
    error: isTooLong ? 'The path or the headers are too long.' : 'This is not an HTTP request.',
  }),
);
