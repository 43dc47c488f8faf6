/** Debug members: what excludeDebugFields removes and keeps, its limit to one request, and the time of creation. */

import {
  between,
  breaksRequest,
  type Call,
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  firstOf,
  sent,
  statuses,
  worded,
  wrongStatus,
} from '../../src/kit.ts';
import { isDateTime, isPast } from '../kit/date-time.ts';
import { differing, type Json } from '../kit/json.ts';
import { anyOf, both } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import { once } from '../kit/once.ts';
import { expects200 } from '../kit/statuses.ts';
import { difference, isBlamed, isDebug, same } from './compare.ts';
import { contextOf, type Documented, eachEntry, hasId } from './disclosed-contracts.ts';
import { FLAGS, hasDebug } from './flag-lasts.ts';
import type { Probed } from './probed.ts';
import { changeApartFromTime, sameApartFromTime } from './rotation.ts';

export const DEBUG_LAWS: readonly Law<Probed>[] = [
  must('debug-fields-omitted', 'debug-fields-are-omitted', {
    statement:
      'With excludeDebugFields true the response has no value in a field whose name starts with debug.',
    cause:
      'The flag works for one operation only, is read from the query, or is applied to the response itself and not to each of disclosedContracts; or a cache has one response for both values of the flag.',
    fix: 'Strip debugPackageName, debugPayload and debugCreatedAt from every disclosed contract in one function that all operations use.',
    on: ({ documented }) => documented,
    anyTraffic: true,
    check: (exchange) => withFlag(exchange, (members) => members.filter((m) => m.value !== null)),
  }),
  should('debug-keys-absent', 'debug-fields-are-omitted', {
    statement: 'With excludeDebugFields true such fields are omitted, not sent as null.',
    cause: 'The value is set to None or null, and the serialiser still writes the key.',
    fix: 'Delete the member, or configure the serialiser to omit absent values.',
    on: ({ documented }) => documented,
    anyTraffic: true,
    check: (exchange) => withFlag(exchange, (members) => members.filter((m) => m.value === null)),
  }),
  must('flag-defaults-to-false', 'exclude-debug-fields-defaults-to-false', {
    statement: 'A request without the flag gets the response of one with the flag false.',
    cause:
      'An absent flag is a third case in the code: it differs from false, defaults to true, or keeps the value of the request before.',
    fix: 'Set it to false where the request is decoded, and use only the decoded value.',
    on: ({ shared }) => shared.flagSequence,
    comparative: true,
    relation: FLAGS.judged(({ off: before, absent, offAgain: after }) => {
      // A request that is rejected without the flag breaks accepts-optional-members only.
      if (!before || absent?.response.status !== 200 || !after) return undefined;
      return changeApartFromTime(before, absent, after, notDebug);
    }),
  }),
  must('flag-changes-nothing-else', 'only-debug-fields-are-omitted', {
    statement:
      'The response with the flag true is the response with the flag false without its debug fields.',
    cause:
      'Two code paths, or two caches, make the response with and without debug fields, and one of them lacks something.',
    fix: 'Make the response once, and remove the debug fields as the last step.',
    on: ({ shared }) => shared.flagSequence,
    comparative: true,
    relation: FLAGS.judged(({ off: first, on, offAgain: second, onAgain, offAtLast: third }) => {
      if (!first || !on || !second || !onAgain || !third) return undefined;
      return anyOf([
        changeApartFromTime(first, on, second, isDebug),
        changeApartFromTime(second, onAgain, third, isDebug),
      ]);
    }),
  }),
  should('debug-fields-stay-the-same', 'debug-fields-are-of-the-creation', {
    statement: 'The debug fields of a contract are the same in each response.',
    cause:
      'debugCreatedAt is the time of the response or of a cache, or the payload is read again from what replaced the contract.',
    fix: 'Take them from the created event of the contract, which never changes.',
    followsFrom: ['created-at-form', 'duplicates-agree', 'response-shape'],
    on: ({ shared }) => shared.flagSequence,
    relation: FLAGS.judged(({ off, offAgain, absent, offAtLast }) => {
      const all = [off, absent, offAgain, offAtLast].filter((e) => e?.response.status === 200);
      return anyOf(all.slice(1).map((one) => both(debugOf, [all[0], one], sharedDebug)));
    }),
  }),
  should('repeated-requests-agree', 'same-request-same-response', {
    statement:
      'A repeated request is accepted each time, and gets the same ids, blobs and data, in any order.',
    cause:
      'Ids or blobs are made anew for each request, one of several equal contracts is picked at random, or replicas behind one address differ. A 409 now and then: a request that repeats an earlier one is taken for a duplicate.',
    fix: 'Choose contracts by a fixed rule, from one snapshot of the ledger.',
    followsFrom: ['no-leak-between-requests'],
    causes: [
      {
        when: ({ finding: { at } }) => at.includes('/choiceContextData'),
        cause:
          'The data holds a value that is made for each response, such as a nonce, a time or a counter.',
        fix: 'Put into choiceContextData only what the choice reads from contracts.',
      },
    ],
    on: ({ shared }) => shared.flagSequence,
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
];

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
      const found = differing(`disclosedContracts: ${id}/${name}`, before, after);
      if (found.length > 0) return found;
    }
  }
  return areShared ? [] : 'inapplicable';
}

