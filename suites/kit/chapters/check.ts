/**
 * Checks a chapter against its surface: every name exists, every body fits, and every pointer leads somewhere. Throws at
 * the first mistake, with file, line and remedy. Runs in the build and in tests; a run trusts what was checked.
 */
import type { Contract, JsonSchema, Operation } from '../../../src/kit.ts';
import {
  follow,
  resolved,
  type Source,
  sent,
  suggestion,
  undescribedMembers,
  validator,
} from '../../../src/kit.ts';
import { isObject } from '../json.ts';
import { argumentsOf, callsOf } from './cases.ts';
import {
  type CaseData,
  type Chapter,
  type Names,
  namesIn,
  REJECTED_STEPS,
  type RejectedStepData,
  type RuleData,
  type Step,
} from './chapter.ts';
import { FORMS } from './checks/forms.ts';
import type { Api, ChapterKit } from './kit.ts';
import { membersOf } from './places.ts';
import { holesIn } from './template.ts';

/** What a chapter may name. */
export interface Known {
  readonly kit: ChapterKit;
  /** The surface at each version, the oldest first. */
  readonly apis: readonly (Api & { readonly contract: Contract })[];
  readonly clauses: ReadonlySet<string>;
  /** The names of all rules, alone and as `operation/name`. */
  readonly rules: () => ReadonlySet<string>;
}

type Path = readonly (string | number)[];
type Fail = (path: Path, problem: string) => never;

export function checkChapter(source: Source, known: Known): void {
  const chapter = source.value as Chapter;
  const fail: Fail = (path, problem) => {
    throw source.error(path, problem);
  };
  const operations = known.apis.flatMap(({ contract }) => contract.operations);
  const oneOf = (
    what: string,
    all: Iterable<string>,
    names: Names | undefined,
    path: Path,
  ): void => {
    const list = [...new Set(all)];
    for (const name of namesIn(names))
      if (!list.includes(name)) fail(path, `there is no ${what} ${name}.${suggestion(name, list)}`);
  };
  const operation = (names: Names | undefined, path: Path): void =>
    oneOf(
      'operation',
      operations.map(({ name }) => name),
      names,
      path,
    );

  operation(chapter.on, ['on']);
  for (const [index, { documents = {} }] of (chapter.clauses ?? []).entries())
    for (const [version, places] of Object.entries(documents))
      checkDocument(known, version, places, ['clauses', index, 'documents', version], fail);
  const cases = chapter.cases ?? {};
  for (const [name, data] of Object.entries(cases)) {
    const path = ['cases', name];
    operation(data.on, [...path, 'on']);
    oneOf('fixture', Object.keys(known.kit.example), data.needs, [...path, 'needs']);
    checkCase({ ...data, on: data.on ?? chapter.on ?? [] }, known, path, fail, oneOf);
  }
  for (const [name, rule] of Object.entries(chapter.rules ?? {})) {
    const path = ['rules', name];
    oneOf('case', Object.keys(cases), rule.case, [...path, 'case']);
    const data = cases[rule.case ?? Object.keys(cases)[0] ?? ''];
    if (data === undefined) fail(path, 'has no case. Write one under cases.');
    const whole = { ...data, on: data.on ?? chapter.on ?? [] };
    const steps = (names: Names | undefined, at: Path): void =>
      oneOf('step', Object.keys(data.steps), names, at);
    if (name === REJECTED_STEPS) checkRejected(rule, known.kit, path, steps, fail);
    else checkRule(rule, whole, known, path, steps, fail, oneOf);
  }
}

type OneOf = (what: string, all: Iterable<string>, names: Names | undefined, path: Path) => void;

function checkDocument(
  { apis }: Known,
  version: string,
  places: string | readonly string[],
  path: Path,
  fail: Fail,
): void {
  const api = apis.find(({ contract }) => `${version}.`.startsWith(`${contract.version}.`));
  if (api === undefined) fail(path, 'is not a version that is known here.');
  for (const place of [places].flat()) {
    const [, pointer] = /^\d+ (\/\S+)$/.exec(place) ?? fail(path, 'Write: line /pointer');
    try {
      follow(api.contract.document, `#${pointer}`);
    } catch {
      fail(path, `the document of ${version} has nothing at ${pointer}.`);
    }
  }
}

