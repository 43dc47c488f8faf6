/** How the reference ledger responds, in steps. The conforming steps stand in conforming.ts; variants and faults replace some. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Reply } from './reply.ts';
import type { Call, Caller, Route } from './route.ts';

/** One request as it came in. */
export interface Incoming {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** A route that the path and the method name, and what the path carries for its parameters. */
export interface Match {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** The steps of one server, in the order in which they run. Each may throw LedgerError, DecodeError or HttpError. */
export interface Steps {
  /** Every operation that is served. Replace it to drop, add or alter routes. */
  readonly routes: readonly Route[];
  /** The whole way from request to reply; the conforming one runs the steps below. */
  readonly serve: (incoming: Incoming) => Promise<Reply>;
  /** Throws the responses 404 and 405. */
  readonly find: (method: string, pathname: string) => Match;
  /** Checks the syntax of query and path parameters. */
  readonly checkParameters: (match: Match, query: URLSearchParams) => void;
  /** The caller; throws for a token of an unknown user. */
  readonly identify: (headers: IncomingHttpHeaders, route: Route) => Caller;
  /** Throws the response 406. */
  readonly negotiate: (headers: IncomingHttpHeaders, route: Route) => void;
  /** The body as the route's decoder reads it. */
  readonly decode: (bytes: Buffer, route: Route) => unknown;
  readonly authorise: (route: Route, call: Call) => void;
  readonly handle: (route: Route, call: Call) => Reply | Promise<Reply>;
  /** The last look at the reply of an operation, before errors are thought of. */
  readonly succeed: (reply: Reply, call: Call, route: Route) => Reply;
  /** Turns whatever was thrown into a reply. The match is there once the path is known. */
  readonly reject: (error: unknown, incoming: Incoming, match: Match | undefined) => Reply;
  /** The last look at every reply. */
  readonly finish: (reply: Reply, incoming: Incoming) => Reply;
}

/**
 * Replaces steps; it may also alter the ledger, which is fully built by then. It is called once for each
 * server, so what its closures remember belongs to that server.
 */
export type Change = (conforming: Steps, ledger: Ledger) => Partial<Steps>;
