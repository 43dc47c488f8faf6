/** How the reference ledger answers, cut into steps. The honest steps stand in honest.ts; variants and faults replace some. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from './ledger.ts';
import type { Ask, Caller, Reply, Route } from './route.ts';

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
  /** The whole way from request to reply; the honest one runs the steps below. */
  readonly serve: (incoming: Incoming) => Promise<Reply>;
  /** Throws the answers 404 and 405. */
  readonly find: (method: string, pathname: string) => Match;
  /** Checks the syntax of query and path parameters. */
  readonly checkParameters: (match: Match, query: URLSearchParams) => void;
  /** Who asks; throws for a token that names nobody. */
  readonly identify: (headers: IncomingHttpHeaders, route: Route) => Caller;
  /** Throws the answer 406. */
  readonly negotiate: (headers: IncomingHttpHeaders, route: Route) => void;
  /** The body as the route's decoder reads it. */
  readonly decode: (bytes: Buffer, route: Route) => unknown;
  readonly authorise: (route: Route, ask: Ask) => void;
  readonly handle: (route: Route, ask: Ask) => Reply | Promise<Reply>;
  /** The last look at the reply of an operation, before errors are thought of. */
  readonly succeed: (reply: Reply, ask: Ask, route: Route) => Reply;
  /** Turns whatever was thrown into a reply. The match is there once the path is known. */
  readonly refuse: (error: unknown, incoming: Incoming, match: Match | undefined) => Reply;
  /** The last look at every reply. */
  readonly finish: (reply: Reply, incoming: Incoming) => Reply;
}

/**
 * Replaces steps; it may also alter the ledger, which is fully built by then. It is called once for each
 * server, so what its closures remember belongs to that server.
 */
export type Change = (honest: Steps, ledger: Ledger) => Partial<Steps>;
