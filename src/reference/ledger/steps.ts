/** The steps from request to reply. conforming.ts has the conforming ones; variants and faults replace some. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Reply } from './reply.ts';
import type { Call, Caller, Route } from './route.ts';

/** One request, as received. */
export interface Incoming {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A route, and the path parameters of the request. */
export interface Match {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** The steps of one server, in their order. Each may throw LedgerError, DecodeError or HttpError. */
export interface Steps {
  /** Every served operation. Replace it to drop, add or alter routes. */
  readonly routes: readonly Route[];
  /** From request to reply; the conforming one runs the steps below. */
  readonly serve: (incoming: Incoming) => Promise<Reply>;
  /** Throws HttpError with the replies 404 and 405. */
  readonly find: (method: string, pathname: string) => Match;
  /** Checks the syntax of query and path parameters. */
  readonly checkParameters: (match: Match, query: URLSearchParams) => void;
  /** The caller; throws for a token of an unknown user. */
  readonly identify: (headers: IncomingHttpHeaders, route: Route) => Caller;
  /** Throws HttpError with the reply 406. */
  readonly negotiate: (headers: IncomingHttpHeaders, route: Route) => void;
  /** The body as the route's decoder reads it. */
  readonly decode: (bytes: Buffer, route: Route) => unknown;
  readonly authorise: (route: Route, call: Call) => void;
  readonly handle: (route: Route, call: Call) => Reply | Promise<Reply>;
  /** Edits the reply of an operation that succeeded. */
  readonly succeed: (reply: Reply, call: Call, route: Route) => Reply;
  /** Turns an error into a reply. `match` is undefined if no route was found. */
  readonly reject: (error: unknown, incoming: Incoming, match: Match | undefined) => Reply;
  /** Edits every reply. */
  readonly finish: (reply: Reply, incoming: Incoming) => Reply;
}

/**
 * Replaces steps, and may alter the ledger, which is complete by then. It runs once for each server, so that its
 * closures are the server's memory.
 */
export type Change = (conforming: Steps, ledger: Ledger) => Partial<Steps>;
