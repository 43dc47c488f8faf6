/** Checks the cases of a chapter. */
import fc from 'fast-check';
import {
  type Call,
  type Exchange,
  type Operation,
  suggestion,
  valid,
} from '../../../../src/kit.ts';
import { argumentsOf, dataOf, startOfTogether, stepsOf } from '../cases.ts';
import { type CaseData, namesIn, type SharedRequest } from '../chapter.ts';
import type { Api, ChapterKit } from '../kit.ts';
import { fill, holesIn, valuesOf } from '../template.ts';
import { GONE, placeIn } from '../until.ts';
import { checkBody, checkPointer } from './bodies.ts';
import type { Checker, Known, Path } from './names.ts';

/** The values that every request may name. */
export const valuesIn = (kit: ChapterKit): readonly string[] => [
  ...Object.keys(kit.holes),
  ...Object.keys(kit.example),
  'tag',
  'steps',
];

/** `mayBeWrong`: the steps whose bodies need not fit, because a rule says that they are rejected. */
export function checkCase(
  checker: Checker,
  data: CaseData,
  path: Path,
  mayBeWrong: readonly string[] = [],
): void {
  const { kit, known, operation, mistake } = checker;
  operation(data.on, [...path, 'on']);
  const { clause = [] } = data;
  const cited = typeof clause === 'string' ? [clause] : Object.values(clause);
  known('clause', checker.clauses, cited, [...path, 'clause']);
  known('fixture', Object.keys(kit.example), data.needs, [...path, 'needs']);
  known('family of requests', Object.keys(kit.sent), data.sent, [...path, 'sent']);
  const given = [data.steps, data.requests, data.sent].filter((one) => one !== undefined);
  if (given.length !== 1)
    throw mistake(path, 'has not one of steps, requests and sent. Write one of them.');
  const { steps = {} } = data;
  const shared = kit.requests();
  const values = { ...data.values };
  const holes = [...valuesIn(kit), ...Object.keys(data.for ?? {})];
  for (const name of ['for', 'requests'] as const)
    for (const hole of holesIn(data[name], [...path, name]))
      known('value', valuesIn(kit), hole.name, hole.path);
  checkLeftOut(checker, data, path);
  for (const [name, given] of Object.entries(steps)) {
    const at = [...path, 'steps', name];
    const step = dataOf(given);
    known('request', Object.keys(shared), step.send, [...at, 'send']);
    operation(step.operation, [...at, 'operation']);
    known('credentials', Object.keys(kit.credentials), step.credentials, [...at, 'credentials']);
    const undos = [...Object.keys(steps), ...Object.keys(shared), 'none'];
    known('step or request', undos, step.undo, [...at, 'undo']);
    const request: SharedRequest = (step.send ? shared[step.send] : data.request) ?? {};
    // A step replaces whole members of its request.
    const template: SharedRequest = Object.fromEntries(
      Object.entries(request).filter(([member]) => !Object.hasOwn(step, member)),
    );
    known('request', Object.keys(shared), template['only-if']?.look, [...at, 'only-if', 'look']);
    const usual = Object.keys(template.values ?? {});
    operation(step.on, [...at, 'on']);
    const own = [step, step.else ?? {}].flatMap((one) => Object.keys(argumentsOf(one)));
    const undoing = shared[template.undo ?? ''];
    // What is sent in the place of a step has all members of its request.
    for (const [given, whole] of [[step, template] as const, [step.else ?? {}, request] as const]) {
      const used = holesIn([whole, undoing, values]).map((hole) => hole.name);
      for (const one of Object.keys(argumentsOf(given)))
        if (!used.includes(one))
          throw mistake(
            [...at, one],
            `is not a placeholder in the request.${suggestion(one, [...new Set(used)])}`,
          );
    }
    for (const hole of [...holesIn(step, at), ...holesIn(template, [...path, 'request'])])
      known('value', [...own, ...usual, ...Object.keys(values), ...holes], hole.name, hole.path);
  }
  for (const hole of holesIn(values, [...path, 'values']))
    known('value', [...Object.keys(values), ...holes, ...used(data)], hole.name, hole.path);
  const { together } = data;
  if (
    together !== undefined &&
    startOfTogether(Object.keys(steps), namesIn(together)) === undefined
  )
    throw mistake([...path, 'together'], 'names steps that do not follow each other.');
  known('reason', Object.keys(kit.reasons), data.unless, [...path, 'unless']);
  const names = Object.keys(steps);
  for (const calls of callsIn(data, checker)) {
    for (const [name, call] of Object.entries(calls)) {
      const at = [...path, 'steps', name];
      const step = dataOf(steps[name] ?? '');
      if (!mayBeWrong.includes(name) && !step.unfit) checkBody(checker, call, at);
      const { until } = step;
      if (typeof until === 'string' && until !== GONE)
        checkPointer(checker, call.operation, placeIn(until), [...at, 'until']);
      const before = names.slice(0, names.indexOf(name));
      for (const { from, path: place } of holesIn(step, at)) {
        if (from === undefined) continue;
        known('step before it', before, from.step, place);
        const sentTo = calls[from.step]?.operation;
        if (sentTo !== undefined) checkPointer(checker, sentTo, from.pointer, place);
      }
    }
  }
}

