/** Compiles the cases of a chapter: their probes, and the tests of rules on them. */
import {
  type Call,
  type CallParts,
  call,
  type Fixtures,
  type Operation,
} from '../../../src/kit.ts';
import { type At, all, isAccepted } from '../judges.ts';
import type { Test } from '../law.ts';
import { probe } from '../probes.ts';
import { type Scenario, scenario } from '../scenarios.ts';
import {
  type CaseData,
  type RequestData,
  STEP_MEMBERS,
  type Step,
  type StepData,
} from './chapter.ts';
import type { Judge } from './checks/form.ts';
import type { Api, ChapterKit } from './kit.ts';
import { differsAt, valueAt } from './places.ts';
import { type From, fill, valuesOf } from './template.ts';

export interface Case {
  readonly test: (given: readonly string[], judge: readonly Judge[]) => Test;
  /** The rejections of steps; a case without an effect has none. */
  readonly rejected?: Scenario<string>['rejected'];
}

/** The case of an operation. `clause` is that of its rejected steps. */
export function caseOf(
  kit: ChapterKit,
  api: Api,
  operation: Operation,
  name: string,
  clause: string,
  data: CaseData,
): Case {
  const steps = (fixtures: Fixtures, tag: string): Readonly<Record<string, Call>> =>
    callsOf(kit, api, operation, data, fixtures, tag);
  const { sends, effect, needs, about } = data;
  const own = { sends, ...(needs && { needs }) };
  if (effect !== undefined) {
    const credentials = about === 'credentials' ? ({ aboutCredentials: true } as const) : {};
    const life = scenario(kit, operation, { ...own, ...credentials, name, clause, effect, steps });
    return { test: (given, judge) => life.test({ given, judge }), rejected: life.rejected };
  }
  const names = Object.keys(data.steps);
  const sent = probe(operation, name, {
    ...kit.goodOf(operation),
    ...own,
    steps: (fixtures) => Object.values(steps(fixtures, '')),
  });
  const test: Case['test'] = (given, judges) => ({
    probes: [sent],
    relation: (exchanges) => {
      const at = Object.fromEntries(exchanges.map((one, i) => [names[i], one])) as At<string>;
      if (!given.every((step) => isAccepted(at[step]))) return undefined;
      return all(...judges.map((judge) => judge(at)));
    },
  });
  return { test };
}

/** The requests of a case by the names of their steps. */
export function callsOf(
  kit: ChapterKit,
  api: Api,
  operation: Operation,
  data: CaseData,
  fixtures: Fixtures,
  tag: string,
): Readonly<Record<string, Call>> {
  const { steps, request = {}, values = {} } = data;
  const callOf = (given: Step): Call => {
    const step: StepData = typeof given === 'string' ? { send: given } : given;
    const shared = step.send === undefined ? request : kit.requests()[step.send];
    const { operation: named, undo, until, ...parts } = { ...shared, ...membersOf(step) };
    const from: From = { fixtures, tag, operation: named ? api.operation(named) : operation };
    const found = valuesOf(kit.holes, from, values, argumentsOf(step));
    const { path, query, json } = parts;
    const made = fill({ ...(path && { path }), ...(query && { query }), json }, found) as CallParts;
    const sent = kit.timed(call(from.operation, made));
    const undone = undo === undefined ? undefined : (steps[undo] ?? { ...step, send: undo });
    const undoing = undone === undefined ? sent : { ...sent, undo: callOf(withoutUndo(undone)) };
    return until === undefined ? undoing : kit.until(undoing, holdsIn(until, found));
  };
  return Object.fromEntries(Object.entries(steps).map(([name, step]) => [name, callOf(step)]));
}

const membersOf = (step: StepData): RequestData & StepData =>
  Object.fromEntries(Object.entries(step).filter(([name]) => STEP_MEMBERS.includes(name)));

/** The values that a step has for holes. */
export const argumentsOf = (step: StepData): StepData =>
  Object.fromEntries(Object.entries(step).filter(([name]) => !STEP_MEMBERS.includes(name)));

function withoutUndo(step: Step): Step {
  if (typeof step === 'string') return step;
  const { undo: _, ...rest } = step;
  return rest;
}

/** True for a body that has this value, or any one, at this place. */
function holdsIn(until: string, values: Parameters<typeof fill>[1]): (body: unknown) => boolean {
  const [pointer = '', wanted] = until.split(' = ');
  if (wanted === undefined)
    return (body) => {
      const value = valueAt(body, pointer);
      return Array.isArray(value) ? value.length > 0 : value !== undefined;
    };
  const expected = fill(wanted.startsWith('$') ? wanted : JSON.parse(wanted), values);
  return (body) => differsAt(expected, body, pointer).length === 0;
}
