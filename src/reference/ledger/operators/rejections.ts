/** Operators on rejections: they reject valid requests, or change the error. */

import { handling, rejecting, type Which } from '../fault.ts';
import type { Reply } from '../reply.ts';
import type { Change } from '../steps.ts';
import { isRecord, type Json } from './json.ts';
import { always, type When } from './respond.ts';

/** Throws that error instead of doing the operation. */
export const reject = (which: Which, error: Error, when: When = always): Change =>
  handling(which, (handle) => (call, ledger) => {
    if (!when(call, ledger)) return handle(call, ledger);
    throw error;
  });

/** Sends that reply instead of doing the operation. */
export const skip = (which: Which, reply: Reply, when: When = always): Change =>
  handling(
    which,
    (handle) => (call, ledger) => (when(call, ledger) ? reply : handle(call, ledger)),
  );

/** Edits the error objects of all rejections. */
export const errors = (edit: (body: Json) => unknown): Change =>
  rejecting((reply) =>
    isRecord(reply.json) && 'errorCategory' in reply.json
      ? { ...reply, json: edit({ ...reply.json }) }
      : reply,
  );
