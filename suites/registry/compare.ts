/** Compares responses of a registry whose reference data may rotate between two requests. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  type Finding,
  finding,
  firstOf,
} from '../../src/kit.ts';
import { isObject, type Json } from '../kit/json.ts';
import { expects200 } from '../kit/statuses.ts';
import { contextOf } from './disclosed-contracts.ts';

/** The leaves of a response by place. Disclosed contracts are placed by id, because their order is free. */
type Leaves = ReadonlyMap<string, string>;

/** The values of the other bodies at the same place, and those that are equal in all of them. */
interface Others {
  readonly bodies: readonly unknown[];
  readonly equal: ReadonlySet<unknown>;
}

const ALONE: Others = { bodies: [], equal: new Set() };

/** All leaves, except those that the other bodies have with the same value at the same place. */
function leaves(body: unknown, others: Others = ALONE): Leaves {
  if (typeof body !== 'object' || body === null) return new Map([['', JSON.stringify(body) ?? '']]);
  const found = new Map<string, string>();
  collect(body, others, '', found);
  return found;
}

function collect(value: unknown, others: Others, at: string, into: Map<string, string>): void {
  if (others.equal.has(value)) return;
  const areDisclosed = at.endsWith('/disclosedContracts');
  if (Array.isArray(value) && value.length === 0) into.set(at, '[]');
  else if (Array.isArray(value) && areDisclosed) collectById(value, others, at, into);
  else if (typeof value === 'object' && value !== null)
    collectMembers(value, areDisclosed ? ALONE : others, at, into);
  else into.set(at, JSON.stringify(value));
}

function collectById(
  value: readonly unknown[],
  { bodies, equal }: Others,
  at: string,
  into: Map<string, string>,
): void {
  const lists = bodies.map(firstById);
  const seen = new Map<unknown, number>();
  for (const [i, item] of value.entries()) {
    const id = contractIdOf(item);
    const copy = seen.get(id) ?? 0;
    seen.set(id, copy + 1);
    // Identical duplicates are allowed, so a second copy gets its own place.
    const place = id === undefined ? i : `${id}${copy > 0 ? `(${copy + 1})` : ''}`;
    const isFirst = id !== undefined && copy === 0;
    const beside = isFirst ? { bodies: lists.map((list) => list.get(id)), equal } : ALONE;
    collect(item, beside, `${at}/${place}`, into);
  }
}

function firstById(list: unknown): ReadonlyMap<unknown, unknown> {
  const found = new Map<unknown, unknown>();
  if (!Array.isArray(list)) return found;
  for (const item of list) {
    const id = contractIdOf(item);
    if (!found.has(id)) found.set(id, item);
  }
  return found;
}

/** The members of an object that are not null, or the items of a list. There may be very many. */
function collectMembers(
  value: object,
  others: Others,
  at: string,
  into: Map<string, string>,
): void {
  const isList = Array.isArray(value);
  let isEmpty = !isList;
  for (const key of Object.keys(value)) {
    const member = (value as Json)[key];
    if (member === null && !isList) continue;
    isEmpty = false;
    if (typeof member !== 'object' && isInAll(others, key, member)) continue;
    const beside = typeof member === 'object' ? below(others, key) : ALONE;
    collect(member, beside, `${at}/${key.replaceAll('/', '~1')}`, into);
  }
  if (isEmpty) into.set(at, '{}');
}

function below({ bodies, equal }: Others, key: string): Others {
  return { bodies: bodies.map((body) => memberOf(body, key)), equal };
}

function isInAll({ bodies }: Others, key: string, member: unknown): boolean {
  for (const body of bodies) if (memberOf(body, key) !== member) return false;
  return bodies.length > 0;
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  // Excludes the length of a list, which is not a member.
  const isMember = Object.prototype.propertyIsEnumerable.call(value, key);
  return isMember ? (value as Json)[key] : undefined;
}

function contractIdOf(item: unknown): unknown {
  return (item as { contractId?: unknown } | null)?.contractId;
}

