/** Compiles the cases of a chapter: their probes, and the tests of rules on them. */
import {
  type Call,
  type CallParts,
  call,
  type Fixtures,
  type Operation,
  type Probe,
  type Step as Request,
} from '../../../src/kit.ts';
import { type At, all, isAccepted } from '../judges.ts';
import type { Test } from '../law.ts';
import { type Own, probe } from '../probes.ts';
import { type Bodies, bodiesOf, type Scenario, scenario } from '../scenarios.ts';
import {
  type CaseData,
  type Needed,
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
  readonly probe: Probe;
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
  const { sends = '', effect, needs, about, alone, unless, together, wrong } = data;
  const own = {
    sends,
    ...(needs && { needs }),
    ...(alone && { alone }),
    ...(wrong && { wrong }),
    ...(data['may-be-rejected'] && { mayBeRejected: true as const }),
    ...(data['checks-credentials'] && { checksCredentials: true as const }),
    ...(together && concurrency(Object.keys(data.steps ?? {}), namesIn(together))),
    ...(unless && { notApplicableWhen: reasonOf(kit, unless) }),
    ...(about === 'credentials' && { aboutCredentials: true as const }),
  };
  if (!isScenario(data)) return plainCase(kit, api, operation, name, data, own);
  const asGood = data['as-good'] ? { asGood: true as const } : {};
  const life = scenario(kit, operation, {
    ...{ ...own, ...asGood, name, clause },
    steps: (fixtures, tag) => {
      const made = stepsOf(kit, api, operation, data, fixtures, tag);
      return Object.fromEntries(
        Object.entries(made).map(([step, one]) => [step, one ?? (() => undefined)]),
      );
    },
    ...(effect && { effect }),
  });
  const { probe: sent, rejected } = life;
  return { probe: sent, test: (given, judge) => life.test({ given, judge }), rejected };
}

/** The requests that the plan has of the operation anyway; `undefined` if it has none of this name. */
export function plannedCase(kit: ChapterKit, operation: Operation, name: string): Case | undefined {
  const sent = kit.sent[name]?.(operation);
  return sent && { probe: sent, test: testOf(sent) };
}

/** Judges the responses by the names of their steps; those without a step by their positions. */
const testOf =
  (sent: Probe, names: readonly string[] = []): Case['test'] =>
  (given, judges) => ({
    probes: [sent],
    relation: (exchanges) => {
      const at = Object.fromEntries(exchanges.map((one, i) => [names[i] ?? i, one])) as At<string>;
      if (!given.every((step) => isAccepted(at[step]))) return undefined;
      return all(...judges.map((judge) => judge(at)));
    },
  });

function plainCase(
  kit: ChapterKit,
  api: Api,
  operation: Operation,
  name: string,
  data: CaseData,
  own: Own,
): Case {
  const { each } = data;
  const [hole, values] = Object.entries(data.for ?? {})[0] ?? [];
  const valueFor = (template: unknown, fixtures: Fixtures): unknown =>
    fill(template, valuesOf(kit.holes, { fixtures, tag: '', operation, named: api.operation }, {}));
  const rowsOf = (fixtures: Fixtures): ReturnType<NonNullable<Own['steps']>> => {
    if (data.requests !== undefined) return valueFor(data.requests, fixtures) as Request[];
    const made = (holes: ChapterKit['holes'] = kit.holes): readonly Request[] =>
      inOrder(stepsOf({ ...kit, holes }, api, operation, data, fixtures, ''));
    if (hole === undefined) return { [name]: made() };
    return Object.fromEntries(
      Object.entries(Object(valueFor(values, fixtures))).map(([label, one]) => [
        label,
        made({ ...kit.holes, [hole]: () => one }),
      ]),
    );
  };
  const isAcross =
    data['several-operations'] ??
    (namesOther(kit, data, operation) || (data['by-itself'] === true && !each));
  const sent = probe(operation, name, {
    ...(data['by-itself'] ? {} : kit.goodOf(operation)),
    ...own,
    ...(data.effect && { effect: data.effect }),
    ...(isAcross && { acrossOperations: true as const }),
    ...(each
      ? { calls: (fixtures) => Object.values(rowsOf(fixtures)).flat() as readonly Call[] }
      : { steps: rowsOf }),
  });
  return { probe: sent, test: testOf(sent, stepNames(kit, api, operation, data)) };
}

