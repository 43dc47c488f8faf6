/** Compares responses of a registry whose reference data may rotate between two requests. */
import {
  between,
  type CheckResult,
  type CompleteExchange,
  describe,
  type Finding,
  finding,
  firstOf,
  type Pointer,
  type RelationFinding,
  type Shown,
  worded,
} from '../../src/kit.ts';
import { isObject, type Json } from '../kit/json.ts';
import { lacking, unexpected } from '../kit/judges.ts';
import { expects200 } from '../kit/statuses.ts';
import { contextOf } from './disclosed-contracts.ts';
import { type Leaves, leaves, memberOf } from './leaves.ts';

/** True for members that excludeDebugFields removes, and for members inside them. */
export function isDebug(at: Pointer): boolean {
  const found = at.indexOf('/debug');
  if (found < 0) return false;
  const data = at.indexOf('/choiceContextData');
  return data < 0 || found < data;
}

type Explained = ReadonlyMap<Pointer, boolean>;

const explainedOf = new WeakMap<object, Explained>();

/** The disclosed contracts of a response by their place, and whether they have debug fields. */
export function explained({ response: { body } }: CompleteExchange): Explained {
  if (typeof body !== 'object' || body === null) return new Map();
  const known = explainedOf.get(body);
  if (known) return known;
  const found = new Map<Pointer, boolean>();
  for (const at of leaves(describedIn(body)).keys()) {
    const contract = /^(?:\/choiceContext)?\/disclosedContracts\/[^/]+(?=\/)/.exec(at)?.[0] as
      | Pointer
      | undefined;
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

export type Ignore = (at: Pointer) => boolean;

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
  const isThere = membersOf(bodies[1]);
  const whole = new Map(changed.map(([at, value]) => [missingAt(at, isThere), value] as const));
  const found = firstOf(withoutParts([...whole]), ([at]) => changeAt(at, a, b));
  const added = [...b].filter(([at]) => !ignore(at) && !a.has(at) && !c.has(at));
  if (added.length === 0 || !settledAround(a, c)) return found;
  return [...found, ...firstOf(added, ([at]) => changeAt(at, a, b))];
}

/** The place; or the whole member of a contract, if the body has none of it. */
function missingAt(at: Pointer, isThere: (member: string) => boolean): Pointer {
  const [member] = OF_CONTRACT.exec(at) ?? [];
  return member === undefined || isThere(member) ? at : (member as Pointer);
}

/** True for the member of a contract that a body has, whatever is in it. */
function membersOf(body: unknown): (member: string) => boolean {
  let names: ReadonlySet<string> | undefined;
  return (member) => {
    names ??= new Set([...leaves(body).keys()].map((at) => OF_CONTRACT.exec(at)?.[0] ?? ''));
    return names.has(member);
  };
}

/** What changed at a place; where only one of them has the id of a disclosed contract, only that has the contract. */
function changeAt(at: Pointer, one: Leaves, other: Leaves): Finding {
  const [before, now] = [one.get(at), other.get(at)];
  const contract = contractAt(at);
  if (before === undefined && now === undefined) return finding(at, 'present', undefined);
  if (contract === undefined || (before !== undefined && now !== undefined))
    return finding(at, cut(before), cut(now));
  const list = contract.slice(0, contract.lastIndexOf('/')) as Pointer;
  const entry = worded`the contract ${describe(JSON.parse(before ?? now ?? ''))}`;
  return now === undefined ? lacking(entry, list) : unexpected(entry, list);
}

/** A member of a disclosed contract. Where the id is missing, the contract is. */
const OF_CONTRACT = /^(.*?\/disclosedContracts\/[^/]+)\/([^/]+)/;

/** The contract at this place, if the place is its id. */
function contractAt(at: Pointer): Pointer | undefined {
  const [, contract, name] = OF_CONTRACT.exec(at) ?? [];
  return name === 'contractId' ? (contract as Pointer) : undefined;
}

/** The changed places, of a missing contract only the id. */
function withoutParts<T>(changed: readonly (readonly [Pointer, T])[]) {
  const missing = new Set(changed.map(([at]) => contractAt(at)));
  return changed.filter(
    ([at]) =>
      contractAt(at) !== undefined || !missing.has((OF_CONTRACT.exec(at)?.[1] ?? '') as Pointer),
  );
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

function cut(json: string | undefined): Shown | undefined {
  return json === undefined
    ? undefined
    : { json: json.length > 80 ? `${json.slice(0, 80)}…` : json };
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

/** The first place where two responses differ, preferably a documented one. One that lacks a contract is to blame. */
export function difference(a: CompleteExchange, b: CompleteExchange): RelationFinding {
  const [one, two] = [leaves(a.response.body), leaves(b.response.body)];
  const changed = [...one.keys(), ...two.keys()].filter((at) => one.get(at) !== two.get(at));
  const places = withoutParts(changed.map((at) => [at, undefined] as const)).map(([at]) => at);
  const at = places.find((place) => DOCUMENTED.test(place)) ?? places[0] ?? '';
  const isLost = contractAt(at) !== undefined && !one.has(at);
  return isLost ? { ...changeAt(at, two, one), exchange: a } : changeAt(at, one, two);
}