/** True for members that excludeDebugFields removes, and for members inside them. */
export function isDebug(at: string): boolean {
  const found = at.indexOf('/debug');
  if (found < 0) return false;
  const data = at.indexOf('/choiceContextData');
  return data < 0 || found < data;
}

type Explained = ReadonlyMap<string, boolean>;

const explainedOf = new WeakMap<object, Explained>();

/** The disclosed contracts of a response by their place, and whether they have debug fields. */
export function explained({ response: { body } }: CompleteExchange): Explained {
  if (typeof body !== 'object' || body === null) return new Map();
  const known = explainedOf.get(body);
  if (known) return known;
  const found = new Map<string, boolean>();
  for (const at of leaves(describedIn(body)).keys()) {
    const contract = /^(?:\/choiceContext)?\/disclosedContracts\/[^/]+(?=\/)/.exec(at)?.[0];
    if (contract) found.set(contract, found.get(contract) === true || isDebug(at));
  }
  explainedOf.set(body, found);
  return found;
}

/** A neighbour as it is compared with the response in the middle. */
type Seen = (neighbour: Json, middle: Json) => Json;

const ignoreNothing = (): boolean => false;
const asItIs: Seen = (neighbour) => neighbour;

/**
 * The differences between `middle` and the common values of its neighbours, without the places that `ignore` names and
 * the members that a registry adds to a context or counts anew. If the neighbours differ from each other, the data has
 * changed, and the result is empty.
 */
export function unexpectedChange(
  before: CompleteExchange,
  middle: CompleteExchange,
  after: CompleteExchange,
  ignore: Ignore = ignoreNothing,
  seen: Seen = asItIs,
): CheckResult {
  if (before.response.status !== 200 || after.response.status !== 200) return undefined;
  const all = [before, middle, after];
  if (middle.response.status !== 200) return between(all, otherStatus(middle));
  if (before.response.text === middle.response.text) return [];
  // A body that is not a JSON object breaks only its media type or its shape.
  const bodies = all.map(({ response: { body } }) => body);
  const [first, second, third] = bodies;
  if (!isObject(first) || !isObject(second) || !isObject(third)) return undefined;
  const known = agreement.get(second);
  if (known?.first === first && known.third === third)
    if (known.ignore === ignore && known.seen === seen) return [];
  const free = contextOf(first) === undefined ? COUNTED : ADDED;
  const found = differences(
    [seen(first, second), second, seen(third, second)],
    (at) => ignore(at) || free.test(at),
  );
  if (found.length === 0) agreement.set(second, { first, third, ignore, seen });
  return between(all, found);
}

export type Ignore = (at: string) => boolean;

/** The members of a context that no document names: a registry may add any, such as one that its cache sets. */
const ADDED = new RegExp(
  [
    '^/(?!(?:factoryId|transferKind)$|choiceContext/|choiceContextData|disclosedContracts|debug)',
    '^/choiceContext/(?!choiceContextData|disclosedContracts|debug)',
    '/disclosedContracts/[^/]+/(?!(?:templateId|contractId|createdEventBlob|synchronizerId)$|debug)',
  ].join('|'),
);

/** Members of an instrument that a registry counts from time to time. */
const COUNTED = /^\/totalSupply(?:AsOf)?$/;

/** Cached, because servers repeat responses, and equal texts share one body. */
const agreement = new WeakMap<
  object,
  { first: object; third: object; ignore: Ignore; seen: Seen }
>();

function differences(bodies: readonly unknown[], ignore: Ignore): readonly Finding[] {
  const equal = equalParts(bodies);
  const leavesOf = (body: unknown, i: number): Leaves =>
    leaves(body, { bodies: bodies.toSpliced(i, 1), equal });
  const [a, b, c] = bodies.map(leavesOf) as [Leaves, Leaves, Leaves];
  const changed = [...a].filter(
    ([at, value]) => !ignore(at) && c.get(at) === value && b.get(at) !== value,
  );
  const found = firstOf(changed, ([at, value]) =>
    finding(at, { json: cut(value) }, { json: cut(b.get(at)) }),
  );
  const added = [...b].filter(([at]) => !ignore(at) && !a.has(at) && !c.has(at));
  if (added.length === 0 || !settledAround(a, c)) return found;
  return [
    ...found,
    ...firstOf(added, ([at, value]) => finding(at, undefined, { json: cut(value) })),
  ];
}