/** Outside of scenarios responses have the names of steps by their order, so that only the last ones may be left out. */
function checkLeftOut({ mistake }: Checker, { scenario, steps = {} }: CaseData, path: Path): void {
  const conditions = Object.values(steps).map((step) => dataOf(step).if);
  const first = conditions.findIndex((one) => one !== undefined);
  if (first < 0 || scenario !== false) return;
  if (conditions.slice(first).some((one) => one !== conditions[first]))
    throw mistake([...path, 'steps'], 'steps with if are the last ones, with the same value.');
}

/** The requests of a case, for each operation at the newest version that has it. */
export function callsIn(
  data: CaseData,
  { kit, apis }: Known,
): readonly Readonly<Record<string, Call>>[] {
  return namesIn(data.on).flatMap((name) => {
    const api = apis.findLast((one) => one.has(name));
    if (api === undefined) return [];
    const operation = api.operation(name);
    const steps = stepsOf(
      withFirst(kit, api, data, operation),
      api,
      operation,
      data,
      kit.example,
      'a55a',
    );
    const calls: Record<string, Call> = {};
    const bodies: Record<string, unknown> = {};
    const exchanges: Record<string, Exchange> = {};
    for (const [step, made] of Object.entries(steps)) {
      const sent = typeof made === 'function' ? made(bodies, exchanges) : made;
      if (sent === undefined) continue;
      calls[step] = sent;
      bodies[step] = exampleBody(sent);
      exchanges[step] = exampleExchange(sent, bodies[step]);
    }
    return [calls];
  });
}

/** The kit with the first value of a hole that has one for each case. */
function withFirst(kit: ChapterKit, api: Api, data: CaseData, operation: Operation): ChapterKit {
  const from = { fixtures: kit.example, tag: '', operation, named: api.operation };
  const values = Object.entries(data.for ?? {}).map(([hole, all]) => {
    const [first] = Object.values(Object(fill(all, valuesOf(kit.holes, from, {}))));
    return [hole, () => first] as const;
  });
  return { ...kit, holes: { ...kit.holes, ...Object.fromEntries(values) } };
}

const exampleExchange = (request: Call, body: unknown): Exchange => ({
  request,
  response: {
    ...{ status: 200, headers: {}, mediaType: 'application/json', text: JSON.stringify(body) },
    ...{ body, bytes: 0, truncated: false },
  },
  startedAt: 0,
  durationMs: 0,
});

/** A body that fits the documented response. */
function exampleBody({ operation: { contract, responses } }: Call): unknown {
  const schema = responses['200']?.['application/json'];
  if (schema === undefined) return undefined;
  const [body] = fc.sample(valid(schema, contract.document), { seed: 1, numRuns: 1 });
  return body;
}

const used = ({ steps = {} }: CaseData): readonly string[] =>
  Object.values(steps).flatMap((step) => Object.keys(dataOf(step)));
