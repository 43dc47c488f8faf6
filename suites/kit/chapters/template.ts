/**
 * Fills the holes of a template: `$name`, `$name.member`, `$name+1`, `$one or $other`, `{ $name: arguments }`, and
 * `$steps.create.body#/user/id` from an earlier response, and `$steps.list.exchange` for a function.
 */
import type { Exchange, Fixtures, Operation } from '../../../src/kit.ts';
import { isObject } from '../json.ts';
import type { Bodies } from '../scenarios.ts';
import { valueAt } from './places.ts';

/** What the values of a request come from. The tag is random for each case. */
export interface From {
  readonly fixtures: Fixtures;
  readonly tag: string;
  readonly operation: Operation;
  /** The operation of the case, if this is a request to another one. */
  readonly caseOf?: Operation;
  /** The operation with this name. */
  readonly named: (name: string) => Operation;
  /** The response bodies of the steps before; none in a request that is made before the first response. */
  readonly bodies?: Bodies;
  /** The exchanges of these steps, for functions of the surface. A scenario has none. */
  readonly exchanges?: Readonly<Record<string, Exchange>>;
}

/** An earlier response lacks a value, so that the request cannot be made. */
export class NothingToSend extends Error {}

/** A value of the surface by name, such as one that is derived from fixtures. */
export type Hole = (from: From, argument?: unknown) => unknown;

/** The value of a name. Throws for an unknown name. */
export type Values = (name: string, argument?: unknown) => unknown;

/** The name of the hole for earlier responses, and its path. */
const STEPS = 'steps';
const BODY = /^\.(\w+)\.body(?:#(\/.*))?$/;
const EXCHANGE = /^\.(\w+)\.exchange$/;

/** A path of members, which ends in a JSON Pointer after `.body#`. */
const PATH = String.raw`((?:\.\w+)*?\.body#[\w/~]+|(?:\.\w+)*)`;
const NAME = String.raw`\$([A-Za-z]\w*)${PATH}`;
const WHOLE = new RegExp(`^${NAME}([+-]\\d+)?$`);
/** In a text, braces end a name before a dot: `${name}.x`. */
const INSIDE = new RegExp(String.raw`${NAME}|\$\{(\w+)${PATH}\}`, 'g');

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
    const hole = holes[name];
    // A function of the surface may have the name of a value.
    if (hole !== undefined && argument !== undefined) return hole(from, argument);
    if (Object.hasOwn(ofStep, name)) return fill(ofStep[name], valuesOf(holes, from, ofCase));
    if (Object.hasOwn(ofCase, name)) return fill(ofCase[name], find);
    if (name === 'tag') return from.tag;
    if (name === STEPS) return from;
    if (hole !== undefined) return hole(from);
    if (name in from.fixtures) return from.fixtures[name as keyof Fixtures];
    throw new Error(`there is no value $${name}`);
  };
  return find;
}

/**
 * The template with its values. A text that is one hole becomes its value, which may be any JSON. Throws NothingToSend
 * if an earlier response lacks a value.
 */
export function fill(template: unknown, values: Values): unknown {
  if (typeof template === 'string') return filledText(template, values);
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (!isObject(template)) return template;
  const entries = Object.entries(template);
  const [name = '', argument] = entries[0] ?? [];
  if (!name.startsWith('$'))
    return Object.fromEntries(entries.map(([key, value]) => [key, fill(value, values)]));
  const value = values(name.slice(1), fill(argument, values));
  if (value === undefined && namesSteps(argument)) throw new NothingToSend(name);
  return value;
}

function filledText(text: string, values: Values): unknown {
  const choices = text.split(' or ').map((one) => WHOLE.exec(one));
  if (!choices.every((one) => one !== null))
    return text.replace(INSIDE, (hole, ...[name, path, braced, inner]: string[]) => {
      const value = valueIn(values, name ?? braced ?? '', path ?? inner ?? '');
      if (value === undefined && namesSteps(hole)) throw new NothingToSend(hole);
      return String(value ?? '');
    });
  for (const [, name = '', path = '', change] of choices) {
    const value = valueIn(values, name, path);
    if (typeof value === 'number' && change) return value + Number(change);
    if (value !== undefined) return change ? `${value}${change}` : value;
  }
  if (namesSteps(text)) throw new NothingToSend(text);
  return undefined;
}

/** True for a template that needs an earlier response. */
export const namesSteps = (template: unknown): boolean =>
  holesIn(template).some(({ name }) => name === STEPS);

/** A value, or what its path leads to: `.0`, `.last` and names; after `steps`, `.create.body#/user/id`. */
function valueIn(values: Values, name: string, path: string): unknown {
  if (name === STEPS) {
    const { bodies, exchanges } = Object(values(STEPS)) as From;
    const [, whole] = EXCHANGE.exec(path) ?? [];
    if (whole !== undefined) return exchanges?.[whole];
    const [, step = '', pointer = ''] = BODY.exec(path) ?? [];
    return valueAt(bodies?.[step], pointer);
  }
  return path
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (found, one) => (Array.isArray(found) && one === 'last' ? found.at(-1) : Object(found)[one]),
      values(name),
    );
}

interface HoleAt {
  readonly name: string;
  /** Where it stands in the template. */
  readonly path: readonly (string | number)[];
  /** The step and the JSON Pointer of a value from an earlier response. */
  readonly from?: { readonly step: string; readonly pointer: string };
}

/** All holes in a template. */
export function holesIn(
  template: unknown,
  path: readonly (string | number)[] = [],
): readonly HoleAt[] {
  if (typeof template === 'string')
    return [...template.matchAll(INSIDE)].map(([, plain, ofPlain, braced = '', ofBraced]) => {
      const name = plain ?? braced;
      const within = ofPlain ?? ofBraced ?? '';
      const [, step = EXCHANGE.exec(within)?.[1] ?? '', pointer = ''] = BODY.exec(within) ?? [];
      return { name, path, ...(name === STEPS && { from: { step, pointer } }) };
    });
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([key, value]) => {
    const at = [...path, Array.isArray(template) ? Number(key) : key];
    const own = key.startsWith('$') ? [{ name: key.slice(1), path: at }] : [];
    return [...own, ...holesIn(value, at)];
  });
}
