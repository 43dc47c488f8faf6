/**
 * Checks a rules file against its surface: every name exists, every check can fail, and nothing in it is code. Throws at
 * the first mistake, with file, line and remedy.
 */
import {
  type Contract,
  GlobError,
  glob,
  InputError,
  isSecretHeader,
  type Operation,
  type Source,
  suggestion,
} from '../../../src/kit.ts';
import { type Chapter, namesIn, type RuleData } from '../chapters/chapter.ts';
import { callsIn, checkCase } from '../chapters/checked/cases.ts';
import { checkMembers } from '../chapters/checked/members.ts';
import { type Checker, checkerOf, type Known, type Path } from '../chapters/checked/names.ts';
import { checkRules } from '../chapters/checked/rules.ts';
import { FORMS, formOf, rejectedSteps } from '../chapters/checks/forms.ts';
import { type ResponseData, responseJudge } from '../chapters/checks/response.ts';
import { namesSteps } from '../chapters/template.ts';
import { isOn, isSchema } from './compile.ts';
import {
  caseOfRule,
  kindOf,
  type OwnCase,
  type OwnRule,
  type RulesFile,
  wholeCase,
} from './data.ts';
import { membersIn } from './kit.ts';
import { checkOwnSchema } from './schemas.ts';

export interface OwnKnown extends Omit<Known, 'clauses' | 'isDocumentOf'> {
  /** True if responses have lists that filters select from. */
  readonly hasLists: boolean;
}

export function checkRulesFile(source: Source, known: OwnKnown): void {
  const file = source.value as RulesFile;
  const none = { clauses: new Set<string>(), isDocumentOf: () => false };
  const checker = checkerOf(source, { ...known, ...none });
  const { cases = {}, rules } = file;
  for (const [name, rule] of Object.entries(rules)) checkHead(checker, file, name, rule);
  for (const [name, own] of Object.entries(cases)) checkOwnCase(checker, file, name, own);
  for (const [name, rule] of Object.entries(rules)) {
    const kind = kindOf(rule);
    const path = ['rules', name];
    if (kind === 'case') checkOnCase(source, checker, known, file, name, rule);
    else checkOperations(checker, rule, [...path, 'on']);
    if (kind === 'members') checkOnMembers(source, checker, name, rule);
    if (rule.response !== undefined)
      checkResponse(source, rule.response, [...path, 'response'], contractsOf(known, file, rule));
  }
}

/** What every rule has: a clause, one check, and nothing that names code. */
function checkHead({ mistake }: Checker, { clauses = [] }: RulesFile, name: string, rule: OwnRule) {
  const path = ['rules', name];
  if ('check' in rule)
    throw mistake(
      [...path, 'check'],
      `names a function, but a rules file has no code. Write one of ${FORM_NAMES.join(', ')}.`,
    );
  if (rule.clause === undefined)
    throw mistake(path, 'has no clause. Write the sentence that the server must fulfil.');
  const isId = /^\S+$/.test(rule.clause);
  const ids = clauses.map(({ id }) => id);
  if (isId && !ids.includes(rule.clause))
    throw mistake(
      [...path, 'clause'],
      `there is no clause ${rule.clause}.${ids.length > 0 ? suggestion(rule.clause, ids) : ' Write a sentence, or a clause with this id under clauses.'}`,
    );
  const checks = [
    ...Object.keys(FORMS).filter((form) => form in rule),
    ...['members', 'objects-with'].filter((form) => form in rule),
  ];
  const [first, second] = checks;
  if (first === undefined)
    throw mistake(path, `has no check. Write one of ${FORM_NAMES.join(', ')}.`);
  if (second !== undefined)
    throw mistake([...path, second], `is a second check in addition to ${first}. Write two rules.`);
}

const FORM_NAMES = [...Object.keys(FORMS).filter((name) => name !== 'check'), 'members'];

function checkOperations({ apis, mistake }: Checker, rule: OwnRule, path: Path): void {
  const operations = operationsOf(apis);
  for (const [index, one] of namesIn(rule.on).entries()) {
    const at = Array.isArray(rule.on) ? [...path, index] : path;
    try {
      if (operations.some(({ name }) => glob(one)(name))) continue;
    } catch (error) {
      if (!(error instanceof GlobError)) throw error;
      throw mistake(at, `${error.message} Write the names of operations.`);
    }
    const names = [...new Set(operations.map(({ name }) => name))];
    throw mistake(at, `there is no operation ${one}.${suggestion(one, names)}`);
  }
}

const operationsOf = (apis: Known['apis']): readonly Operation[] =>
  apis.flatMap(({ contract }) => contract.operations);

/** The documents whose operations a rule is on: its references lead into each of them. */
function contractsOf({ apis }: OwnKnown, file: RulesFile, rule: OwnRule): readonly Contract[] {
  const own = kindOf(rule) === 'case' ? (file.cases?.[caseOfRule(file, rule)]?.on ?? []) : rule.on;
  const chosen = own === undefined ? () => true : isOn({ on: own });
  return [
    ...new Set(
      operationsOf(apis)
        .filter(chosen)
        .map(({ contract }) => contract),
    ),
  ];
}

