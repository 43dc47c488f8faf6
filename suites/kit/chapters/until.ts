/** Until when a request is repeated. */
import type { Pointer } from '../../../src/kit.ts';
import { difference, elements, stringAt } from '../json.ts';
import { differsAt, valueAt } from './places.ts';
import { fill, type Values } from './template.ts';

/** In place of a place: the request is repeated until its resource is gone. */
export const GONE = 'gone';

/** A condition of a body in words, or a hole whose value is a function of the body. */
export type Until = string | Readonly<Record<string, unknown>>;

/**
 * True for a body that has a value here, `/pointer`, or this one, `/pointer = value`; these elements, `/list = $list in any
 * order`; no element with this value, `/list lacks /pointer = value`; or one that has it, `/list has /pointer = value`, or
 * equals it, `/list has value`, unless more pages follow.
 */
export function holdsIn(until: Until, values: Values): (body: unknown) => boolean {
  if (typeof until !== 'string') return fill(until, values) as (body: unknown) => boolean;
  const [, list = '', word, inner = '', text] =
    /^(\S+) (lacks|has) (?:(\/\S*) = )?(.+)$/.exec(until) ?? [];
  if (text !== undefined) {
    const wanted = valueFor(text, values);
    const isWanted = (one: unknown): boolean =>
      difference(wanted, valueAt(one, inner)).length === 0;
    return (body) => {
      const isThere = elements(valueAt(body, list)).some(isWanted);
      return word === 'has' ? isThere || Boolean(stringAt(body, 'nextPageToken')) : !isThere;
    };
  }
  const [, pointer = '', wanted, ofAnyOrder] =
    /^(\S+)(?: = (.+?)( in any order)?)?$/.exec(until) ?? [];
  if (wanted === undefined)
    return (body) => {
      const value = valueAt(body, pointer);
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    };
  const expected = valueFor(wanted, values);
  if (ofAnyOrder === undefined)
    return (body) => differsAt(expected, body, pointer as Pointer).length === 0;
  return (body) => {
    const [all, found] = [elements(expected), elements(valueAt(body, pointer))];
    const isOne = (one: unknown) => (other: unknown) => difference(one, other).length === 0;
    return all.length === found.length && all.every((one) => found.some(isOne(one)));
  };
}

/** The place that a condition in words is about: of a list, that in an element. */
export function placeIn(until: string): string {
  const [left = ''] = until.split(' = ');
  const [, list, inner = ''] = /^(\S+) (?:lacks|has) (.+)$/.exec(left) ?? [];
  if (list === undefined) return left;
  return inner.startsWith('/') ? `${list}/0${inner}` : list;
}

/** A hole, or JSON. */
const valueFor = (text: string, values: Values): unknown =>
  fill(text.startsWith('$') ? text : JSON.parse(text), values);
