/** The values of a response and of a request, to find out where one of them comes from. */

import { sent } from '../../contract/request-body.ts';
import type { Call, HttpResponse } from '../../model/index.ts';
import { isObject, jsonOf } from '../../model/index.ts';
import { steadyText } from '../experiment/origins.ts';
import { DEPTH, REMEMBERED, TELLING_TEXT } from '../numbers.ts';

/** The values of a response with their places, in which `*` is any index, as `/list/*=5`. */
export function leavesOf(response: HttpResponse | undefined): ReadonlySet<string> {
  if (response === undefined) return NONE;
  const known = kept.get(response);
  if (known !== undefined) return known;
  const all = new Set<string>();
  if (jsonOf(response) !== undefined) collect(JSON.parse(steadyOf(response)), all);
  kept.set(response, all);
  return all;
}

const NONE: ReadonlySet<string> = new Set();
const kept = new WeakMap<HttpResponse, ReadonlySet<string>>();

/** The long texts of a response or a request, without their places. */
export function textsOf(...values: readonly unknown[]): ReadonlySet<string> {
  const leaves = new Set<string>();
  for (const value of values) collect(value, leaves);
  const texts = [...leaves].flatMap((leaf) => {
    const value: unknown = JSON.parse(valueIn(leaf));
    return typeof value === 'string' && value.length >= TELLING_TEXT ? value : [];
  });
  return new Set(texts);
}

export function sentIn(call: Call): unknown {
  return [sent(call), call.path.split(/[/?&=]/)];
}

/** `/list/*` of `/list/*=5`. */
export function placeIn(leaf: string): string {
  return leaf.slice(0, leaf.indexOf('='));
}

/** The JSON of the value of a leaf. */
export function valueIn(leaf: string): string {
  return leaf.slice(leaf.indexOf('=') + 1);
}

/** The text without what differs in each response; JSON stays JSON. */
export function steadyOf(response: HttpResponse | undefined): string {
  return response === undefined ? '' : steadyText(response);
}

function collect(value: unknown, all: Set<string>, at = '', depth = 0): void {
  if (depth > DEPTH || all.size > REMEMBERED) return;
  if (Array.isArray(value)) for (const one of value) collect(one, all, `${at}/*`, depth + 1);
  else if (isObject(value))
    for (const [name, one] of Object.entries(value))
      collect(one, all, `${at}/${name.replaceAll('=', ' ')}`, depth + 1);
  else if (value !== undefined) all.add(`${at}=${JSON.stringify(value)}`);
}
