/** Checks the rules of a chapter: their names, and what their checks name. */
import {
  type CaseData,
  type Chapter,
  casesOf,
  casesRejectedBy,
  type Names,
  namesIn,
  ofCase,
  type RejectedStepData,
  type RuleData,
} from '../chapter.ts';
import type { ReadForm } from '../checks/form.ts';
import { EACH, eachForm, FORMS } from '../checks/forms.ts';
import { checkPointer } from './bodies.ts';
import { callsIn } from './cases.ts';
import type { Checker, Path } from './names.ts';

type Steps = (names: Names | undefined, at: Path) => void;

export function checkRules(checker: Checker, { on = [], cases = {}, rules = {} }: Chapter): void {
  const { known, mistake } = checker;
  for (const [name, rule] of Object.entries(rules)) {
    const path = ['rules', name];
    const all = Object.keys(cases);
    const rejected = casesRejectedBy(name, all);
    const named = rejected ?? casesOf(rule, all);
    if (named.length === 0) throw mistake(path, 'has no case. Write one under cases.');
    known('case', all, named, rejected ? path : [...path, 'case']);
    for (const one of namesIn(named)) {
      const data = cases[one];
      if (data === undefined) continue;
      const steps: Steps = (names, at) => known('step', Object.keys(data.steps ?? {}), names, at);
      if (rejected) checkRejected(checker, rule, path, steps);
      else checkRule(checker, rule, { ...data, on: data.on ?? on, name: one }, path, steps);
    }
  }
}

function checkRejected(
  { kit, clauses, known, mistake }: Checker,
  rows: RuleData,
  path: Path,
  steps: Steps,
): void {
  for (const [name, row] of Object.entries(rows as unknown as Record<string, RejectedStepData>)) {
    try {
      kit.rowOf(name);
    } catch (error) {
      throw mistake([...path, name], (error as Error).message);
    }
    known('clause', clauses, row.clause, [...path, name, 'clause']);
    steps(row.step, [...path, name, 'step']);
    steps(row.given, [...path, name, 'given']);
  }
}

function checkRule(
  checker: Checker,
  rule: RuleData,
  data: CaseData & { readonly name: string },
  path: Path,
  steps: Steps,
): void {
  const { kit, words, operation, mistake } = checker;
  const { clause, follows } = rule;
  const ownClause = clause && ofCase(clause, data.name, rule);
  words({ ...(ownClause && { clause: ownClause }), ...(follows && { follows }) }, path);
  steps(rule.given && ofCase(rule.given, data.name, rule), [...path, 'given']);
  operation(rule.on, [...path, 'on']);
  operation(rule.except?.['not-on'], [...path, 'except', 'not-on']);
  const [form, second] = [EACH, ...Object.keys(FORMS)].filter((name) => name in rule);
  const read = form === EACH ? eachPart : FORMS[form ?? ''];
  if (form === undefined || read === undefined) {
    throw mistake(path, `has no check. Write one of ${[...Object.keys(FORMS), EACH].join(', ')}.`);
  }
  if (data.steps === undefined && form !== EACH && form !== 'check')
    throw mistake([...path, form], 'needs steps, which the case has not. Write check or each.');
  if (second !== undefined)
    throw mistake([...path, second], `is a second check in addition to ${form}. Write two rules.`);
  const value = ofCase(rule[form], data.name, rule);
  const parts: readonly (readonly [unknown, Path])[] = Array.isArray(value)
    ? value.map((one, i) => [one, [...path, form, i]])
    : [[value, [...path, form]]];
  for (const [one, at] of parts) {
    const { steps: named, places = [] } = readPart(checker, () => read(one, kit), at);
    steps(named, at);
    for (const calls of places.length > 0 ? callsIn(data, checker) : [])
      for (const { step, pointer } of places) {
        const sentTo = calls[step]?.operation;
        if (sentTo !== undefined) checkPointer(checker, sentTo, pointer, at);
      }
  }
}

const eachPart: ReadForm = (value, kit) => {
  eachForm(value, kit);
  return { steps: [], judge: [] };
};

function readPart<T>({ mistake }: Checker, read: () => T, at: Path): T {
  try {
    return read();
  } catch (error) {
    throw mistake(at, (error as Error).message);
  }
}
