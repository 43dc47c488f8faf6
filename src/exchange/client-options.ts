/** The options and the interface of a client. */
import type { Call, Exchange } from '../model/index.ts';
import type { Gate } from './gate.ts';
import type { Renewed } from './renewal.ts';
import type { IsContention, Later } from './throttle.ts';
import type { Trust } from './trust.ts';

export interface ClientOptions {
  /** The URL of the target. Its path precedes every call's path; userinfo, query and fragment are not sent. */
  readonly baseUrl: URL;
  /** The limit for a connection, and again for the whole response. */
  readonly timeoutMs: number;
  /** False: delays of calls are omitted. */
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
  /** Called with a sentence when the client begins to wait for the target, or to send less at a time. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** False: the client does not wait for a target that accepts no connection at first. */
  readonly awaitsStart?: boolean;
  /** 16 unless given. */
  readonly connections?: number;
  readonly signal?: AbortSignal;
  /** Bytes of a response's body that are kept: 1 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** Called before each request: the headers of a credential that replaces the first. */
  readonly renewed?: Renewed | undefined;
  /** Called before a call is sent, and so before its retries; a text blocks it and says why. */
  readonly gate?: Gate;
  readonly isContention?: IsContention | undefined;
}

/** How many requests may be sent, and the option that allows more. */
export interface Limit {
  readonly requests: number;
  readonly option: string;
}

/** A client of one target. */
export interface Client {
  /** Sends a call. Never rejects: the exchange states why there is no response. */
  send(call: Call): Promise<Exchange>;
  /** Requests sent so far, retries included. */
  requests(): number;
  /** The number of them that got 429 or 503 and were sent again. */
  later(): Later;
  /** Notes for the report on how the requests were sent. */
  notes(): readonly string[];
  urlOf(call: Call): string;
  /** The sent headers of a call, with secrets in clear: the kit's, the operator's, the call's. */
  headersOf(call: Call): Readonly<Record<string, string>>;
  /** Waits for requests in flight and closes the connections. */
  close(): Promise<void>;
}