/** The position of the first of the steps that are sent together; `undefined` if they do not follow each other. */
export function startOfTogether(
  steps: readonly string[],
  together: readonly string[],
): number | undefined {
  const start = steps.indexOf(together[0] ?? '');
  const follow = start >= 0 && together.every((name, i) => steps[start + i] === name);
  return follow ? start : undefined;
}

/** Which steps are sent at the same time. Throws if others are between them. */
function concurrency(
  steps: readonly string[],
  together: readonly string[],
): Pick<Own, 'concurrentAfter' | 'concurrent'> {
  const start = startOfTogether(steps, together);
  if (start === undefined)
    throw new Error(`${together.join(' ')}: steps that are sent together follow each other`);
  return { concurrentAfter: start, concurrent: together.length };
}

/** The requests in order. The first one stands for a request that cannot be made, so that the case stays complete. */
function inOrder(steps: Readonly<Record<string, NamedStep | undefined>>): readonly Request[] {
  const sent = Object.entries(steps).flatMap(([name, step]) =>
    step ? [[name, step] as const] : [],
  );
  const names = sent.map(([name]) => name);
  const [first] = sent.map(([, step]) => step);
  return sent.map(([, step]): Request => {
    if (typeof step !== 'function') return step;
    return (before) => {
      const exchanges = Object.fromEntries(before.map((one, i) => [names[i], one]));
      const made = step(bodiesOf(before, names), exchanges);
      if (made === undefined && typeof first === 'function') throw new Error('no first request');
      return made ?? (first as Call);
    };
  });
}

/** True if a step is sent to another operation. */
const namesOther = (kit: ChapterKit, { steps = {} }: CaseData, { name }: Operation): boolean =>
  Object.values(steps)
    .map(dataOf)
    .some((step) => {
      const shared = step.send === undefined ? undefined : kit.requests()[step.send]?.operation;
      const isOther = shared !== undefined && shared !== name;
      return (step.operation !== undefined || isOther) && isOn(step, name);
    });

const isOn = ({ on }: StepData, operation: string): boolean =>
  on === undefined || namesIn(on).includes(operation);

const reasonOf = (kit: ChapterKit, name: string) => {
  const reason = kit.reasons[name];
  if (reason === undefined) throw new Error(`there is no reason ${name}`);
  return reason;
};

const credentialsOf = ({ credentials }: ChapterKit, name: string) => {
  const own = credentials[name];
  if (own === undefined) throw new Error(`there are no credentials ${name}`);
  return own;
};

/** In place of the undo of a shared request, which another step has already. */
const NO_UNDO = 'none';

const isScenario = (data: CaseData): boolean =>
  data.scenario ??
  (data.effect !== undefined || namesSteps([data.values, data.request, data.steps]));

/** A name is that of a shared request. */
export const dataOf = (step: Step): StepData => (typeof step === 'string' ? { send: step } : step);