const DEBUG = ['debugPackageName', 'debugPayload', 'debugCreatedAt'] as const;

interface Member {
  readonly at: string;
  readonly value: unknown;
}

function withFlag(
  { request, response }: CompleteExchange,
  offending: (members: Member[]) => Member[],
): CheckResult {
  const { status, body } = response;
  if (flagOf(request) !== true || (status !== 200 && !isReadError(request, status)))
    return undefined;
  const found = offending(debugMembers(body));
  // Few errors have details, so that those without show nothing.
  if (status !== 200 && found.length === 0) return undefined;
  return firstOf(found, (m) => finding(m.at, undefined, describe(m.value)));
}

/** True if the server has read the request: with a malformed body, it may not have seen the flag. */
function isReadError({ operation, body }: Call, status: number): boolean {
  return status >= 400 && !breaksRequest(operation, body);
}

/** Most requests do not name the flag, and need not be parsed for it. */
export const flagOf: (request: Call) => unknown = once((request) => {
  if (!request.body?.includes(FLAG) && !request.body?.includes('\\')) return undefined;
  return (sent(request) as { excludeDebugFields?: unknown } | null | undefined)?.excludeDebugFields;
});

const FLAG = 'excludeDebugFields';

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

function walk(value: unknown, at: string, into: Member[]): void {
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

const notDebug = (at: string): boolean => !isDebug(at);

/** What the debug fields of an entry may be. */
export const DEBUG_ENTRY_LAWS: readonly Law<Documented>[] = [
  must('created-at-form', 'created-at-is-a-date-time', {
    statement: 'debugCreatedAt, if present, is an existing RFC 3339 date and time.',
    cause: 'The default text of a date type has no zone, a space instead of the T, or is a number.',
    fix: 'Format it in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
    test: eachEntry(({ debugCreatedAt: time }) => {
      if (typeof time !== 'string') return 'inapplicable';
      return isDateTime(time)
        ? undefined
        : finding('debugCreatedAt', 'an RFC 3339 date-time', describe(time));
    }),
  }),
  should('created-at-is-past', 'created-at-is-past', {
    statement: 'debugCreatedAt, if present, is not in the future.',
    cause:
      'A local time is written as UTC, or another time of the contract is sent, such as a deadline.',
    fix: 'Send the time of creation from the created event, in UTC.',
    test: eachEntry(({ debugCreatedAt: time }, now) => {
      if (typeof time !== 'string' || !isDateTime(time)) return 'inapplicable';
      return isPast(time, now)
        ? undefined
        : finding('debugCreatedAt', 'a time in the past', describe(time));
    }),
  }),
  should('package-name-is-a-name', 'package-names-are-names', {
    statement: 'debugPackageName, if present, is not the id of the package.',
    cause: 'The package part of templateId is sent in place of the name.',
    fix: 'Look the name up by the package id of the created event, or leave the member out.',
    test: eachEntry(({ debugPackageName: name, templateId }) => {
      if (typeof name !== 'string' || typeof templateId !== 'string') return 'inapplicable';
      const isId = PACKAGE_ID.test(name) && templateId.startsWith(`${name}:`);
      return isId ? finding('debugPackageName', 'a name', describe(name)) : undefined;
    }),
  }),
];

const PACKAGE_ID = /^[0-9a-f]{64}$/;
