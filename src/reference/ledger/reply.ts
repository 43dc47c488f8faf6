/** What an operation of the reference ledger sends. */

/** At most one of `json`, `text` and `bytes`; none is a response without a body. */
export interface Reply {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** For faults only: no response ever, a connection closed before the response, or in the middle of it. */
  readonly brokenOff?: 'never' | 'before' | 'midway';
}

/** The common response: 200 with that value as JSON. */
export function ok(json: unknown): Reply {
  return { status: 200, json };
}
