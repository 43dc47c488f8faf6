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
