/** What the reference registry sends back, and why it rejects. */

/** One reply before it is sent. Content-Length is added when it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Of the body on the wire; UTF-8 by default. */
  readonly encoding?: 'latin1';
  /** The bytes are compressed. */
  readonly gzipped?: true;
  /**
   * `before`: the connection is cut instead of a response; `midway`: inside the body; `after`: it is closed
   * after the response, which does not announce it; `never`: nothing is sent.
   */
  readonly brokenOff?: 'before' | 'midway' | 'after' | 'never';
  /** Sent right behind the response. */
  readonly surplus?: string;
}

/** Why a request is rejected; decides the status, and lets faults pick the rejections that they spoil. */
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

/** A request that gets no 200. Steps hand it on as a value, it is never thrown. */
export class Rejection {
  readonly status: number;
  readonly why: Why;
  readonly error: string;
  /** The methods that are served instead of the one of the request. */
  readonly allow?: string;

  constructor(status: number, why: Why, error: string, allow?: string) {
    this.status = status;
    this.why = why;
    this.error = error;
    if (allow !== undefined) this.allow = allow;
  }
}

/** The rejection of a server that fell over. */
export function crash(): Rejection {
  return new Rejection(500, 'crash', 'Something went wrong inside the registry.');
}

const CORS = { 'access-control-allow-origin': '*' };

/** A reply with that text and media type. */
export function textReply(status: number, body: string, mediaType = 'text/plain'): Reply {
  return { status, headers: { 'content-type': mediaType, ...CORS }, body };
}

/** A reply with that value as JSON. */
export function jsonReply(status: number, value: unknown): Reply {
  return textReply(status, JSON.stringify(value), 'application/json');
}

/** The same reply with one more or another header. */
export function withHeader(reply: Reply, name: string, value: string): Reply {
  return { ...reply, headers: { ...reply.headers, [name]: value } };
}

/** The reply to a CORS preflight, for a path that serves those methods. */
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
