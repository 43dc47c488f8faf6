/** A user's own rules as their file states them: chapters without code. docs/own-rules.md has examples. */
import { isObject, type JsonSchema, type Level } from '../../../src/kit.ts';
import { type CaseData, type Names, namesIn } from '../chapters/chapter.ts';
import type { ResponseData } from '../chapters/checks/response.ts';
import type { ChapterKit } from '../chapters/kit.ts';
import { holesIn } from '../chapters/template.ts';

/** A sentence that several rules cite by its id. */
interface OwnClause {
  readonly id: string;
  readonly statement: string;
  readonly section?: string;
  readonly level?: Level;
}

/** A case. Without steps its request is the only one, and a step with the name `request`. */
export type OwnCase = Omit<CaseData, 'sent' | 'each' | 'for' | 'by-itself' | 'wrong'>;

/** A rule has one more member, which is named after the form of its check. */
export interface OwnRule {
  readonly case?: string;
  /** The operations whose responses it judges, or globs of them; all by default. */
  readonly on?: Names;
  /** The id of a clause of the file, or the sentence itself. */
  readonly clause?: string;
  readonly level?: Level;
  readonly statement?: string;
  readonly cause?: string;
  readonly fix?: string;
  readonly follows?: Names;
  readonly given?: Names;
  readonly response?: ResponseData;
  readonly members?: Names;
  readonly 'objects-with'?: Names;
  readonly type?: string;
  readonly form?: string | JsonSchema;
  readonly [form: string]: unknown;
}

export interface RulesFile {
  readonly surface: string;
  readonly clauses?: readonly OwnClause[];
  readonly cases?: Readonly<Record<string, OwnCase>>;
  readonly rules: Readonly<Record<string, OwnRule>>;
}

/** The step of a case without steps. */
const ONLY_STEP = 'request';

/** What judges: every response of operations, members of accepted ones, or the responses of a case. */
export function kindOf(rule: OwnRule): 'response' | 'members' | 'case' {
  if (rule.members !== undefined || rule['objects-with'] !== undefined) return 'members';
  const { response, case: named } = rule;
  return response !== undefined && named === undefined && response.step === undefined
    ? 'response'
    : 'case';
}

/** The case of a rule, by name: the named one, or the first one. */
export const caseOfRule = ({ cases = {} }: RulesFile, rule: OwnRule): string =>
  rule.case ?? Object.keys(cases)[0] ?? '';

/** The case as a chapter has it. It needs the fixtures that its requests name. */
export function wholeCase(kit: ChapterKit, name: string, own: OwnCase): CaseData {
  const { sends = `the requests of ${name}`, steps = { [ONLY_STEP]: {} } } = own;
  const needs = own.needs ?? fixturesIn(kit, own);
  return { ...own, sends, steps, ...(needs.length > 0 && { needs }) };
}

/** The fixtures that every request of the case needs: not those with an alternative. */
function fixturesIn(kit: ChapterKit, { request, steps = {}, values = {} }: OwnCase): string[] {
  const parts = [request, values, ...Object.values(steps)].map(withoutChoices);
  const names = holesIn(parts).map(({ name }) => name);
  const isFixture = (name: string): boolean =>
    name in kit.example && !(name in kit.holes) && !(name in values);
  return [...new Set(names)].filter(isFixture);
}

function withoutChoices(part: unknown): unknown {
  if (typeof part === 'string') return part.includes(' or ') ? '' : part;
  if (Array.isArray(part)) return part.map(withoutChoices);
  if (!isObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, withoutChoices(one)]));
}

/** Name, level, clause and advice of a rule. The sentence of the clause is its statement, unless it has one. */
export function headOf({ clauses = [] }: RulesFile, name: string, rule: OwnRule) {
  const cited = clauses.find(({ id }) => id === rule.clause);
  const { section, statement: sentence = rule.clause ?? '' } = cited ?? {};
  const { level = cited?.level ?? 'MUST', statement = sentence, cause, fix, follows } = rule;
  return {
    ...{ name, level, statement },
    clause: section === undefined ? sentence : `${section}: ${sentence}`,
    ...(cause && { cause }),
    ...(fix && { fix }),
    ...(follows && { followsFrom: namesIn(follows) }),
  };
}