function checkOwnCase(checker: Checker, file: RulesFile, name: string, own: OwnCase): void {
  const path = ['cases', name];
  const { kit, mistake } = checker;
  if (namesIn(own.on).length === 0)
    throw mistake(path, 'has no operation. Write on: and the name of one.');
  if (own.request === undefined && own.steps === undefined)
    throw mistake(path, 'has no request. Write request: {} for one without parameters.');
  if (namesSteps([own.values, own.request, own.steps]) && !hasPlainGet(checker, own))
    throw mistake(
      path,
      'uses the response of an earlier step. That requires a GET without parameters, to send in place of a step that cannot be sent, but the API has none. Write the value itself.',
    );
  const data = wholeCase(kit, name, own);
  const rejected = Object.values(file.rules)
    .filter((rule) => caseOfRule(file, rule) === name)
    .flatMap(({ rejected: step, response }) => [
      ...rejectedSteps(step),
      ...(response?.status === undefined
        ? []
        : namesIn(response.step ?? Object.keys(data.steps ?? {}))),
    ]);
  try {
    checkCase(checker, data, path, rejected);
    for (const calls of callsIn(data, checker))
      for (const [step, { operation }] of Object.entries(calls))
        checkEffect(checker, operation, own, own.steps ? [...path, 'steps', step] : path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw mistake(path, `${(error as Error).message}.`);
  }
}

function hasPlainGet({ apis }: Checker, { on }: OwnCase): boolean {
  const contracts = apis.filter(({ has }) => namesIn(on).some(has));
  return operationsOf(contracts).some(
    ({ method, pathParameters }) => method === 'GET' && pathParameters.length === 0,
  );
}

/** What a request may leave behind must be declared, so that it is sent only with permission. */
function checkEffect(
  { mistake }: Checker,
  { effect = 'read', method, path: template }: Operation,
  own: OwnCase,
  path: Path,
): void {
  const order = ['read', 'reversible', 'irreversible'];
  if (order.indexOf(effect) <= order.indexOf(own.effect ?? 'read')) return;
  throw mistake(
    path,
    `${method} ${template} changes the target, and this is not declared. Write effect: ${effect} in the case, which is then sent only with ${effect === 'reversible' ? '--allow-writes' : '--allow-irreversible'}.`,
  );
}

function checkOnCase(
  source: Source,
  checker: Checker,
  { hasLists }: OwnKnown,
  file: RulesFile,
  name: string,
  rule: OwnRule,
): void {
  const path = ['rules', name];
  const { kit, apis, mistake } = checker;
  if (rule.on !== undefined)
    throw mistake([...path, 'on'], 'is only for rules without requests. Write it in the case.');
  const form = formOf(rule);
  if (!hasLists && (form === 'selects' || form === 'only-on-request'))
    throw mistake(
      [...path, form],
      `is a check of lists with filters, which ${kit.name} does not have.`,
    );
  const { schema } = Object(rule['same']) as { readonly schema?: string };
  if (schema !== undefined)
    known(apis, schema, (problem) => mistake([...path, 'same', 'schema'], problem));
  const cases = Object.fromEntries(
    Object.entries(file.cases ?? {}).map(([id, own]) => [id, wholeCase(kit, id, own)]),
  );
  const { clause: _, ...checked } = rule;
  checkRules(checkerOf(source, checker), {
    cases,
    rules: { [name]: checked as unknown as RuleData },
  });
}

/** Fails for a schema that no document has. */
function known(apis: Known['apis'], schema: string, mistake: (problem: string) => Error): void {
  const has = ({ contract }: { readonly contract: Contract }): boolean => {
    try {
      return membersIn(contract, schema).length > 0;
    } catch {
      return false;
    }
  };
  if (!apis.some(has)) throw mistake(`there is no schema ${schema} with members in the document.`);
}

function checkOnMembers(source: Source, checker: Checker, name: string, rule: OwnRule): void {
  const path = ['rules', name];
  const { kit, apis, mistake } = checker;
  const { form } = rule;
  const names = Object.keys(kit.memberForms);
  if (form === undefined)
    throw mistake(path, 'has no form. Write form: and a JSON Schema of these members.');
  if (isSchema(form)) {
    if (form === true || Object.keys(Object(form)).length === 0)
      throw mistake([...path, 'form'], 'allows every value, so the rule cannot fail.');
    const chosen = operationsOf(apis).filter(isOn(rule));
    const documents = [...new Set(chosen.map(({ contract }) => contract))];
    checkOwnSchema(source, form, [...path, 'form'], documents);
  } else if (!names.includes(form)) {
    const remedy = names.length > 0 ? suggestion(form, names) : '';
    throw mistake(
      [...path, 'form'],
      `there is no form ${form}.${remedy} A JSON Schema is a form too.`,
    );
  }
  const own = (at: Path): Path => (at[0] === 'members' ? ['rules', ...at.slice(1)] : at);
  const moved: Source = { ...source, error: (at, ...rest) => source.error(own(at), ...rest) };
  const forms = { ...kit.memberForms, [`${name}:`]: () => undefined };
  const { clause: _, ...checked } = rule;
  const members = { ...checked, form: isSchema(form) ? `${name}:` : form };
  checkMembers(checkerOf(moved, { ...checker, kit: { ...kit, memberForms: forms } }), {
    members: { [name]: members },
  } as unknown as Chapter);
}

function checkResponse(
  source: Source,
  response: ResponseData,
  path: Path,
  documents: readonly Contract[],
): void {
  const { status, headers = {}, body } = response;
  if (status === undefined && body === undefined && Object.keys(headers).length === 0)
    throw source.error(path, 'checks nothing. Write status, headers or body.');
  try {
    responseJudge(response);
  } catch (error) {
    throw source.error(path, `${(error as Error).message}.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    const at = [...path, 'headers', name];
    if (typeof value !== 'boolean' && isSecretHeader(name))
      throw source.error(
        at,
        'is a header with secrets, whose values are in no report. Write true (it is present) or false.',
      );
    if (typeof value !== 'string') checkOwnSchema(source, value, at, documents);
  }
  if (
    body === true ||
    (body !== undefined && Object.keys(Object(body)).length === 0 && body !== false)
  )
    throw source.error([...path, 'body'], 'allows every value, so the rule cannot fail.');
  if (body !== undefined) checkOwnSchema(source, body, [...path, 'body'], documents);
}
