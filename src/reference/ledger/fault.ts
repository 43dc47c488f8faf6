/** What a fault and a variant of the reference ledger are, and the small tools that they are made with. */

import { inTurn } from '../table.ts';
import type { Decoder } from './decode.ts';
import type { Ledger } from './ledger.ts';
import type { Reply } from './reply.ts';
import type { Call, Route } from './route.ts';
import type { Change, Incoming } from './steps.ts';
import { tokenOf } from './tokens.ts';
import type { Version } from './versions.ts';

export { counter, everyNth, keepingReplies, remembering, table } from '../table.ts';

/** A deliberate defect. */
export interface LedgerFault {
  readonly id: string;
  /** The defect, in one sentence. */
  readonly description: string;
  /** The requirement that must fail; a glob if several operations have the defect. */
  readonly killedBy: string;
  /** The versions whose requirements show the defect; all by default. */
  readonly versions?: readonly Version[];
  /** The permission that the kit needs to see it; by default what one of the named requirements needs. */
  readonly allow?: 'writes' | 'irreversible';
  /** The user whose token shows it; the auditor by default. */
  readonly token?: 'reader';
  readonly change: Change;
}

/** One way in which a conforming ledger may differ from the plain reference. */
export interface LedgerVariant {
  readonly id: string;
  readonly description: string;
  /** A path prefix; it is part of the base URL. */
  readonly prefix?: string;
  /** Requirements that advise against a habit that the contract allows: globs of their ids. */
  readonly advisedAgainst?: readonly string[];
  /** True if a whole run takes too long: the proof runs only the requirements that read open lists. */
  readonly slow?: true;
  /** True if the proof covers each version, with and without tokens, reading and writing. */
  readonly everywhere?: true;
  readonly change: Change;
}

/** One operation, several, or all those for which the function is true. */
export type Which = string | readonly string[] | ((route: Route) => boolean);

/** True for these routes. */
function within(which: Which): (route: Route) => boolean {
  if (typeof which === 'function') return which;
  return ({ operationId }) =>
    typeof which === 'string' ? which === operationId : which.includes(operationId);
}

export const together: (...changes: readonly Change[]) => Change = inTurn;

/** A change that does this before each request is served; `nth` counts the requests from 1. */
export const beforeEach =
  (act: (nth: number, ledger: Ledger) => void): Change =>
  ({ serve }, ledger) => {
    let nth = 0;
    return {
      serve: (incoming) => {
        nth += 1;
        act(nth, ledger);
        return serve(incoming);
      },
    };
  };

/** A change that serves another table of routes. */
export const routing =
  (edit: (routes: readonly Route[], ledger: Ledger) => readonly Route[]): Change =>
  ({ routes }, ledger) => ({ routes: edit(routes, ledger) });

/** A change that does not serve these operations. */
export const dropping = (which: Which): Change =>
  routing((routes) => routes.filter((route) => !within(which)(route)));

/** A change that serves these operations with other members of their route. */
export const altering = (
  which: Which,
  edit: (route: Route, ledger: Ledger) => Partial<Route>,
): Change =>
  routing((routes, ledger) =>
    routes.map((route) => (within(which)(route) ? { ...route, ...edit(route, ledger) } : route)),
  );

/** A change that does these operations in another way. */
export const handling = (
  which: Which,
  make: (handle: Route['handle'], route: Route) => Route['handle'],
): Change => altering(which, (route) => ({ handle: make(route.handle, route) }));

/** A change that reads the bodies of these operations in another way. */
export const reading = (which: Which, edit: (decoder: Decoder) => Decoder): Change =>
  altering(which, ({ body }) =>
    body === undefined || body === 'bytes' ? {} : { body: edit(body) },
  );

/** A change that admits every caller. A token that cannot be read is still rejected. */
export const openMode: Change = () => ({
  identify: (headers) => {
    tokenOf(headers);
    return { userId: undefined, rights: [], open: true };
  },
});

/** A change that edits the replies of these operations. */
export const responding =
  (which: Which, edit: (reply: Reply, call: Call, ledger: Ledger) => Reply): Change =>
  ({ succeed }, ledger) => ({
    succeed: (reply, call, route) => {
      const conforming = succeed(reply, call, route);
      return within(which)(route) ? edit(conforming, call, ledger) : conforming;
    },
  });

/** A change that edits the JSON of these operations. The edit gets a copy and may alter it in place. */
export const respondingJson = (
  which: Which,
  edit: (json: unknown, call: Call, ledger: Ledger) => unknown,
): Change =>
  responding(which, (reply, call, ledger) => ({
    ...reply,
    json: edit(structuredClone(reply.json), call, ledger),
  }));

/** A change that edits every reply, CORS headers included. */
export const sending =
  (edit: (reply: Reply, incoming: Incoming) => Reply): Change =>
  ({ finish }) => ({ finish: (reply, incoming) => edit(finish(reply, incoming), incoming) });

/** A change that edits the replies to errors. */
export const rejecting =
  (edit: (reply: Reply, error: unknown, incoming: Incoming, route?: Route) => Reply): Change =>
  ({ reject }) => ({
    reject: (error, incoming, match) =>
      edit(reject(error, incoming, match), error, incoming, match?.route),
  });

/** A change of the ledger's data, made once after it is built. */
export const storing =
  (edit: (ledger: Ledger) => void): Change =>
  (_conforming, ledger) => {
    edit(ledger);
    return {};
  };
