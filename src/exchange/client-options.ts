/** What a client is made with, and what it offers. */
import type { Call, Exchange } from '../model/index.ts';
import type { Gate } from './gate.ts';
import type { Renewed } from './renewal.ts';
import type { IsContention, Later } from './throttle.ts';
import type { Trust } from './trust.ts';

export interface ClientOptions {
  /** Where the target is. A path is kept in front of every call's path; userinfo, query and fragment are not sent. */
  readonly baseUrl: URL;
  /** For a connection, and again for the whole response. */
  readonly timeoutMs: number;
  /** False: the delays of calls are left out. */
  readonly eventualConsistency?: boolean;
  readonly ratePerSecond?: number;
  /** Requests at most, retries included; called before each, because a ceiling may be known only later. */
  readonly limit?: () => Limit;
  /** Sent with every request; a call's own headers win. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values that must not appear in messages. */
  readonly secrets?: readonly string[];
  /** Whose certificates are accepted; those of the system's authorities unless given. */
  readonly trust?: Trust | undefined;
  /** Called with a sentence when the client begins to wait for the target, or to send less at a time. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** False: a target that takes no connection at first is not waited for. */
  readonly awaitsStart?: boolean;
  /** 16 unless given. */
  readonly connections?: number;
  readonly signal?: AbortSignal;
  /** Bytes of a response's body that are kept: 1 MiB unless given. */
  readonly maxBodyBytes?: number;
  /** Called before each request: the headers of a credential that takes the place of the first. */
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

/** The way to a target. */
export interface Client {
  /** Sends a call. Never rejects: what goes wrong is the exchange's silence. */
  send(call: Call): Promise<Exchange>;
  /** Requests sent so far, retries included. */
  requests(): number;
  /** How many of them got 429 or 503 and were sent again. */
  later(): Later;
  /** What the report should state of how the requests went out. */
  notes(): readonly string[];
  urlOf(call: Call): string;
  /** The headers that go over the wire with a call, secrets in clear: the kit's, the operator's, the call's. */
  headersOf(call: Call): Readonly<Record<string, string>>;
  /** Waits for what is under way and closes the connections. */
  close(): Promise<void>;
}
