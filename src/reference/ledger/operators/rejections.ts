/** Operators on rejections: they reject good requests, accept bad ones, or change the error. */

import { LedgerError } from '../failures.ts';
import { altering, rejecting, type Which, within } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import { ok, type Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change } from '../steps.ts';
import { isRecord, type Json } from './json.ts';
import { always, type When } from './respond.ts';

/** Throws that error instead of doing the operation. */
export const reject = (which: Which, error: Error, when: When = always): Change =>
  altering(which, ({ handle }) => ({
    handle: (call, ledger) => {
      if (!when(call, ledger)) return handle(call, ledger);
      throw error;
    },
  }));

/** Sends that reply instead of doing the operation. */
export const skip = (
  which: Which,
  reply: Reply | ((call: Call, ledger: Ledger) => Reply),
  when: When = always,
): Change =>
  altering(which, ({ handle }) => ({
    handle: (call, ledger) => {
      if (!when(call, ledger)) return handle(call, ledger);
      return typeof reply === 'function' ? reply(call, ledger) : reply;
    },
  }));

/** The rejections that a fault affects; all of them by default. */
export interface Rejections {
  readonly of?: Which;
  readonly codes?: readonly string[];
  readonly status?: number;
}

/** Edits rejections. */
export const editRejections = (
  { of, codes, status }: Rejections,
  edit: (reply: Reply) => Reply,
): Change =>
  rejecting((reply, error, _incoming, route) => {
    const fits =
      (of === undefined || (route !== undefined && within(of)(route))) &&
      (codes === undefined || (error instanceof LedgerError && codes.includes(error.code))) &&
      (status === undefined || reply.status === status);
    return fits ? edit(reply) : reply;
  });

/** Sends rejections with another status. */
export const rejectAs = (rejections: Rejections, status: number): Change =>
  editRejections(rejections, (reply) => ({ ...reply, status }));

/** Responds with 200 and this JSON instead of rejecting. */
export const accept = (rejections: Rejections, json: unknown): Change =>
  editRejections(rejections, () => ok(json));

/** Edits the error objects of all rejections. */
export const errors = (edit: (body: Json) => unknown): Change =>
  rejecting((reply) =>
    isRecord(reply.json) && 'errorCategory' in reply.json
      ? { ...reply, json: edit({ ...reply.json }) }
      : reply,
  );

/** Drops a member of the error objects. */
export const errorsWithout = (name: string): Change =>
  errors(({ [name]: _dropped, ...rest }) => rest);
