/** The steps from request to reply. conforming.ts has the conforming ones; variants and faults replace some. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Terms } from './arguments.ts';
import type { Instrument } from './instruments.ts';
import type { Model, Request } from './model.ts';
import type { OperationName, Route } from './operations.ts';
import type { Members } from './read-body.ts';
import type { Rejection, Reply } from './reply.ts';

/** One request, as received. */
export interface Incoming {
  readonly method: string;
  /** Path and query, still encoded. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** False if the body has bytes that are not UTF-8; the text has U+FFFD for them. */
  readonly isUtf8: boolean;
}

/** A request for a context or a factory that gets a 200. */
export interface Call extends Members, Request {
  readonly incoming: Incoming;
}

/** A request that gets a 200: for a context, a factory or metadata. */
export interface Served {
  readonly operation: OperationName;
  readonly incoming: Incoming;
}

/** The steps of one server, in their order. None of them needs `this`. */
export interface Steps {
  /** From request to reply; the conforming one runs the steps below. */
  readonly serve: (incoming: Incoming) => Promise<Reply>;
  readonly route: (target: string) => Route | undefined;
  readonly allows: (method: string, route: Route) => boolean;
  /** True when a Content-Type names JSON. */
  readonly speaks: (contentType: string) => boolean;
  /** True if the bytes of the body can be decoded. */
  readonly reads: (incoming: Incoming) => boolean;
  readonly parse: (text: string) => unknown;
  readonly check: (value: unknown, route: Route) => Members | Rejection;
  readonly decode: (segment: string) => string | Rejection;
  /** The live contract of this id, or a rejection. */
  readonly find: (id: string, operation: OperationName) => string | Rejection;
  /** The result of reading a factory's arguments. */
  readonly readArguments: (
    given: Readonly<Record<string, unknown>>,
    operation: OperationName,
  ) => Terms | Rejection;
  /** Lets other requests run meanwhile. */
  readonly pause: () => Promise<void>;
  readonly respond: (call: Call) => object;
  readonly info: () => object;
  /** All instruments, in the order of the list. */
  readonly instruments: () => readonly Instrument[];
  readonly list: (query: URLSearchParams) => object | Rejection;
  /** The instrument of a path segment, which is still encoded. */
  readonly instrument: (segment: string) => object | Rejection;
  readonly succeed: (document: object, call: Served) => Reply;
  readonly reject: (rejection: Rejection, incoming: Incoming) => Reply;
  /** Edits every reply. */
  readonly finish: (reply: Reply, incoming: Incoming) => Reply;
}

/** Replaces steps. It runs once for each server, so that its closures are the server's memory. */
export type Change = (conforming: Steps, model: Model) => Partial<Steps>;
