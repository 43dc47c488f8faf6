/** Splits the verdicts of a report into failures, one for each cause. */

import { defined } from '../../model/defined.ts';
import { type Finding, isNull, type Verdict } from '../../model/index.ts';
import { groupBy, ruleIdOf } from '../names.ts';
import { typeIn } from './failure.ts';
import { SEVERAL } from './groups.ts';

/** The failed MUSTs and SHOULDs; each counterexample with a separate cause becomes a separate verdict. */
export function failuresOf(verdicts: readonly Verdict[]): readonly Verdict[] {
  return verdicts
    .filter((v) => v.outcome === 'failed' && v.level !== 'MAY')
    .flatMap(byCounterexample)
    .flatMap(byComponent);
}

function byCounterexample(verdict: Verdict): readonly Verdict[] {
  const { otherCounterexamples = [], ...first } = verdict;
  if (otherCounterexamples.length === 0) return [verdict];
  const others = otherCounterexamples.map(
    ({ findings, cause, fix, followsFrom, rowStatement, ...counterexample }) => ({
      ...advised(first, findings),
      ...defined({ cause, fix, followsFrom, rowStatement }),
      counterexample,
    }),
  );
  return [first, ...others];
}

/** The verdict with these findings. Its advice is that of its first finding. */
function advised(verdict: Verdict, findings: readonly Finding[]): Verdict {
  const { cause, fix, rowStatement, ...others } = verdict;
  const [own, other] = [verdict.findings[0], findings[0]];
  const isOfRow = own?.row === other?.row;
  const areAlike =
    own && other && isOfRow && (violationOf(own) === violationOf(other) || areNulls(own, other));
  if (areAlike) return { ...verdict, findings };
  return { ...others, ...(isOfRow && defined({ rowStatement })), findings };
}

/** An absent member that is written as null has the same cause in every component. */
function areNulls(one: Finding, other: Finding): boolean {
  return isNull(one.actual) && isNull(other.actual);
}

/** The failures of one problem; counterexamples of one verdict are joined again. */
export function together(failures: readonly Verdict[]): readonly Verdict[] {
  return groupBy(failures, ({ requirement }) => requirement).flatMap(([, own]) => {
    // All parts of a verdict have its evidence.
    const parts = new Map<unknown, Verdict[]>();
    for (const part of own) parts.set(part.evidence, [...(parts.get(part.evidence) ?? []), part]);
    return [...parts.values()].flatMap(asOne);
  });
}

function asOne(parts: readonly Verdict[]): readonly Verdict[] {
  const examples = new Map(parts.map((part) => [part.counterexample?.curl, part]));
  const [first, ...others] = examples.values();
  if (first === undefined || others.length === 0) return parts;
  const otherCounterexamples = others.flatMap((part) => {
    const { counterexample, findings, cause, fix, followsFrom, rowStatement } = part;
    const own = defined({ cause, fix, followsFrom, rowStatement });
    const advice = ruleIdOf(part) === ruleIdOf(first) ? {} : own;
    return counterexample ? [{ ...counterexample, ...advice, findings }] : [];
  });
  return [{ ...first, otherCounterexamples }];
}

/** One body may break the schemas of several components, each with its own encoder. */
function byComponent(verdict: Verdict): readonly Verdict[] {
  const { findings } = verdict;
  const isPlain = findings.every(({ schema, keyword }) => schema && !CHOICES.has(keyword ?? ''));
  if (findings.length < 2 || !isPlain || areOptionalNulls(verdict)) return [verdict];
  const wrapped = lackingMost(findings);
  const parts = groupBy(findings, (one) =>
    isMissing(one) && wrapped.has(componentOf(one)) ? componentOf(one) : violationOf(one),
  );
  return parts.length === 1 ? [verdict] : parts.map(([, own]) => advised(verdict, own));
}

/** The components of which so many members are missing that another object stands in their place. */
function lackingMost(findings: readonly Finding[]): ReadonlySet<string> {
  const missing = groupBy(findings.filter(isMissing), componentOf);
  return new Set(
    missing
      .filter(([, own]) => new Set(own.map(({ schema }) => schema)).size >= SEVERAL)
      .map(([component]) => component),
  );
}

const isMissing = ({ keyword }: Finding): boolean => keyword === 'required';

const componentOf = ({ schema = '' }: Finding): string => schema.split('/')[0] ?? '';

/** Null breaks no MUST where a member may be absent: one encoder writes all of these, in any component. */
function areOptionalNulls({ level, findings }: Verdict): boolean {
  return level === 'SHOULD' && findings.every((f) => f.keyword === 'type' && isNull(f.actual));
}

/** A wrong value inside a branch of a choice also breaks the other branches. */
const CHOICES: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'not']);

/** The broken component, the place and the kind of error; values with the same wrong type have one cause. */
function violationOf({ schema, keyword, expected, actual }: Finding): string {
  // An encoder that writes one absent member as null writes all of them as null.
  if (isNull(actual)) return JSON.stringify([schema?.split('/')[0], 'null']);
  return JSON.stringify(
    keyword === 'type' ? [schema, keyword, expected, typeIn(actual)] : [schema, keyword],
  );
}
