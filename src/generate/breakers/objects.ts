/** Breaks the keywords of objects. */
import * as fc from 'fast-check';
import { smallJson } from '../small-json.ts';
import { type Breaks, objectOf, oneWay } from './breaking.ts';

export const required: Breaks = ({ required: names = [] }) =>
  names.map((name) => ({
    member: name,
    ...oneWay(
      fc.constant((value) => {
        const { [name]: _, ...rest } = objectOf(value);
        return rest;
      }),
    ),
  }));

export const additionalProperties: Breaks = ({ additionalProperties: others, properties = {} }) => {
  if (others !== false) return [];
  let name = 'unknownMember';
  while (Object.hasOwn(properties, name)) name += '_';
  return [oneWay(smallJson().map((any) => (value) => ({ ...objectOf(value), [name]: any })))];
};

export const minProperties: Breaks = ({ minProperties: least = 0, required: names = [] }) => {
  if (least <= names.length) return [];
  const edit = (value: unknown): unknown => {
    const object = objectOf(value);
    // Required members stay, so that only the count is wrong.
    const kept = [...new Set([...names, ...Object.keys(object)])].slice(0, least - 1);
    return Object.fromEntries(kept.map((name) => [name, object[name]]));
  };
  return [oneWay(fc.constant(edit))];
};

export const maxProperties: Breaks = ({ maxProperties: most, additionalProperties }, place) => {
  const member = place.values('member');
  if (most === undefined || additionalProperties === false || !member) return [];
  const edits = member.map((spare) => (value: unknown) => {
    const more = Array.from({ length: most + 1 }, (_, index) => [`more${index}`, spare]);
    return { ...Object.fromEntries(more), ...objectOf(value) };
  });
  return [oneWay(edits)];
};
