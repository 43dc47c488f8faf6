/** Compiles the rules of a chapter about members of responses, wherever an operation shows them. */
import {
  type CheckResult,
  type CompleteExchange,
  type DescribedMember,
  describedMembers,
  type Operation,
} from '../../../src/kit.ts';
import { canHave } from '../can-have.ts';
import { isObject, type Json } from '../json.ts';
import type { Law } from '../law.ts';
import { type Chapter, type ClauseOf, headOf, type MemberRuleData, namesIn } from './chapter.ts';

/** Judges a member; `undefined` if it shows nothing about the form. */
export type MemberForm = (place: DescribedMember, exchange: CompleteExchange) => CheckResult;

/** The test that judges each accepted response to any request of the operation. */
type OnBodies<S> = (
  check: (body: unknown, exchange: CompleteExchange) => CheckResult,
) => Law<S>['test'];

/** One law for each rule. An operation has it if its response can have such a member. */
export function memberLaws<S extends { readonly operation: Operation }>(
  forms: Readonly<Record<string, MemberForm>>,
  onBodies: OnBodies<S>,
  { clauses = [], members = {} }: Chapter,
  clauseOf: ClauseOf,
): Law<S>[] {
  return Object.entries(members).map(([id, rule]) => {
    const judge = forms[rule.form];
    if (judge === undefined) throw new Error(`${id}: there is no form ${rule.form}`);
    const isOne = isMeant(rule);
    return {
      ...headOf(id, rule, clauses, clauseOf),
      test: (subject) => {
        const { contract, responses } = subject.operation;
        const schema = responses[200]?.['application/json'];
        if (schema === undefined || !canHave(contract, schema, isOne)) return undefined;
        const judged = onBodies((body, exchange) => {
          let seen = false;
          for (const place of describedMembers(contract, schema, body)) {
            const found = isOne(place.name, place.schema) ? judge(place, exchange) : undefined;
            if (found?.length) return found;
            seen ||= found !== undefined;
          }
          return seen ? [] : 'inapplicable';
        })(subject);
        return judged && { ...judged, ...(rule.proof && { proof: rule.proof }) };
      },
    };
  });
}

/** True for the members that a rule names, or for objects that have all of them. */
export function isMeant(rule: MemberRuleData): (name: string, schema: Json) => boolean {
  const names = namesIn(rule.members);
  const inner = namesIn(rule['objects-with']);
  return (name, { properties, type, oneOf }) =>
    names.length === 0
      ? isObject(properties) && inner.every((one) => one in properties)
      : names.includes(name) &&
        (rule.type === undefined ||
          (rule.type === 'one-of' ? Array.isArray(oneOf) : type === rule.type));
}
