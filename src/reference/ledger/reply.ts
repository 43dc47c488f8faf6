/** The replies of the operations of the reference ledger. */
import type { Transport } from '../serving.ts';

/** It has at most one of `json`, `text` and `bytes`; without them the response has no body. */
export interface Reply extends Pick<Transport, 'brokenOff'> {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export function ok(json: unknown): Reply {
  return { status: 200, json };
}

/** Lets the pages of every origin read the responses. */
const CORS = { 'access-control-allow-origin': '*' };

/** The same reply, which any page may read; headers that it has stay as they are. */
export function forPages(reply: Reply): Reply {
  return { ...reply, headers: { ...CORS, ...reply.headers } };
}

/** The reply to a CORS preflight for a path with these methods. */
export function preflightReply(methods: readonly string[]): Reply {
  return {
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
    },
  };
}
