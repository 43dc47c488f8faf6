/** Operators on requests: an operation serves another request than it received. */

import { LedgerError } from '../errors.ts';
import { handling, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Reply } from '../reply.ts';
import type { Call, Route } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import { type Edit, edited } from './edits.ts';
import { always, type When } from './respond.ts';

/** Changes parts of a request before the operation reads it. */
export const misread = (
  which: Which,
  parts: (call: Call, ledger: Ledger) => Partial<Call>,
): Change =>
  handling(
    which,
    (handle) => (call, ledger) => handle({ ...call, ...parts(call, ledger) }, ledger),
  );

/** Edits the body at each of these paths, which are separated by spaces. */
export const request = (which: Which, paths: string, edit: Edit, when: When = always): Change =>
  misread(which, (call, ledger) =>
    when(call, ledger) ? { body: readBody(call, paths, edit, ledger) } : {},
  );

/** The body of a request after the edits at these paths. */
const readBody = (call: Call, paths: string, edit: Edit, ledger: Ledger): unknown =>
  paths
    .split(' ')
    .reduce(
      (body, path) => edited(body, path, (before) => edit(before, call, ledger)),
      structuredClone(call.body),
    );

export const query = (which: Which, edit: (query: URLSearchParams, call: Call) => void): Change =>
  misread(which, (call) => {
    const other = new URLSearchParams(call.query);
    edit(other, call);
    return { query: other };
  });

/** The places of the formats in a request for events. */
export const FORMATS: readonly string[] = [
  'eventFormat',
  'updateFormat.includeTransactions.eventFormat',
  'updateFormat.includeReassignments',
];

/** Paths below each of the formats. */
export const inFormats = (path: string): string =>
  FORMATS.map((format) => `${format}.${path}`).join(' ');

/** Checks a request with its filters, and serves it with other filters. */
export const filterBy = (which: Which, pick: (filters: unknown[]) => unknown[]): Change =>
  handling(which, (handle) => async (call, ledger) => {
    try {
      await handle(call, ledger);
    } catch (error) {
      if (!(error instanceof LedgerError) || error.code !== 'UPDATE_NOT_FOUND') throw error;
    }
    const edit: Edit = (filters) => pick(filters as unknown[]);
    const body = readBody(call, inFormats('filtersByParty.*.cumulative'), edit, ledger);
    return handle({ ...call, body }, ledger);
  });

/** Sends that reply to these requests. */
export const intercept =
  (is: (incoming: Incoming) => boolean, reply: Reply | ((incoming: Incoming) => Reply)): Change =>
  ({ serve }) => ({
    serve: async (incoming) => {
      if (!is(incoming)) return serve(incoming);
      return typeof reply === 'function' ? reply(incoming) : reply;
    },
  });

/** Reads other bytes as the body. */
export const readBytes =
  (edit: (bytes: Buffer, route: Route) => Buffer): Change =>
  ({ decode }) => ({ decode: (bytes, route) => decode(edit(bytes, route), route) });
