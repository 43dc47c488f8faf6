/** One request, its response, or the reason why there is none. */
import type { Operation } from '../contract/contract.ts';
import { moment } from './moment.ts';

/** One request exactly as it is sent. The path is below the base URL, and already encoded. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body text; absent means that no body is sent. */
  readonly body?: string;
  /** `base64`: the body stands for raw bytes. */
  readonly encoding?: 'base64';
  /** Only in recordings: the body is incomplete, so that nothing about this request can be judged. */
  readonly truncated?: true;
  /** Sent without the operator's credentials. */
  readonly anonymous?: true;
  /** Sent with the run's token after this alteration. The client alters it, so that no call contains a token. */
  readonly altered?: Alteration;
  /** The target lists the right for this request among those of its caller, so that a 403 is an answer to it. */
  readonly permitted?: true;
  /** A valid request in another guise: it must be accepted if the control of its probe is. */
  readonly likeControl?: true;
  /** Uses a dedicated connection. */
  readonly fresh?: true;
  /** Delay before sending, in milliseconds. */
  readonly delayMs?: number;
  /** The target waits up to this long before it responds, because the request asks for it: the timeout grows by it. */
  readonly waitsMs?: number;
  /** Sent right before this call, one by one, for the state that they leave behind. */
  readonly before?: readonly Call[];
  /** The call is sent again until its response shows a change, which may take some time. */
  readonly retryUntil?: RetryUntil;
  /** Removes what this call creates. It is sent before the run ends, however it ends. */
  readonly undo?: Call;
  /** Only for an undo: it is sent only if this lookup shows a change. */
  readonly onlyIf?: { readonly look: Call; readonly shows: (seen: CompleteExchange) => boolean };
}

/**
 * The altered part of a JSON Web Token: its signature, its subject, or the signature left out.
 */
export type Alteration = 'signature' | 'unsigned' | { readonly subject: string };

/** How often a call is repeated until its response shows something. The last response counts in any case. */
export interface RetryUntil {
  /** The delays before the second request, the third, and so on. */
  readonly delaysMs: readonly number[];
  readonly holds: (exchange: CompleteExchange) => boolean;
}

/** The response of a target. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower-case type/subtype without parameters; empty without a Content-Type. */
  readonly mediaType: string;
  readonly text: string;
  /**
   * The body as JSON, with any media type; `undefined` if it is not JSON. Throws NoBody if the body is incomplete, and
   * after `expectJson` also if it is not JSON; a check that reads it is then inconclusive.
   */
  readonly body: unknown;
  /** From now on `body` throws if it is not JSON, because it is documented as JSON. */
  expectJson?(): void;
  /** The bytes of the body on the wire that were read. */
  readonly bytes: number;
  /** True if the body cannot be judged: it is longer than the kit keeps, or the kit cannot read it. */
  readonly truncated: boolean;
  /** Why, in words that follow "the body was not judged:". */
  readonly unread?: string | undefined;
  /** Equal for equal texts; absent if it is not known. */
  readonly textDigest?: string;
  /** The digest of the whole body, in lower-case hex; only for application/octet-stream. */
  readonly sha256?: string;
  /** True if the body is not UTF-8: `text` has U+FFFD for other bytes. Absent for application/octet-stream. */
  readonly misencoded?: true;
  /** The charset that Content-Type declares and the body is in, if it is not UTF-8: `text` is decoded by it. */
  readonly charset?: string;
  /** The Content-Encoding that the body breaks: `text` is of the bytes as they came, and there is no JSON. */
  readonly miscoded?: string;
}

/** The most bytes of a body that a run reads. */
export const READ_BYTES: number = 2 ** 20;

/** Thrown on access to a body that is not complete, or not JSON: no check can judge it. */
export class NoBody extends Error {
  readonly code = 'ASSAY_NO_BODY';
}

/** The body of a response as JSON; `undefined` if there is none. */
export function jsonOf(response: HttpResponse | undefined): unknown {
  try {
    return response?.body;
  } catch (error) {
    if (error instanceof NoBody) return undefined;
    throw error;
  }
}

/** `application/json` of `Application/JSON; charset=utf-8`; empty without a Content-Type. */
export function mediaTypeOf(contentType: string | undefined): string {
  if (contentType === undefined) return '';
  const end = contentType.indexOf(';');
  return (end === -1 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
}

/**
 * `refused`, `dns`, `tls`, `not-http`: there was no conversation. `reset`, `timeout`: it ended early. `proxy`: a forward
 * proxy on the way let the request or its response not through, so that nothing is known about the target.
 */
export type NoResponseKind = 'refused' | 'dns' | 'tls' | 'not-http' | 'reset' | 'timeout' | 'proxy';

/**
 * Why there is no response from the network. `long-wait`: the target asked for a longer pause than a run makes.
 * `caller-refused`: the target refuses all requests of this caller from some moment on. `away`: it has refused all
 * requests for longer than a run waits. `spared`: it was not sent, because requests like it bring the target down or
 * end their connection.
 */
export interface NoResponse {
  readonly kind:
    | NoResponseKind
    | 'throttled'
    | 'long-wait'
    | 'caller-refused'
    | 'away'
    | 'budget'
    | 'interrupted'
    | 'unsafe'
    | 'spared'
    | 'unrecorded';
  readonly message: string;
  /** The status of the last try of a throttled request. Not recorded. */
  readonly status?: number;
}

/** The whole target, or a worker of it behind a port that stays open. */
export type Down = 'target' | 'worker';

/** One request as it was sent, and its result: exactly one of `response` and `silence`. */
export interface Exchange {
  readonly request: Call;
  readonly response?: HttpResponse;
  readonly noResponse?: NoResponse;
  /** True if this is the result of a second try: at the first one the used connection closed without a byte. */
  readonly resent?: true;
  /** The number of requests, retries included; 1 if absent. */
  readonly tries?: number;
  /** Its position on its connection, counted from 1; absent if unknown. */
  readonly position?: number;
  /** What went down at this request. Not recorded. */
  readonly wentDown?: Down;
  /** True if more bytes followed the response, which belong to no request. */
  readonly surplus?: true;
  /** True if the target always refuses such requests and serves others: the refusal is its answer, with any status. */
  readonly isAnswer?: true;
  /** The path and query of a redirect, if it leads to the origin of the request. */
  readonly movedTo?: string;
  /** The time of sending: see `moment`. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** An exchange with a response: what checks see. */
export interface CompleteExchange extends Exchange {
  readonly response: HttpResponse;
}

/** Sends a request; the result is always an exchange, even without a response. */
export type SendCall = (call: Call) => Promise<Exchange>;

/** True for a status that a gateway sends if the server behind it does not respond. */
export function isUpstreamFailure(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** The exchange of a request that was not sent, or not again after this many tries. */
export function unsent(request: Call, noResponse: NoResponse, tries?: number): Exchange {
  const exchange = { request, noResponse, startedAt: moment(), durationMs: 0 };
  return tries === undefined ? exchange : { ...exchange, tries };
}

/** When the response or the loss of a request arrived: see `moment`. */
export function endOf({ startedAt, durationMs }: Exchange): number {
  return startedAt + durationMs;
}

export function hasResponse(exchange: Exchange): exchange is CompleteExchange {
  return exchange.response !== undefined;
}

export function isSuccess({ response: { status } }: CompleteExchange): boolean {
  return status < 300;
}

/** True if the request got a success. */
export function isAccepted(exchange: Exchange): boolean {
  return hasResponse(exchange) && isSuccess(exchange);
}
