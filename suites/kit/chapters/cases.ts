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
import { type Bodies, type NamedStep, type Scenario, scenario } from '../scenarios.ts';
import {
  type CaseData,
  namesIn,
  type RequestData,
  type SharedRequest,
  STEP_MEMBERS,
  type Step,
  type StepData,
} from './chapter.ts';
import type { Judge } from './checks/form.ts';
import type { Api, ChapterKit } from './kit.ts';
import {
  type From,
  fill,
  holesIn,
  NothingToSend,
  namesSteps,
  type Values,
  valuesOf,
} from './template.ts';
import { GONE, holdsIn } from './until.ts';

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
  const steps = (fixtures: Fixtures, tag: string): Readonly<Record<string, NamedStep>> =>
    stepsOf(kit, api, operation, data, fixtures, tag);
  const { sends, effect, needs, about, alone, unless, together, wrong } = data;
  const own = {
    sends,
    ...(needs && { needs }),
    ...(alone && { alone }),
    ...(wrong && { wrong }),
    ...(together && {
      concurrentAfter: Object.keys(data.steps).length - namesIn(together).length,
    }),
    ...(unless && { notApplicableWhen: reasonOf(kit, unless) }),
    ...(about === 'credentials' && { aboutCredentials: true as const }),
  };
  if (isScenario(data)) {
    const asGood = data['as-good'] ? { asGood: true as const } : {};
    const life = scenario(kit, operation, {
      ...{ ...own, ...asGood, name, clause, steps },
      ...(effect && { effect }),
    });
    return { test: (given, judge) => life.test({ given, judge }), rejected: life.rejected };
  }
  const names = Object.keys(data.steps);
  const sent = probe(operation, name, {
    ...kit.goodOf(operation),
    ...own,
    ...(namesOther(data) && { acrossOperations: true as const }),
    steps: (fixtures) => Object.values(steps(fixtures, '')) as readonly Call[],
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

/** True if a step is sent to another operation. */
const namesOther = ({ steps }: CaseData): boolean =>
  Object.values(steps).some((step) => typeof step !== 'string' && step.operation !== undefined);

const reasonOf = (kit: ChapterKit, name: string) => {
  const reason = kit.reasons[name];
  if (reason === undefined) throw new Error(`there is no reason ${name}`);
  return reason;
};

/** In place of the undo of a shared request, which another step has already. */
const NO_UNDO = 'none';

const isScenario = (data: CaseData): boolean =>
  data.scenario === true ||
  data.effect !== undefined ||
  namesSteps([data.values, data.request, data.steps]);

/** A name is that of a shared request. */
export const dataOf = (step: Step): StepData => (typeof step === 'string' ? { send: step } : step);

/**
 * The requests of a case by the names of their steps. One that needs an earlier response is made when it is there, and
 * left out if the response lacks the value.
 */
export function stepsOf(
  kit: ChapterKit,
  api: Api,
  operation: Operation,
  data: CaseData,
  fixtures: Fixtures,
  tag: string,
): Readonly<Record<string, NamedStep>> {
  const { steps, request = {}, values = {} } = data;
  const templateOf = (step: StepData) => {
    const shared = step.send === undefined ? request : kit.requests()[step.send];
    return { ...shared, ...membersOf(step) } as SharedRequest;
  };
  const callOf = (step: StepData, bodies?: Bodies): Call | undefined => {
    const { operation: named, undo, until, if: wanted, ...parts } = templateOf(step);
    const { path, encoded, query, bytes, json, values: usual } = parts;
    const from: From = {
      ...{ fixtures, tag, operation: named ? api.operation(named) : operation },
      ...(bodies && { bodies }),
    };
    const found = valuesOf(kit.holes, from, { ...usual, ...values }, argumentsOf(step));
    if (wanted !== undefined && isNothing(fill(wanted, found))) return undefined;
    const template = {
      ...(path && { path }),
      ...(encoded && { encoded }),
      ...(query && { query }),
      ...(bytes && { bytes }),
    };
    const made = fill({ ...template, json }, found) as CallParts;
    const sent = withMeans(kit.timed(call(from.operation, made)), parts, found);
    const isUndone = undo !== undefined && undo !== NO_UNDO;
    const undoing = isUndone ? callOf(undone(step, undo), bodies) : undefined;
    const whole = undoing === undefined ? sent : { ...sent, undo: undoing };
    if (until === undefined) return whole;
    if (until === GONE) return kit.untilGone(whole);
    const holds = sentIf(() => holdsIn(until, found));
    return holds ? kit.until(whole, holds, parts.within) : whole;
  };
  const undone = (step: StepData, undo: string): StepData => {
    const { undo: _, ...rest } = dataOf(steps[undo] ?? { ...step, send: undo });
    return rest;
  };
  const stepOf = (given: Step): NamedStep | undefined => {
    const step = dataOf(given);
    const template = templateOf(step);
    const needed = { ...template.values, ...values, ...argumentsOf(step) };
    if (!namesSteps(reached(template, needed))) return callOf(step);
    return (bodies) => sentIf(() => callOf(step, bodies));
  };
  const at = (given: Step): Operation => {
    const { operation: named } = templateOf(dataOf(given));
    return named ? api.operation(named) : operation;
  };
  const isKnown = (given: Step): boolean => {
    const { 'if-member': member, on = operation.name } = dataOf(given);
    if (!namesIn(on).includes(operation.name)) return false;
    return member === undefined || kit.bodyMember(at(given), member) !== undefined;
  };
  return Object.fromEntries(
    Object.entries(steps)
      .filter(([, step]) => isKnown(step))
      .map(([name, step]) => [name, stepOf(step) ?? (() => undefined)]),
  );
}

/** The call with its headers, the time that it may take, and the right that it needs. */
function withMeans(sent: Call, { headers, waits, permitted }: RequestData, values: Values): Call {
  return {
    ...sent,
    ...(headers && {
      headers: { ...sent.headers, ...(fill(headers, values) as Call['headers']) },
    }),
    ...(waits && { waitsMs: waits * 1000 }),
    ...(permitted && { permitted }),
  };
}

/** What is made from earlier responses; nothing if they lack a value for it. */
function sentIf<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NothingToSend) return undefined;
    throw error;
  }
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The template, and the values that it leads to. */
function reached(template: unknown, values: Readonly<Record<string, unknown>>): unknown[] {
  const found: unknown[] = [template];
  const seen = new Set<string>();
  for (const one of found)
    for (const { name } of holesIn(one))
      if (Object.hasOwn(values, name) && !seen.has(name)) {
        seen.add(name);
        found.push(values[name]);
      }
  return found;
}

const membersOf = (step: StepData): RequestData & StepData =>
  Object.fromEntries(Object.entries(step).filter(([name]) => STEP_MEMBERS.includes(name)));

/** The values that a step has for holes. */
export const argumentsOf = (step: StepData): StepData =>
  Object.fromEntries(Object.entries(step).filter(([name]) => !STEP_MEMBERS.includes(name)));
