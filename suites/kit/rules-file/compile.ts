/** Compiles a user's own rules to requirements of a surface. */
import {
  finding,
  glob,
  isObject,
  type JsonSchema,
  type Operation,
  onEveryResponse,
  type Requirement,
  type Surface,
  validator,
} from '../../../src/kit.ts';
import { caseOf } from '../chapters/cases.ts';
import { namesIn } from '../chapters/chapter.ts';
import { FORMS, formOf } from '../chapters/checks/forms.ts';
import { responseJudge } from '../chapters/checks/response.ts';
import type { Api, ChapterKit } from '../chapters/kit.ts';
import { type MemberForm, memberLaws } from '../chapters/members.ts';
import { isAccepted } from '../judges.ts';
import type { Law } from '../law.ts';
import { lawsOf } from '../surface.ts';
import { caseOfRule, headOf, kindOf, type OwnRule, type RulesFile, wholeCase } from './data.ts';
import { apiOf } from './kit.ts';

/** The requirements of a rules file on a surface. Operations that this version of it lacks are left out. */
export function ownRequirements(
  surface: Surface,
  kit: ChapterKit,
  file: RulesFile,
): readonly Requirement[] {
  const api = apiOf(surface);
  const cases = casesOf(kit, api, file);
  return Object.entries(file.rules).flatMap(([name, rule]) => {
    const kind = kindOf(rule);
    if (kind === 'response') return onResponses(surface, kit, file, name, rule);
    if (kind === 'members') return onMembers(surface, kit, file, name, rule);
    return onCase(kit, api, file, cases, name, rule);
  });
}

/** The start of the names of own requests, so that they are none of the surface's. */
export const OWN = 'own-';

type Cases = ReadonlyMap<string, ReadonlyMap<string, ReturnType<typeof caseOf>>>;

/** The cases by their names, and then by operation: rules on one case share its requests. */
function casesOf(kit: ChapterKit, api: Api, { cases = {} }: RulesFile): Cases {
  const made = Object.entries(cases).map(([name, own]) => {
    const data = wholeCase(kit, name, own);
    const each = namesIn(data.on)
      .filter(api.has)
      .map((one) => [one, caseOf(kit, api, api.operation(one), OWN + name, '', data)] as const);
    return [name, new Map(each)] as const;
  });
  return new Map(made);
}

/** True for the operations that a rule is on. */
export function isOn({ on }: OwnRule): (operation: Operation) => boolean {
  if (on === undefined) return () => true;
  const globs = namesIn(on).map(glob);
  return ({ name }) => globs.some((matches) => matches(name));
}

function onResponses(
  surface: Surface,
  { asDocumented }: ChapterKit,
  file: RulesFile,
  name: string,
  rule: OwnRule,
): readonly Requirement[] {
  const judge = responseJudge(rule.response ?? {});
  return onEveryResponse(surface, {
    ...headOf(file, name, rule),
    appliesTo: isOn(rule),
    check: (exchange) => judge(asDocumented?.(exchange) ?? exchange),
  });
}

function onMembers(
  surface: Surface,
  kit: ChapterKit,
  file: RulesFile,
  name: string,
  rule: OwnRule,
): readonly Requirement[] {
  const { cause = '', fix = '', ...head } = headOf(file, name, rule);
  const form = typeof rule.form === 'string' ? rule.form : name;
  const forms = typeof rule.form === 'string' ? kit.memberForms : { [name]: fits(rule.form) };
  const laws = memberLaws<{ readonly operation: Operation }>(
    forms,
    (check) =>
      ({ operation }) => ({
        probes: surface.requirements
          .flatMap(({ probes }) => probes)
          .filter((one, at, all) => one.operation === operation && all.indexOf(one) === at),
        anyTraffic: true,
        check: (exchange) =>
          isAccepted(exchange) ? check(exchange.response.body, exchange) : undefined,
      }),
    { members: { [name]: { ...rule, ...head, cause, fix, form } } },
    () => undefined,
  );
  const subjects = surface.operations.filter(isOn(rule)).map((operation) => ({ operation }));
  return lawsOf(kit, laws, subjects).map(withoutEmpty);
}

/** The form of members that fit a JSON Schema. */
function fits(schema: JsonSchema = true): MemberForm {
  return ({ at, value }, { request }) => {
    if (value === undefined) return undefined;
    const [wrong] = validator(request.operation.contract, schema)(value);
    if (wrong === undefined) return [];
    const { expected, actual, keyword } = wrong;
    return [{ ...finding(`${at}${wrong.at}`, expected, actual), keyword }];
  };
}

function onCase(
  kit: ChapterKit,
  api: Api,
  file: RulesFile,
  cases: Cases,
  name: string,
  rule: OwnRule,
): readonly Requirement[] {
  const form = formOf(rule);
  const read = FORMS[form];
  if (read === undefined) throw new Error(`${name} has no check`);
  const { judge } = read(rule[form], kit);
  const { cause = '', fix = '', ...head } = headOf(file, name, rule);
  const given = namesIn(rule.given);
  return [...(cases.get(caseOfRule(file, rule)) ?? [])].flatMap(([on, { test }]) => {
    const found = test(given, judge);
    // A target that rejects everything proves nothing.
    const needsControl =
      form === 'rejected' && given.length === 0 && found.probes.some(({ control }) => control);
    const law: Law<unknown> = {
      ...{ ...head, cause, fix },
      test: () => ({ ...found, ...(needsControl && { withControl: true as const }) }),
    };
    return lawsOf(kit, [law], [{ operation: api.operation(on) }]).map(withoutEmpty);
  });
}

/** Advice is optional for users. */
function withoutEmpty(requirement: Requirement): Requirement {
  return Object.freeze(
    Object.fromEntries(Object.entries(requirement).filter(([, value]) => value !== '')),
  ) as unknown as Requirement;
}

export const isSchema = (value: unknown): value is JsonSchema =>
  isObject(value) || typeof value === 'boolean';
