/** The replies of the reference registry, and its reasons for rejections. */
import type { Transport } from '../serving.ts';

/** One reply. Content-Length is added when it is sent. */
export interface Reply extends Transport {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The encoding of the body; UTF-8 by default. */
  readonly encoding?: 'latin1';
  /** True if the body is compressed. */
  readonly gzipped?: true;
}

/** The reason of a rejection; it decides the status, and faults select rejections by it. */
export type Why =
  | 'path'
  | 'method'
  | 'size'
  | 'no-body'
  | 'media-type'
  | 'malformed'
  | 'type'
  | 'identifier'
  | 'unknown'
  | 'no-instrument'
  | 'query'
  | 'moving'
  | 'business'
  | 'crash';

/** The result for a request without a 200. Steps return it and never throw it. */
export class Rejection {
  readonly status: number;
  readonly why: Why;
  readonly error: string;
  /** The methods that the path serves. */
  readonly allow?: string;

  constructor(status: number, why: Why, error: string, allow?: string) {
    this.status = status;
    this.why = why;
    this.error = error;
    if (allow !== undefined) this.allow = allow;
  }
}

/** The rejection after an internal error. */
export function crash(): Rejection {
  return new Rejection(500, 'crash', 'Something went wrong inside the registry.');
}

const CORS = { 'access-control-allow-origin': '*' };

export function textReply(status: number, body: string, mediaType = 'text/plain'): Reply {
  return { status, headers: { 'content-type': mediaType, ...CORS }, body };
}

export function jsonReply(status: number, value: unknown): Reply {
  return textReply(status, JSON.stringify(value), 'application/json');
}

/** The same reply with this header added or replaced. */
export function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

/** The reply to a CORS preflight for a path with these methods. */
export function preflightReply(methods: string): Reply {
  return {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'content-type, authorization',
      'access-control-max-age': '600',
    },
    body: '',
  };
}
