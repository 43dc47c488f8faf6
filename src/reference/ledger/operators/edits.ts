/** Edits of one JSON value. */
import type { Ledger } from '../ledger.ts';
import type { Call } from '../route.ts';
import { isRecord, type Json } from './json.ts';

/** The new value for an old one. */
export type Edit = (before: unknown, call: Call, ledger: Ledger) => unknown;

/** An edit that depends on the old value only. */
export type Plain = (before: unknown) => unknown;

export const to =
  (value: unknown): Plain =>
  () =>
    value;
/** Adds or replaces members of an object. */
export const merge =
  (members: Json): Plain =>
  (before) => ({ ...Object(before), ...members });
export const first =
  (n: number): Plain =>
  (before) =>
    (before as unknown[]).slice(0, n);
export const keep =
  (which: (item: Json) => boolean): Plain =>
  (before) =>
    (before as Json[]).filter(which);

/**
 * Edits JSON in place at a path such as `users.*.metadata`, where `*` is every item or member. An empty path is the
 * whole value; an unknown path changes nothing. Returns the JSON.
 */
export function edited(json: unknown, path: string, edit: (before: unknown) => unknown): unknown {
  if (path === '') return edit(json);
  const [first = '', ...rest] = path.split('.');
  if (typeof json !== 'object' || json === null) return json;
  const inside = json as Json;
  const names = first === '*' ? Object.keys(inside) : Object.hasOwn(inside, first) ? [first] : [];
  for (const name of names) {
    const before = inside[name];
    inside[name] = rest.length === 0 ? edit(before) : edited(before, rest.join('.'), edit);
  }
  return json;
}

/** Edits every object inside the JSON, in place, for which the condition holds. */
export function walk(json: unknown, visit: (value: Json) => void): void {
  if (Array.isArray(json)) for (const one of json) walk(one, visit);
  if (!isRecord(json)) return;
  visit(json);
  for (const inner of Object.values(json)) walk(inner, visit);
}
