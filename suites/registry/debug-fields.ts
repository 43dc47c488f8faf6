/** Checks of debug members: what excludeDebugFields removes and keeps. */

import {
  between,
  bodyPlace,
  breaksRequest,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  firstOf,
  type Pointer,
  pointerOf,
  type Shown,
  sent,
  statuses,
  within,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { differing, type Json } from '../kit/json.ts';
import { anyOf, blaming, both } from '../kit/judges.ts';
import { expects200 } from '../kit/statuses.ts';
import type { Causes, Checks } from './check-types.ts';
import { difference, isBlamed, isDebug, same } from './compare.ts';
import { contextOf, hasId } from './disclosed-contracts.ts';
import { FLAGS, hasDebug } from './flag-lasts.ts';
import { changeApartFromTime, sameApartFromTime } from './rotation.ts';

export const DEBUG_CHECKS = {
  debugFieldsOmitted: () => ({
    proof: 'once',
    anyTraffic: true,
    check: (exchange) => withFlag(exchange, (members) => members.filter((m) => m.value !== null)),
  }),
  debugKeysAbsent: () => ({
    anyTraffic: true,
    check: (exchange) => withFlag(exchange, (members) => members.filter((m) => m.value === null)),
  }),
  sameButDebugFields: () => ({
    comparative: true,
    relation: FLAGS.judged(({ off: first, on, offAgain: second, onAgain, offAtLast: third }) => {
      if (!first || !on || !second || !onAgain || !third) return undefined;
      return anyOf([
        ofFlag(on, changeApartFromTime(first, on, second, isDebug)),
        ofFlag(onAgain, changeApartFromTime(second, onAgain, third, isDebug)),
      ]);
    }),
  }),
  sameDebugFields: () => ({
    relation: FLAGS.judged(({ off, offAgain, absent, offAtLast }) => {
      const all = [off, absent, offAgain, offAtLast].filter((e) => e?.response.status === 200);
      return anyOf(all.slice(1).map((one) => both(debugOf, [all[0], one], sharedDebug)));
    }),
  }),
  repeatedAlike: () => ({
    // Data that grows or changes with each request has another cause. Debug fields may be loaded by the first request.
    atFirst: (first, second, third) =>
      same(second, third) ? changeApartFromTime(second, first, third, isDebug) : undefined,
    relation: FLAGS.judged((steps) => {
      const { off: first, offAgain: second, offAtLast: third, absent } = steps;
      if (!first || !second || !third) return undefined;
      const all = [first, second, third];
      const came = all.map((e) => e.response.status);
      if (!came.includes(200)) return undefined;
      const rejected = came.find((status) => isBlamed(expects200(status, true)));
      if (rejected !== undefined)
        return between(all, [wrongStatus(worded`${statuses(200)} each time`, rejected)]);
      if (isTakenForDuplicate(steps)) {
        const row = Object.values(steps);
        return between(row, [wrongStatus(worded`${statuses(200)} each time`, 409)]);
      }
      if (came.some((status) => status !== 200)) return undefined;
      // What only the flag changes breaks another rule.
      if (areSame(first, absent, second, third)) return [];
      const row = [first, steps.on, absent, second, steps.onAgain, third];
      // Data may change once between two requests, but not twice in a moment.
      const [, change] = changesIn(row).filter((pair) => !isOfTime(row, pair));
      return change === undefined ? [] : between(change, [difference(...change)]);
    }),
  }),
} satisfies Checks;

/** Judges the request without the flag in a row of the same request with it. */
export const sameInARow = FLAGS.judged(({ off: before, absent, offAgain: after }) => {
  // A request that is rejected without the flag breaks accepts-optional-members only.
  if (!before || absent?.response.status !== 200 || !after) return undefined;
  const found = changeApartFromTime(before, absent, after, notDebug);
  return Array.isArray(found)
    ? within(found, { of: 'the response without the flag (unlike with false)' })
    : found;
});

/** The findings about the response with the flag, between two without it. */
function ofFlag(on: CompleteExchange, found: CheckResult): CheckResult {
  if (typeof found !== 'object' || on.response.status !== 200) return found;
  return blaming(on, within(found, { of: 'the response with excludeDebugFields true' }));
}

export const DEBUG_CAUSES = {
  'repeated-requests-agree': [
    {
      when: ({ finding: { at } }) => pointerOf(at)?.includes('/choiceContextData') === true,
      cause:
        'The data contains a value that is generated for each response, such as a nonce, a time or a counter.',
      fix: 'Put only values that the choice reads from contracts into choiceContextData.',
    },
  ],
} satisfies Causes;

/** A contract may be reassigned once while a row is sent, so that one 409 may come between successes, but not two. */
function isTakenForDuplicate(steps: Readonly<Record<string, CompleteExchange>>): boolean {
  const came = Object.values(steps).map(({ response }) => response.status);
  const again = came.filter((status, i) => status === 409 && came[i - 1] === 200);
  return again.length > 1;
}

/** Responses to a row of requests; one that was not sent is undefined. */
type Row = readonly (CompleteExchange | undefined)[];

/** Nodes and caches have reference data of different age, but only of a few ages in one moment. */
const AGES = 3;

function isOfTime(row: Row, [one, next]: readonly [CompleteExchange, CompleteExchange]): boolean {
  if (!sameApartFromTime(one, next)) return false;
  const ages: CompleteExchange[] = [];
  for (const each of row)
    if (each?.response.status === 200 && !ages.some((known) => same(known, each))) ages.push(each);
  return ages.length <= AGES;
}

/** The pairs of neighbouring successes whose ids, blobs or data differ. */
function changesIn(exchanges: Row): readonly (readonly [CompleteExchange, CompleteExchange])[] {
  const successes = exchanges.filter((one) => one?.response.status === 200);
  return successes.flatMap((one, i) => {
    const next = successes[i + 1];
    return one === undefined || next === undefined || same(one, next) ? [] : [[one, next] as const];
  });
}

const areSame = (...exchanges: Row): boolean => changesIn(exchanges).length === 0;

type Debug = ReadonlyMap<string, Json>;

/** The contracts with debug fields of a response, by their ids. */
function debugOf({ response: { body } }: CompleteExchange): Debug {
  const entries = (contextOf(body)?.entries ?? []).filter(hasId).filter(hasDebug);
  return new Map(entries.map((entry) => [String(entry['contractId']), entry]));
}

/** Differences in the documented debug fields that two responses have of one contract. */
function sharedDebug(one: Debug, other: Debug): CheckResult {
  let areShared = false;
  for (const [id, entry] of one) {
    const again = other.get(id);
    if (again === undefined) continue;
    areShared = true;
    for (const name of DEBUG) {
      const [before, after] = [entry[name] ?? undefined, again[name] ?? undefined];
      if (before === undefined || after === undefined) continue;
      const found = differing(
        bodyPlace(`/disclosedContracts/${name}`, { of: `contract ${id}` }),
        before,
        after,
      );
      if (found.length > 0) return found;
    }
  }
  return areShared ? [] : 'inapplicable';
}

const DEBUG = ['debugPackageName', 'debugPayload', 'debugCreatedAt'] as const;

interface Member {
  readonly at: Pointer;
  readonly value: unknown;
}

function withFlag(
  { request, response }: CompleteExchange,
  offending: (members: Member[]) => Member[],
): CheckResult {
  const { status } = response;
  if (status !== 200 && status < 400) return undefined;
  const found = offending(debugMembers(response.body));
  // Few errors have details, so that those without show nothing.
  if (status !== 200 && found.length === 0) return undefined;
  if (flagOf(request) !== true || (status !== 200 && !isReadError(request))) return undefined;
  return firstOf(found, (m) => finding(m.at, NONE_WITH_FLAG, describe(m.value)));
}

/** True if the server has read the request: with a malformed body, it may not have seen the flag. */
function isReadError({ operation, body }: Call): boolean {
  return !breaksRequest(operation, body);
}

/** Most requests do not name the flag, and need not be parsed for it. */
export function flagOf(request: Call): unknown {
  if (!request.body?.includes(FLAG) && !request.body?.includes('\\')) return undefined;
  return (sent(request) as { excludeDebugFields?: unknown } | null | undefined)?.excludeDebugFields;
}

const FLAG = 'excludeDebugFields';
const NONE_WITH_FLAG: Shown = { type: 'nothing', with: { name: FLAG, value: true } };

const membersOf = new WeakMap<object, Member[]>();

/** The debug members of the response's own objects, without those of payloads and data. */
export function debugMembers(body: unknown): Member[] {
  if (typeof body !== 'object' || body === null) return [];
  const known = membersOf.get(body);
  if (known) return known;
  const found: Member[] = [];
  walk(body, '', found);
  membersOf.set(body, found);
  return found;
}

function walk(value: unknown, at: Pointer, into: Member[]): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const key in value) {
    const member = (value as Record<string, unknown>)[key];
    if (!isList && key.startsWith('debug')) into.push({ at: `${at}/${key}`, value: member });
    // There may be very many members, so only objects are searched.
    else if (typeof member === 'object' && key !== 'choiceContextData')
      walk(member, `${at}/${key}`, into);
  }
}

const notDebug = (at: Pointer): boolean => !isDebug(at);
