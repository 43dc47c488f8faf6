/** Operators on requests before the lookup of their operation. */
import type { Reply } from '../reply.ts';
import type { Route } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';

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
