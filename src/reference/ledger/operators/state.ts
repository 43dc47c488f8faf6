/** Operators on stored data: a change is lost, undone, or outdated data is shown. */
import { handling, remembering, together, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { valueAt } from './json.ts';
import { reject } from './rejections.ts';

/** Does something after the operation. */
export const after = (
  which: Which,
  act: (call: Call, ledger: Ledger, reply: Reply) => void,
): Change => restore(which, (call, ledger) => (reply) => act(call, ledger, reply));

/** Reads data before the operation, and writes it back after the operation. */
export const restore = (
  which: Which,
  save: (call: Call, ledger: Ledger) => (reply: Reply) => void,
): Change =>
  handling(which, (handle) => async (call, ledger) => {
    const finish = save(call, ledger);
    const reply = await handle(call, ledger);
    finish(reply);
    return reply;
  });

/** A place in the requests of an operation: `body.user.id`, `path.user-id`. */
type PlaceOf = readonly [operation: string, at: string];

/** Rejects a request with a value that an operation had before; each value has its place. */
export const rejectAfter = ([earlier, had]: PlaceOf, [later, has]: PlaceOf, error: Error): Change =>
  remembering(() => {
    const known = new Set<unknown>();
    return together(
      after(earlier, (call) => known.add(valueAt(call, had))),
      reject(later, error, (call) => known.has(valueAt(call, has))),
    );
  });

/** Replies to each request as to the first one with the same key. */
export const firstReply = (operationId: string, keyOf: (call: Call) => unknown): Change =>
  handling(operationId, (handle) => {
    const kept = new Map<unknown, () => Reply | Promise<Reply>>();
    return async (call, ledger) => {
      const id = keyOf(call);
      const first = kept.get(id);
      if (first !== undefined) return first();
      try {
        const reply = await handle(call, ledger);
        kept.set(id, () => reply);
        return reply;
      } catch (error) {
        kept.set(id, () => {
          throw error;
        });
        throw error;
      }
    };
  });