/** A request, or one that is made from the earlier responses. */
type NamedStep = Call | ((bodies: Bodies, exchanges?: From['exchanges']) => Call | undefined);

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
): Readonly<Record<string, NamedStep | undefined>> {
  const { steps = {}, request = {}, values = {} } = data;
  const templateOf = (step: StepData) => {
    const shared = step.send === undefined ? request : kit.requests()[step.send];
    return { ...shared, ...membersOf(step) } as SharedRequest;
  };
  const valuesAt = (step: StepData, earlier: Earlier = {}): Values => {
    const { operation: named, values: usual } = templateOf(step);
    const at = named ? api.operation(named) : operation;
    const from: From = {
      ...{ fixtures, tag, operation: at, named: api.operation },
      ...{ caseOf: operation, ...earlier },
    };
    return valuesOf(kit.holes, from, { ...usual, ...values }, argumentsOf(step));
  };
  const callOf = (step: StepData, earlier: Earlier = {}): Call | undefined => {
    const { operation: named, undo, until, if: wanted, ...parts } = templateOf(step);
    const { path, encoded, query, bytes, json, good, method, credentials, 'only-if': need } = parts;
    const at = named ? api.operation(named) : operation;
    const found = valuesAt(step, earlier);
    if (!isWanted(wanted, found)) return undefined;
    const template = {
      ...(path && { path }),
      ...(encoded && { encoded }),
      ...(query && { query }),
      ...(bytes && { bytes }),
      ...(method && { method }),
    };
    const made = (): Call => call(at, fill({ ...template, json }, found) as CallParts);
    const plain = good ? kit.goodOf(at).control(fixtures) : made();
    if (plain === undefined) return undefined;
    const timed = withMeans(kit.timed(plain), parts, found);
    const sent = {
      ...(credentials ? credentialsOf(kit, credentials)(timed, fixtures) : timed),
      ...(need && neededIf(need, found)),
    };
    const isUndone = undo !== undefined && undo !== NO_UNDO;
    const undoing = isUndone ? callOf(undone(step, undo), earlier) : undefined;
    const whole = undoing === undefined ? sent : { ...sent, undo: undoing };
    if (until === undefined) return whole;
    if (until === GONE) return kit.untilGone(whole);
    const holds = sentIf(() => holdsIn(until, found));
    return holds ? kit.until(whole, holds, parts.within) : whole;
  };
  const neededIf = ({ look: name, shows }: Needed, found: Values): Pick<Call, 'onlyIf'> => {
    const holds = fill(shows, found) as (body: unknown) => boolean;
    const look = callOf({ send: name });
    return look ? { onlyIf: { look, shows: ({ response }) => holds(response.body) } } : {};
  };
  /** The step of this name, or the shared request with the values of the step that it undoes. */
  const undone = (step: StepData, undo: string): StepData => {
    const { undo: _, ...rest } = dataOf(steps[undo] ?? { ...argumentsOf(step), send: undo });
    return rest;
  };
  const stepOf = (given: Step): NamedStep | undefined => {
    const step = dataOf(given);
    const template = templateOf(step);
    const needed = { ...template.values, ...values, ...argumentsOf(step) };
    const { undo = NO_UNDO } = template;
    const undoing = undo === NO_UNDO ? {} : templateOf(undone(step, undo));
    if (!namesSteps(reached([template, undoing], needed))) return callOf(step);
    // A condition on an earlier response is known only then.
    if (!namesSteps(reached(template.if, needed)) && !isWanted(template.if, valuesAt(step)))
      return undefined;
    return (bodies, exchanges) => {
      const earlier = { bodies, ...(exchanges && { exchanges }) };
      const other = step.else;
      return sentIf(() => callOf(step, earlier)) ?? (other && sentIf(() => callOf(other, earlier)));
    };
  };
  return Object.fromEntries(
    stepNames(kit, api, operation, data).map((name) => [name, stepOf(steps[name] ?? name)]),
  );
}

/** The call with its headers, the time that it may take, and the right that it needs. */
function withMeans(
  sent: Call,
  { 'whole-path': path, headers, waits, permitted, fresh }: RequestData,
  values: Values,
): Call {
  return {
    ...sent,
    ...(path && { path: String(fill(path, values)) }),
    ...(headers && {
      headers: { ...sent.headers, ...(fill(headers, values) as Call['headers']) },
    }),
    ...(waits && { waitsMs: waits * 1000 }),
    ...(permitted && { permitted }),
    ...(fresh && { fresh }),
  };
}

/** The responses before a request. */
type Earlier = Pick<From, 'bodies' | 'exchanges'>;

/** The names of the steps that an operation has. */
function stepNames(
  kit: ChapterKit,
  api: Api,
  operation: Operation,
  { steps = {}, request = {} }: CaseData,
): readonly string[] {
  const isKnown = (given: Step): boolean => {
    const step = dataOf(given);
    const { send, 'if-member': member } = step;
    const shared = send === undefined ? request : kit.requests()[send];
    const named = step.operation ?? shared?.operation;
    const at = named ? api.operation(named) : operation;
    return (
      isOn(step, operation.name) &&
      (member === undefined || kit.bodyMember(at, member) !== undefined) &&
      !namesIn(step['unless-required']).some((name) => kit.bodyMember(at, name)?.required)
    );
  };
  return Object.keys(steps).filter((name) => isKnown(steps[name] ?? ''));
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

const isWanted = (wanted: unknown, values: Values): boolean =>
  wanted === undefined || !isNothing(fill(wanted, values));

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
