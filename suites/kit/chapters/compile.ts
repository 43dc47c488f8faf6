/** Compiles a chapter to the requirements of one version of a surface. */
import { type Operation, type Requirement, suggestion } from '../../../src/kit.ts';
import type { Law, Test } from '../law.ts';
import type { Rejected } from '../rejections.ts';
import { lawsOf } from '../surface.ts';
import { type Case, caseOf, plannedCase } from './cases.ts';
import { causesOf } from './causes.ts';
import {
  type Advice,
  type Chapter,
  type ClauseOf,
  casesOf,
  casesRejectedBy,
  clauseOn,
  exceptOn,
  headOf,
  namesIn,
  ofCase,
  type RejectedStepData,
  type RuleData,
  wordedRule,
} from './chapter.ts';
import { ACCEPTED, EACH, eachForm, FORMS, formOf } from './checks/forms.ts';
import type { Api, ChapterKit } from './kit.ts';
import { rejectionRequirements } from './rows.ts';

/** The requirements of a chapter: its rules, then its rejections, on these operations or on all. */
export function chapterRequirements(
  kit: ChapterKit,
  api: Api,
  chapter: Chapter,
  only: readonly string[] = [],
): Requirement[] {
  return [...ofRules(kit, api, chapter, only), ...rejectionRequirements(kit, api, chapter, only)];
}

/** Operation by operation, in the order of the chapter. */
function ofRules(
  kit: ChapterKit,
  api: Api,
  chapter: Chapter,
  only: readonly string[],
): Requirement[] {
  const { on, cases = {}, rules = {}, clauses: [first] = [] } = chapter;
  const known = Object.keys(cases);
  const names = [on, ...Object.values(cases).map((one) => one.on)].flatMap((some) => namesIn(some));
  const isMeant = (name: string): boolean =>
    api.has(name) && (only.length === 0 || only.includes(name));
  return [...new Set(names)].filter(isMeant).flatMap((name) => {
    const operation = api.operation(name);
    const own = Object.entries(cases).filter(
      ([, { on: at = on, since }]) =>
        namesIn(at).includes(name) && (since === undefined || api.isSince(since)),
    );
    const made = new Map(
      own.map(([id, data]) => {
        const { name: named = id, sent } = data;
        const clause = clauseOn(data, name) ?? first?.id ?? '';
        const one = sent
          ? plannedCase(kit, operation, sent)
          : caseOf(kit, api, operation, named, clause, data);
        return [id, one] as const;
      }),
    );
    return Object.entries(rules).flatMap(([id, rule]) => {
      if (rule.on !== undefined && !namesIn(rule.on).includes(name)) return [];
      const member = rule['if-member'];
      if (member !== undefined && kit.bodyMember(operation, member) === undefined) return [];
      if (rule.since !== undefined && !api.isSince(rule.since)) return [];
      const rejected = casesRejectedBy(id, known);
      const found = namesIn(rejected ?? casesOf(rule, known)).flatMap((at) => {
        const one = made.get(at);
        return one === undefined ? [] : [{ at, ...one }];
      });
      if (rejected !== undefined) return found.flatMap((one) => rejectionsOf(one, rule));
      const [first, ...others] = found;
      if (first === undefined) return [];
      const { except, ...unexcepted } = rule;
      const isPast = except?.before !== undefined && api.isSince(except.before);
      const judged = isPast ? unexcepted : rule;
      if (EACH in rule) return ofEach(kit, chapter, operation, [first, ...others], id, judged);
      return found.flatMap((one) => ofRule(kit, chapter, operation, one, id, judged));
    });
  });
}

interface NamedCase extends Case {
  readonly at: string;
}

function ofRule(
  kit: ChapterKit,
  chapter: Chapter,
  operation: Operation,
  { at, test }: NamedCase,
  name: string,
  rule: RuleData,
): Requirement[] {
  const form = formOf(rule);
  const read = FORMS[form];
  if (read === undefined) throw new Error(`${name} has no check`);
  return ruled(kit, chapter, operation, at, name, rule, () => {
    const given = namesIn(rule.given && ofCase(rule.given, at, rule));
    return test(given, read(ofCase(rule[form], at, rule), kit).judge);
  });
}

/** One requirement for the responses of all cases. */
function ofEach(
  kit: ChapterKit,
  chapter: Chapter,
  operation: Operation,
  cases: readonly [NamedCase, ...NamedCase[]],
  name: string,
  rule: RuleData,
): Requirement[] {
  const judge = eachForm(rule[EACH], kit);
  const isOfSeveral = chapter.cases?.[cases[0].at]?.['several-operations'] === true;
  return ruled(kit, chapter, operation, cases[0].at, name, rule, () => ({
    probes: cases.map(({ probe }) => probe),
    check: (exchange) =>
      isOfSeveral || exchange.request.operation === operation ? judge(exchange) : undefined,
  }));
}

/** The requirement of a rule with this test. Without a clause it has that of its case. */
function ruled(
  kit: ChapterKit,
  { clauses = [], cases = {} }: Chapter,
  operation: Operation,
  at: string,
  name: string,
  rule: RuleData,
  test: () => Test,
): Requirement[] {
  const own = cases[at] && clauseOn(cases[at], operation.name);
  const worded = wordedRule(name, rule, kit.words());
  const clause = worded.clause && ofCase(worded.clause, at, rule);
  const statement = worded.statement ?? ('accepts' in rule ? ACCEPTED : undefined);
  const [cause, fix] = [worded.cause, worded.fix].map((text) => ofCase(text, at, rule));
  const head = {
    ...{ ...worded, cause, fix },
    ...(clause && { clause }),
    ...(statement && { statement }),
  } as Advice;
  const law: Law<{ readonly operation: Operation }> = {
    ...headOf(name, head, clauses, kit.clauseOf, own),
    ...(rule.except && { except: exceptOn(rule.except) }),
    test: () => ({
      ...test(),
      ...(rule['any-traffic'] && { anyTraffic: true as const }),
      ...(rule.proof && { proof: rule.proof }),
      ...(rule['if-good'] && { withControl: true as const }),
    }),
  };
  return lawsOf(kit, [law], [{ operation }]);
}

function rejectionsOf({ rejected }: Case, rows: RuleData): Requirement[] {
  if (rejected === undefined) throw new Error('a case without an effect has no rejected steps');
  return Object.entries(rows as unknown as Readonly<Record<string, RejectedStepData>>).flatMap(
    ([row, { given, step, codes, clause }]) =>
      rejected(namesIn(given), { [row]: [step, ...namesIn(codes)] }, clause),
  );
}

/** The row of a step that is wrong in this way. Its clause is that of the scenario by default. Throws if there is none. */
export function rejectedRow(
  { rows = {} }: Chapter,
  name: string,
  clauseOf: ClauseOf,
): Rejected<never> {
  const row = rows[name];
  if (row === undefined)
    throw new Error(`no rule says that ${name} is rejected.${suggestion(name, Object.keys(rows))}`);
  const { clause, statement, cause, causes, fix, follows, status } = row;
  const level = row.level ?? (clause ? clauseOf(clause)?.level : undefined) ?? 'MUST';
  const other = row['or-else'];
  return {
    ...{ name, level, statement, cause, fix },
    ...(clause && { clause }),
    ...(causes && { causes: causesOf(causes) }),
    ...(follows && { followsFrom: namesIn(follows) }),
    ...(status && { status }),
    ...(other && { orElse: { status: other.status, codes: namesIn(other.codes) } }),
  };
}
