/** What callers of a kind of their own, such as web pages, can call: tried with the requests that are left. */
import fc from 'fast-check';
import type { Operation } from '../contract/contract.ts';
import { ASIDE, type Call, nameOf, type Requirement } from '../model/index.ts';
import { type Callers, callableText } from '../report/callers.ts';
import { groupBy } from '../report/names.ts';
import type { Examination } from './examine.ts';
import { absentIn } from './offer.ts';
import { inTurns, type Visit } from './visit.ts';

export interface TriedCallers extends Callers {
  /** The number of operations that may be served and were not tried. */
  readonly untried: number;
}

type Examined = Pick<Examination, 'surface' | 'presence' | 'accepting' | 'fixtures' | 'send'>;

/** A rule that says whether such callers can call the operation. */
type Rule = Extract<Requirement, { check: unknown }>;

interface Trial {
  readonly rule: Rule;
  readonly operation: Operation;
}

/**
 * Judges the first rule about each kind of callers at one operation of each API, then at further ones, and the other
 * rules at one that accepts requests. Rules of groups that are left out are not tried.
 */
export async function callersAt(
  found: Examined,
  visit: Visit,
  without: readonly string[] = [],
): Promise<readonly TriedCallers[]> {
  const all = trialsOf(found).filter(({ rule: { group } }) => !group || !without.includes(group));
  const tried: TriedCallers[] = [];
  for (const [callers, own] of groupBy(all, ({ rule: { blocks = '' } }) => blocks)) {
    const [main = [], ...others] = groupBy(own, ({ rule }) => nameOf(rule.id)).map(
      ([, trials]) => trials,
    );
    const isOpen = ({ operation }: Trial): boolean => found.accepting.has(operation);
    const further = others.flatMap((trials) => trials.filter(isOpen).slice(0, 1));
    const allowed = new Map<Operation, boolean>();
    const turns = inTurns(main, ({ operation }) => operation.contract.id);
    for (const trial of [...further, ...turns]) {
      const isAllowed = await judged(trial, found, visit);
      if (isAllowed === undefined) continue;
      allowed.set(trial.operation, isAllowed && allowed.get(trial.operation) !== false);
    }
    if (allowed.size === 0) continue;
    const blocked = [...allowed].filter(([, is]) => !is).map(([{ name }]) => name);
    const callable = allowed.size - blocked.length;
    tried.push({ callers, callable, blocked, untried: main.length - allowed.size });
  }
  return tried;
}

/** `can call 7 of 7 operations; 14 were not tried, and a run tries all` */
export function triedText({ untried, ...callers }: TriedCallers): string {
  const rest =
    untried === 0
      ? ''
      : `; ${untried} ${untried === 1 ? 'was' : 'were'} not tried; a run tries all of them`;
  return callableText(callers) + rest;
}

/** The rules that decide what callers can call, at operations that are not absent. */
function trialsOf(found: Examined): readonly Trial[] {
  const isAbsent = absentIn(found);
  return found.surface.requirements.flatMap((rule) => {
    const operation = rule.probes[0]?.operation;
    if (rule.blocks === undefined || !('check' in rule) || operation === undefined) return [];
    return isAbsent(operation) ? [] : [{ rule, operation }];
  });
}

/** Whether the rule holds for its first request; `undefined` if that is not known. */
async function judged(
  { rule, operation }: Trial,
  { fixtures, accepting, send }: Examined,
  visit: Visit,
): Promise<boolean | undefined> {
  const call = firstCall(rule, fixtures);
  if (call === undefined || visit.left === 0 || visit.silence !== undefined) return undefined;
  const exchange = visit.seen(call) ?? (await send(call, ASIDE));
  const { response } = exchange;
  if (response === undefined) return undefined;
  const result = rule.check({ ...exchange, response }, accepting.has(operation));
  return typeof result === 'object' ? result.length === 0 : undefined;
}

function firstCall({ probes: [probe] }: Rule, fixtures: Examined['fixtures']): Call | undefined {
  const [group] = probe?.caseGroups(fixtures) ?? [];
  const [steps] = group ? fc.sample(group.cases, { seed: 1, numRuns: 1 }) : [];
  const [first] = steps ?? [];
  return typeof first === 'object' ? first : undefined;
}
