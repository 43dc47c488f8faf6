/** The replies of the operations of the reference ledger. */

/** It has at most one of `json`, `text` and `bytes`; without them the response has no body. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** For faults: no response, or a connection that closes before or within the response. */
  readonly brokenOff?: 'never' | 'before' | 'midway';
}

/** A reply with 200 and this value as JSON. */
export function ok(json: unknown): Reply {
  return { status: 200, json };
}
