/** Until when a request is repeated. */
import { difference, elements } from '../json.ts';
import { differsAt, valueAt } from './places.ts';
import { fill, type Values } from './template.ts';

/** In place of a place: the request is repeated until its resource is gone. */
export const GONE = 'gone';

/**
 * True for a body that has a value here, `/pointer`, or this one, `/pointer = value`; these elements, `/list = $list in any
 * order`; or no element with this value, `/list lacks /pointer = value`.
 */
export function holdsIn(until: string, values: Values): (body: unknown) => boolean {
  const [, list, inner = '', other = ''] = /^(\S+) lacks (\S+) = (.+)$/.exec(until) ?? [];
  if (list !== undefined) {
    const absent = valueFor(other, values);
    return (body) => elements(valueAt(body, list)).every((one) => valueAt(one, inner) !== absent);
  }
  const [, pointer = '', wanted, ofAnyOrder] =
    /^(\S+)(?: = (.+?)( in any order)?)?$/.exec(until) ?? [];
  if (wanted === undefined)
    return (body) => {
      const value = valueAt(body, pointer);
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    };
  const expected = valueFor(wanted, values);
  if (ofAnyOrder === undefined) return (body) => differsAt(expected, body, pointer).length === 0;
  return (body) => {
    const [all, found] = [elements(expected), elements(valueAt(body, pointer))];
    const isOne = (one: unknown) => (other: unknown) => difference(one, other).length === 0;
    return all.length === found.length && all.every((one) => found.some(isOne(one)));
  };
}

/** A hole, or JSON. */
const valueFor = (text: string, values: Values): unknown =>
  fill(text.startsWith('$') ? text : JSON.parse(text), values);