/** Deeper objects and lists are compared as a whole. */
const COMPARED_WHOLE = 2;

/** Objects and lists that all bodies have at the same place, since most bodies differ little elsewhere. */
function equalParts(
  bodies: readonly unknown[],
  levels: number = COMPARED_WHOLE,
  into: Set<unknown> = new Set(),
): ReadonlySet<unknown> {
  const [first] = bodies;
  if (levels === 0 || !isObject(first) || !bodies.every(isObject)) return into;
  for (const key in first) {
    if (typeof first[key] !== 'object' || first[key] === null) continue;
    const members = bodies.map((body) => memberOf(body, key));
    if (members.every((member) => isEqual(member, members[0])))
      for (const member of members) into.add(member);
    else equalParts(members, levels - 1, into);
  }
  return into;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other)) return false;
    return one.length === other.length && one.every((item, i) => isEqual(item, other[i]));
  }
  let members = 0;
  for (const key in one) {
    members++;
    if (!(key in other) || !isEqual((one as Json)[key], (other as Json)[key])) return false;
  }
  return Object.keys(other).length === members;
}

export const isBlamed = (said: CheckResult): boolean => typeof said === 'object' && said.length > 0;

/** New places count only if the neighbours have the same places. */
function settledAround(a: Leaves, c: Leaves): boolean {
  return a.size === c.size && [...a.keys()].every((at) => c.has(at));
}

function otherStatus(middle: CompleteExchange): CheckResult {
  const said = expects200(middle.response.status, true);
  return isBlamed(said) ? said : undefined;
}

function cut(json: string | undefined): string {
  return json === undefined ? 'nothing' : json.length > 80 ? `${json.slice(0, 80)}…` : json;
}

/** Ids, blobs and data; a registry may add other members freely. */
const DOCUMENTED =
  /^(?:\/choiceContext)?\/(?:choiceContextData|disclosedContracts\/[^/]+\/(?:templateId|contractId|createdEventBlob|synchronizerId)$)|^\/factoryId$/;

/** The members of a response with ids, blobs and data, as far as they are documented. */
function describedIn(body: object): object {
  const { choiceContext } = body as Json;
  const picked = pick(body as Json);
  return isObject(choiceContext) ? { ...picked, choiceContext: pick(choiceContext) } : picked;
}

function pick(members: Json): Record<string, unknown> {
  const names = ['factoryId', 'choiceContextData', 'disclosedContracts'];
  return Object.fromEntries(names.map((name) => [name, members[name] ?? null]));
}

/** True if two responses have the same ids, blobs and data, in any order. */
export function same(a: CompleteExchange, b: CompleteExchange): boolean {
  if (a.response.text === b.response.text) return true;
  const [one, other] = [a.response.body, b.response.body];
  return isObject(one) && isObject(other) && haveSame(one, other);
}

/** True if two bodies have the same ids, blobs and data, in any order. */
export const haveSame = (one: Json, other: Json): boolean => documented(one) === documented(other);

const documentedOf = new WeakMap<object, string>();

function documented(body: Json): string {
  const known = documentedOf.get(body);
  if (known !== undefined) return known;
  const kept = [...leaves(describedIn(body))].filter(([at]) => DOCUMENTED.test(at));
  const text = JSON.stringify(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  documentedOf.set(body, text);
  return text;
}

/** The first place where two responses differ, preferably a documented one. */
export function difference(a: CompleteExchange, b: CompleteExchange): Finding {
  const [one, two] = [leaves(a.response.body), leaves(b.response.body)];
  const places = [...one.keys(), ...two.keys()].filter((at) => one.get(at) !== two.get(at));
  const at = places.find((place) => DOCUMENTED.test(place)) ?? places[0] ?? '';
  return finding(at, { json: cut(one.get(at)) }, { json: cut(two.get(at)) });
}
