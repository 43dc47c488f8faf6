/** Operators on access: a rule is another, or a caller counts as someone else. */
import type { IncomingHttpHeaders } from 'node:http';
import { altering, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Caller, Route } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import { tokenOf } from '../tokens.ts';

/** Routes at these paths and below them. */
const below =
  (...paths: readonly string[]): ((route: Route) => boolean) =>
  ({ path }) =>
    paths.some((one) => path === one || path.startsWith(`${one}/`));

/** Routes at these paths and below them that are not read with GET. */
export const writesBelow =
  (...paths: readonly string[]): ((route: Route) => boolean) =>
  (route) =>
    route.method !== 'GET' && below(...paths)(route);

/** Guards operations with another rule. */
export const guard = (which: Which, authorise: Route['authorise']): Change =>
  altering(which, () => ({ authorise }));

/** A caller that may do everything. */
export const OPEN: Caller = { userId: undefined, rights: [], open: true };

/** The user with that id as the caller; undefined when there is none. */
export function callerNamed({ users }: Ledger, id: string): Caller | undefined {
  const user = users.find(id);
  return user && { userId: user.id, rights: [...user.rights.values()], open: false };
}

/** Accepts a token that does not count, where `whom` gives a caller for it. */
export const acceptToken =
  (
    whom: (headers: IncomingHttpHeaders, route: Route, ledger: Ledger) => Caller | undefined,
  ): Change =>
  ({ identify }, ledger) => ({
    identify: (headers, route) => {
      const caller = identify(headers, route);
      const rejected = caller.userId === undefined && !caller.open;
      return (rejected ? whom(headers, route, ledger) : undefined) ?? caller;
    },
  });

/** Takes every token for the auditor's. */
export const acceptAnyToken = (
  which: (route: Route, headers: IncomingHttpHeaders) => boolean = () => true,
): Change =>
  acceptToken((headers, route, ledger) =>
    which(route, headers) && tokenOf(headers) !== undefined
      ? callerNamed(ledger, 'auditor')
      : undefined,
  );

/** Lets callers without a token do these operations. */
export const withoutToken = (which: Which): Change =>
  altering(which, ({ authorise }) => ({
    authorise: (call, ledger) => {
      if (call.caller.open || call.caller.userId !== undefined) authorise(call, ledger);
    },
  }));

/** Lets these requests do everything. */
export const bypass =
  (is: (incoming: Incoming) => boolean): Change =>
  ({ serve, identify }) => {
    let open = false;
    return {
      // The caller is identified before anything is awaited.
      serve: async (incoming) => {
        open = is(incoming);
        try {
          return serve(incoming);
        } finally {
          open = false;
        }
      },
      identify: (headers, route) => (open ? OPEN : identify(headers, route)),
    };
  };
