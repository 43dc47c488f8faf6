/** Operators on access: another rule for an operation, or another caller for a token. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Ledger } from '../ledger.ts';
import type { Caller, Route } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import { tokenOf } from '../tokens.ts';

/** A caller that may do everything. */
export const OPEN: Caller = { userId: undefined, rights: [], open: true };

/** The user with that id as the caller; undefined when there is none. */
export function callerNamed({ users }: Ledger, id: string): Caller | undefined {
  const user = users.find(id);
  return user && { userId: user.id, rights: [...user.rights.values()], open: false };
}

/** Accepts the bad tokens for which `whom` returns a caller. */
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

/** Accepts every token as the auditor's. */
export const acceptAnyToken = (
  which: (route: Route, headers: IncomingHttpHeaders) => boolean = () => true,
): Change =>
  acceptToken((headers, route, ledger) =>
    which(route, headers) && tokenOf(headers) !== undefined
      ? callerNamed(ledger, 'auditor')
      : undefined,
  );

/** Grants everything to these requests. */
export const bypass =
  (is: (incoming: Incoming) => boolean): Change =>
  ({ serve, identify }) => {
    let open = false;
    return {
      // `serve` identifies the caller before it awaits anything, so no other request sees the flag.
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
