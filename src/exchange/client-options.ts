/** The options of a client. */

import type { IsContention } from '../availability/throttle.ts';
import type { Gate } from './gate.ts';
import type { Renewed } from './renewal.ts';
import type { ProxyFor, Trust } from './way.ts';

export interface ClientOptions {
  /** The URL of the target. Its path precedes every call's path; userinfo, query and fragment are not sent. */
  readonly baseUrl: URL;
  /** The limit for a connection, and again for the whole response. */
  readonly timeoutMs: number;
  /** False if delays of calls are omitted. */
  readonly eventualConsistency?: boolean;
  readonly ratePerSecond?: number;
  /** The most requests, retries included; called before each, because a ceiling may be known only later. */
  readonly limit?: () => Limit;
  /** Sent with every request; a call's own headers win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must not appear in messages. */
  readonly secrets?: readonly string[];
  /** The accepted certificates; by default those of the system's authorities. */
  readonly trust?: Trust | undefined;
  /** The forward proxy on the way to a URL; by default none. */
  readonly proxy?: ProxyFor | undefined;
  /** Called with a sentence when the client starts to wait for the target, or reduces its concurrency. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** False if the client does not wait for a target that accepts no connection at first. */
  readonly awaitsStart?: boolean;
  /** The most connections; 16 by default. */
  readonly connections?: number;
  readonly signal?: AbortSignal;
  /** The bytes of a response's body that are kept; 1 MiB by default. */
  readonly maxBodyBytes?: number;
  /** Called before each request. Returns the headers of a credential that replaces the first one. */
  readonly renewed?: Renewed | undefined;
  /** Called before a call is sent and before each retry. A returned text blocks the call, and is the reason. */
  readonly gate?: Gate;
  readonly isContention?: IsContention | undefined;
}

/** The most requests, and the option that allows more. */
export interface Limit {
  readonly requests: number;
  readonly option: string;
}
