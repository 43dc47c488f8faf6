/** Fills the holes of a template: `$name`, `$name.member`, `$name+1`, `$one or $other`, `{ $name: arguments }`. */
import type { Fixtures, Operation } from '../../../src/kit.ts';
import { isObject } from '../json.ts';

/** What the values of a request come from. The tag is random for each case. */
export interface From {
  readonly fixtures: Fixtures;
  readonly tag: string;
  readonly operation: Operation;
}

/** A value of the surface by name, such as one that is derived from fixtures. */
export type Hole = (from: From, argument?: unknown) => unknown;

/** The value of a name. Throws for an unknown name. */
type Values = (name: string, argument?: unknown) => unknown;

const NAME = String.raw`\$([A-Za-z]\w*)((?:\.\w+)*)`;
const WHOLE = new RegExp(`^${NAME}([+-]\\d+)?$`);
/** In a text, braces end a name before a dot: `${name}.x`. */
const INSIDE = new RegExp(String.raw`${NAME}|\$\{(\w+)((?:\.\w+)*)\}`, 'g');

type Record_ = Readonly<Record<string, unknown>>;

/**
 * The values for one request: those of its step, of its case, of the surface, then fixtures. A value of the case may
 * name one of the step, and the other way round.
 */
export function valuesOf(
  holes: Readonly<Record<string, Hole>>,
  from: From,
  ofCase: Record_,
  ofStep: Record_ = {},
): Values {
  const find: Values = (name, argument) => {
    if (Object.hasOwn(ofStep, name)) return fill(ofStep[name], valuesOf(holes, from, ofCase));
    if (Object.hasOwn(ofCase, name)) return fill(ofCase[name], find);
    if (name === 'tag') return from.tag;
    const hole = holes[name];
    if (hole !== undefined) return hole(from, argument);
    if (name in from.fixtures) return from.fixtures[name as keyof Fixtures];
    throw new Error(`there is no value $${name}`);
  };
  return find;
}

/** The template with its values. A text that is one hole becomes its value, which may be any JSON. */
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return filledText(template, values);
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (!isObject(template)) return template;
  const entries = Object.entries(template);
  const [name = '', argument] = entries[0] ?? [];
  if (name.startsWith('$')) return values(name.slice(1), fill(argument, values));
  return Object.fromEntries(entries.map(([key, value]) => [key, fill(value, values)]));
}

function filledText(text: string, values: Values): unknown {
  const choices = text.split(' or ').map((one) => WHOLE.exec(one));
  if (!choices.every((one) => one !== null))
    return text.replace(INSIDE, (_, ...[name, path, braced, inner]: string[]) =>
      String(memberOf(values(name ?? braced ?? ''), path ?? inner ?? '')),
    );
  for (const [, name = '', path = '', change] of choices) {
    const value = memberOf(values(name), path);
    if (typeof value === 'number' && change) return value + Number(change);
    if (value !== undefined) return change ? `${value}${change}` : value;
  }
  return undefined;
}

/** `.0`, `.last` and names. */
function memberOf(value: unknown, path: string): unknown {
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (found, name) =>
        Array.isArray(found) && name === 'last' ? found.at(-1) : Object(found)[name],
      value,
    );
}

/** The names of all holes in a template, each with the path of members that leads to it. */
export function holesIn(
  template: unknown,
  path: readonly (string | number)[] = [],
): readonly { readonly name: string; readonly path: readonly (string | number)[] }[] {
  if (typeof template === 'string')
    return [...template.matchAll(INSIDE)].map(([, name, , braced = '']) => ({
      name: name ?? braced,
      path,
    }));
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(template) ? Number(key) : key];
    const own = key.startsWith('$') ? [{ name: key.slice(1), path: at }] : [];
    return [...own, ...holesIn(value, at)];
  });
}
