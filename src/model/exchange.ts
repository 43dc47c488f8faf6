/** One request, what came back, and why nothing came back. */
import type { Operation } from '../contract/contract.ts';

/** One request, exactly as it goes over the wire. The path is below the base URL and already encoded. */
export interface Call {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body text; absent means that no body is sent. */
  readonly body?: string;
  /** `base64`: the body stands for raw bytes. */
  readonly encoding?: 'base64';
  /** Only in recordings: the body is not all there, so that nothing about this request can be judged. */
  readonly truncated?: true;
  /** Sent without the operator's credentials. */
  readonly anonymous?: true;
  /** Sent with the token of the run, changed in this part; the client changes it, so that no call holds it. */
  readonly altered?: Alteration;
  /** Uses a dedicated connection. */
  readonly fresh?: true;
  /** Delay before sending, in milliseconds. */
  readonly delayMs?: number;
  /** The request tells the target to wait so long before it responds: the timeout is longer by as much. */
  readonly waitsMs?: number;
  /** Sent right before it, one by one: what they leave behind is what matters of them. */
  readonly before?: readonly Call[];
  /** Sent again while its responses do not show what was changed, which may take its time. */
  readonly retryUntil?: RetryUntil;
  /** Takes away again what this call makes. It is sent before the run ends, whatever happens. */
  readonly undo?: Call;
  /** Of an undo: it is sent only if this look shows a change. */
  readonly onlyIf?: { readonly look: Call; readonly shows: (seen: CompleteExchange) => boolean };
}

/** What is changed in a JSON Web Token: its signature, its subject under the old signature, or the signature is left out. */
export type Alteration = 'signature' | 'unsigned' | { readonly subject: string };

/** How long a call is repeated until its response shows something. The last response counts in any case. */
export interface RetryUntil {
  /** Before the second request, the third, and so on. */
  readonly delaysMs: readonly number[];
  readonly holds: (exchange: CompleteExchange) => boolean;
}

/** The response of a target. */
export interface HttpResponse {
  readonly status: number;
  /** Lower-case names; repeated headers are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** Lower-case type/subtype without parameters; empty when there is no Content-Type. */
  readonly mediaType: string;
  readonly text: string;
  /**
   * The body parsed as JSON whatever its media type; `undefined` when it is not JSON. Throws NoBody when not all
   * of it is there, and after `expectJson` also when it is not JSON; a check that reads it is then inconclusive.
   */
  readonly body: unknown;
  /** From now on `body` throws where it is not JSON: it is documented as JSON. */
  expectJson?(): void;
  /** Bytes of the body on the wire, as far as they were read. */
  readonly bytes: number;
  /** True when the body cannot be judged: it is longer than the kit keeps, or the kit cannot read it. */
  readonly truncated: boolean;
  /** Why, in words that follow "the body was not judged:". */
  readonly unread?: string | undefined;
  /** Of the whole body, in lower-case hex; only for application/octet-stream. */
  readonly sha256?: string;
  /** The body is no UTF-8: what could not be read is U+FFFD in `text`. Absent for application/octet-stream. */
  readonly misencoded?: true;
}

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

/** Why no response came. `refused`, `dns`, `tls`, `not-http`: no conversation at all; `reset`, `timeout`: it broke off. */
export type NoResponseKind = 'refused' | 'dns' | 'tls' | 'not-http' | 'reset' | 'timeout';

/** Why the kit did not get, or did not send for, a response. `long-wait`: the target requested a longer pause than a run makes. */
export interface NoResponse {
  readonly kind:
    | NoResponseKind
    | 'throttled'
    | 'long-wait'
    | 'budget'
    | 'interrupted'
    | 'unsafe'
    | 'unrecorded';
  readonly message: string;
}

/** One request as it went over the wire and what came back: exactly one of `response` and `silence`. */
export interface Exchange {
  readonly request: Call;
  readonly response?: HttpResponse;
  readonly noResponse?: NoResponse;
  /** This is what came the second time: the first time the connection, used before, closed without a byte. */
  readonly resent?: true;
  /** Requests that it took, retries included; 1 if absent. */
  readonly tries?: number;
  /** Its number on its connection, counted from 1; absent if unknown. */
  readonly position?: number;
  /** More bytes came right behind the response, which belong to no request. */
  readonly surplus?: true;
  /** The target refuses such requests each time and serves others: the refusal is its answer, whatever the status. */
  readonly isAnswer?: true;
  /** The path and query of a redirect, if it leads to the origin of the request. */
  readonly movedTo?: string;
  /** Milliseconds since the epoch when the request was sent. */
  readonly startedAt: number;
  readonly durationMs: number;
}

/** An exchange with a response: what checks see. */
export interface CompleteExchange extends Exchange {
  readonly response: HttpResponse;
}

/** Sends a request; the result is always an exchange, even without a response. */
export type SendCall = (call: Call) => Promise<Exchange>;