function checkCase(data: CaseData, known: Known, path: Path, fail: Fail, oneOf: OneOf): void {
  const { kit, apis } = known;
  const shared = kit.requests();
  const values = { ...data.values };
  const holes = [...Object.keys(kit.holes), ...Object.keys(kit.example), 'tag'];
  for (const [name, given] of Object.entries(data.steps)) {
    const at = [...path, 'steps', name];
    const step: Exclude<Step, string> = typeof given === 'string' ? { send: given } : given;
    oneOf('request', Object.keys(shared), step.send, [...at, 'send']);
    oneOf('operation', operationsOf(apis), step.operation, [...at, 'operation']);
    oneOf('step or request', [...Object.keys(data.steps), ...Object.keys(shared)], step.undo, [
      ...at,
      'undo',
    ]);
    const template = step.send === undefined ? data.request : shared[step.send];
    const own = Object.keys(argumentsOf(step));
    const used = holesIn([template, values]).map((hole) => hole.name);
    for (const one of own)
      if (!used.includes(one))
        fail([...at, one], `is not a hole of the request.${suggestion(one, [...new Set(used)])}`);
    for (const hole of [...holesIn(step, at), ...holesIn(template, [...path, 'request'])])
      oneOf('value', [...own, ...Object.keys(values), ...holes], hole.name, hole.path);
  }
  for (const hole of holesIn(values, [...path, 'values']))
    oneOf('value', [...Object.keys(values), ...holes, ...used(data)], hole.name, hole.path);
  for (const calls of callsIn(data, known)) {
    for (const [step, call] of Object.entries(calls)) {
      const at = [...path, 'steps', step];
      const { contract, request, method, path: template } = call.operation;
      if (call.body !== undefined && request !== undefined) {
        const body = sent(call);
        const [wrong] = validator(contract, request)(body);
        const [other] = undescribedMembers(contract, request, body);
        const why = wrong
          ? `${wrong.at || '/'} breaks ${wrong.keyword}`
          : `its document has no ${other}`;
        if (wrong ?? other) fail(at, `its body does not fit ${method} ${template}: ${why}.`);
      }
      const { until } = Object(data.steps[step]) as { readonly until?: string };
      if (until !== undefined)
        checkPointer(call.operation, until.split(' = ')[0] ?? '', [...at, 'until'], fail);
    }
  }
}

/** The requests of a case, for each operation at the newest version that has it. */
function callsIn(data: CaseData, { kit, apis }: Known): readonly ReturnType<typeof callsOf>[] {
  return namesIn(data.on).flatMap((name) => {
    const api = apis.findLast((one) => one.has(name));
    return api ? [callsOf(kit, api, api.operation(name), data, kit.example, 'a55a')] : [];
  });
}

function readPart<T>(read: () => T, at: Path, fail: Fail): T {
  try {
    return read();
  } catch (error) {
    return fail(at, (error as Error).message);
  }
}

const used = ({ steps }: CaseData): readonly string[] =>
  Object.values(steps).flatMap((step) => (typeof step === 'string' ? [] : Object.keys(step)));

const operationsOf = (apis: Known['apis']): readonly string[] =>
  apis.flatMap(({ contract }) => contract.operations.map(({ name }) => name));

function checkRejected(
  rows: RuleData,
  kit: ChapterKit,
  path: Path,
  steps: (names: Names | undefined, at: Path) => void,
  fail: Fail,
): void {
  for (const [name, row] of Object.entries(rows as unknown as Record<string, RejectedStepData>)) {
    try {
      kit.rowOf(name);
    } catch (error) {
      fail([...path, name], `${(error as Error).message}.`);
    }
    steps(row.step, [...path, name, 'step']);
    steps(row.given, [...path, name, 'given']);
  }
}

function checkRule(
  rule: RuleData,
  data: CaseData,
  known: Known,
  path: Path,
  steps: (names: Names | undefined, at: Path) => void,
  fail: Fail,
  oneOf: OneOf,
): void {
  const { kit, clauses, rules } = known;
  oneOf('clause', clauses, rule.clause, [...path, 'clause']);
  steps(rule.given, [...path, 'given']);
  const [form, second] = Object.keys(FORMS).filter((name) => name in rule);
  const read = FORMS[form ?? ''];
  if (form === undefined || read === undefined) {
    fail(path, `has no check. Write one of ${Object.keys(FORMS).join(', ')}.`);
  }
  if (second !== undefined)
    fail([...path, second], `is a second check beside ${form}. Write two rules.`);
  const value = rule[form];
  const parts: readonly (readonly [unknown, Path])[] = Array.isArray(value)
    ? value.map((one, i) => [one, [...path, form, i]])
    : [[value, [...path, form]]];
  for (const [one, at] of parts) {
    const { steps: named, places = [] } = readPart(() => read(one, kit), at, fail);
    steps(named, at);
    for (const calls of callsIn(data, known))
      for (const { step, pointer } of places) {
        const sentTo = calls[step]?.operation;
        if (sentTo !== undefined) checkPointer(sentTo, pointer, at, fail);
      }
  }
  if (rule.follows !== undefined) oneOf('rule', rules(), rule.follows, [...path, 'follows']);
}

/** Fails if the documented response of an operation has nothing at this place. */
function checkPointer(operation: Operation, pointer: string, path: Path, fail: Fail): void {
  const { contract, responses, method, path: template } = operation;
  let schemas: readonly JsonSchema[] = [responses['200']?.['application/json'] ?? true];
  for (const name of membersOf(pointer)) {
    const wholes = schemas.flatMap((schema) => choicesOf(contract, schema));
    const members = wholes.flatMap((whole) => Object.entries(Object(whole['properties'])));
    const inner = wholes.flatMap(({ items, additionalProperties }) => [
      items,
      additionalProperties,
    ]);
    const named = members.flatMap(([member, schema]) => (member === name ? [schema] : []));
    schemas = [...named, ...inner.filter(isObject)] as readonly JsonSchema[];
    if (schemas.length === 0)
      fail(
        path,
        `the response of ${method} ${template} has no ${name} at ${pointer}.${suggestion(
          name,
          members.map(([member]) => member),
        )}`,
      );
  }
}

function choicesOf(contract: Contract, schema: JsonSchema): readonly Record<string, unknown>[] {
  const whole = resolved(contract, schema);
  const choices = ['oneOf', 'anyOf', 'allOf'].flatMap(
    (name) => (whole[name] ?? []) as JsonSchema[],
  );
  return [whole, ...choices.flatMap((choice) => choicesOf(contract, choice))];
}
