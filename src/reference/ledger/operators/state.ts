/** Operators on stored data: a change is lost, undone, or outdated data is shown. */
import { handling, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';

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

/** Replies to each lookup as to the first one with this parameter. */
export const firstReply = (operationId: string, parameter: string): Change =>
  handling(operationId, (handle) => {
    const kept = new Map<string, () => Reply | Promise<Reply>>();
    return async (call, ledger) => {
      const id = call.path[parameter] ?? '';
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
