/** Operators on responses: an operation does its work and shows another result. */
import { gzipSync } from 'node:zlib';
import { everyNth, responding, respondingJson, type Which } from '../fault.ts';
import type { Ledger } from '../ledger.ts';
import type { Reply } from '../reply.ts';
import type { Call } from '../route.ts';
import type { Change, Incoming } from '../steps.ts';
import { type Edit, edited, walk } from './edits.ts';
import type { Json } from './json.ts';

/** True for the requests that a fault affects. */
export type When = (call: Call, ledger: Ledger) => boolean;
export const always: When = () => true;

/** Edits the JSON of a success at each of the paths; several are separated by a space. */
export const respond = (which: Which, paths: string, edit: Edit, when: When = always): Change =>
  respondingJson(which, (json, call, ledger) => {
    if (json === undefined || !when(call, ledger)) return json;
    const edits = (value: unknown, path: string): unknown =>
      edited(value, path, (before) => edit(before, call, ledger));
    return paths.split(' ').reduce(edits, json);
  });

/** Edits the objects for which `is` holds, in every success of every operation. */
export const everyObject = (is: (value: Json) => boolean, edit: (value: Json) => void): Change =>
  respondingJson(
    () => true,
    (json) => {
      walk(json, (value) => {
        if (is(value)) edit(value);
      });
      return json;
    },
  );

/** Sets one member of such objects. */
export const setEvery = (
  is: (value: Json) => boolean,
  member: string,
  value: (object: Json) => unknown,
): Change =>
  everyObject(is, (object) => {
    object[member] = value(object);
  });

/** JSON above 4 kB as gzip, if the request accepts it; `undefined` for other replies. */
export function compressed(
  { json, ...reply }: Reply,
  { headers }: Pick<Incoming, 'headers'>,
): Reply | undefined {
  const text = json === undefined ? '' : JSON.stringify(json);
  if (text.length <= 4096 || !/\bgzip\b/.test(String(headers['accept-encoding']))) return undefined;
  const typed = { 'content-type': 'application/json', ...reply.headers };
  return { ...reply, bytes: gzipSync(text), headers: typed };
}

/** Sends another reply for every second success. */
export const everySecond =
  (which: Which, edit: (reply: Reply) => Reply): Change =>
  (steps, ledger) => {
    const second = everyNth(2);
    return responding(which, (reply) => (second() ? edit(reply) : reply))(steps, ledger);
  };
