/** Splits the verdicts of a report into failures, one for each cause. */

import { defined } from '../../model/defined.ts';
import {
  type Finding,
  isNull,
  isObject,
  parsedJson,
  type Shown,
  type Verdict,
} from '../../model/index.ts';
import { groupBy, ruleIdOf } from '../names.ts';
import { textOf } from '../words.ts';
import { isStatus } from './places.ts';

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
    ({ findings, cause, fix, followsFrom, ...counterexample }) => ({
      ...advised(first, findings),
      ...defined({ cause, fix, followsFrom }),
      counterexample,
    }),
  );
  return [first, ...others];
}

/** The verdict with these findings. Its advice is that of its first finding. */
function advised(verdict: Verdict, findings: readonly Finding[]): Verdict {
  const { cause, fix, ...others } = verdict;
  const [own, other] = [verdict.findings[0], findings[0]];
  const areAlike =
    own &&
    other &&
    own.row === other.row &&
    (violationOf(own) === violationOf(other) || areNulls(own, other));
  return { ...(areAlike ? verdict : others), findings };
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
    const { counterexample, findings, cause, fix, followsFrom } = part;
    const advice = ruleIdOf(part) === ruleIdOf(first) ? {} : defined({ cause, fix, followsFrom });
    return counterexample ? [{ ...counterexample, ...advice, findings }] : [];
  });
  return [{ ...first, otherCounterexamples }];
}

/** One body may break the schemas of several components, each with its own encoder. */
function byComponent(verdict: Verdict): readonly Verdict[] {
  const { findings } = verdict;
  const isPlain = findings.every(({ schema, keyword }) => schema && !CHOICES.has(keyword ?? ''));
  if (findings.length < 2 || !isPlain || areOptionalNulls(verdict)) return [verdict];
  const parts = groupBy(findings, violationOf);
  return parts.length === 1 ? [verdict] : parts.map(([, own]) => advised(verdict, own));
}

/** Null breaks no MUST where a member may be absent: one encoder writes all of these, in any component. */
export function areOptionalNulls({ level, findings }: Verdict): boolean {
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

/** The JSON type of a displayed value. */
export function typeIn(shown: Shown): string {
  if ('value' in shown) return shown.value === null ? 'null' : typeof shown.value;
  return 'type' in shown ? shown.type : textOf(shown);
}

/** True for a body that breaks its schema: other findings in it follow from that. */
export function isShape({ findings: [finding] }: Verdict): boolean {
  return finding?.keyword !== undefined;
}

const unquoted = (shown: Finding['actual']): string => textOf(shown).replace(/^"|"$/g, '');

/** The end of the expected text that the actual one lacks; `undefined` if that is not the difference. */
export function cutFrom({ expected, actual }: Finding): string | undefined {
  const [due = '', came = ''] = [expected, actual].map(unquoted);
  const isCut = came !== '' && came.length < due.length && due.startsWith(came);
  return isCut ? due.slice(came.length) : undefined;
}

/** The status of the response that shows the failure; 0 if none does. */
export function statusShown({ counterexample }: Verdict): number {
  return counterexample?.response?.status ?? 0;
}

/** Errors and successes have different schemas. */
export function isError(verdict: Verdict): boolean {
  return statusShown(verdict) >= 400;
}

/** True for a success whose body is an error: the request was rejected, and only the status is wrong. */
export function isErrorSentAsSuccess(verdict: Verdict): boolean {
  if (statusShown(verdict) >= 300) return false;
  const value = parsedJson(verdict.counterexample?.response?.body ?? '');
  return isObject(value) && ERROR_NAMES.some((name) => typeof value[name] === 'string');
}

/** The documented errors of both surfaces have one of these members, and no success has. */
const ERROR_NAMES = ['error', 'code'] as const;

/** The object lacks all its required members: it is another one, or its members have other names. */
export function isOtherObject({ findings: [finding] }: Verdict): boolean {
  return finding?.keyword === 'required' && finding.schema?.includes('/') === false;
}

/** True for a body with the documented shape and wrong contents: a body that breaks its schema is a cause of its own. */
export function isOfContents({ findings: [f] }: Verdict): boolean {
  return f !== undefined && !isStatus(f) && f.kind !== 'header' && f.keyword === undefined;
}

/** True if all known cases of the failures are among those of the others. */
export function areOnlyIn(failures: readonly Verdict[], others: readonly Verdict[]): boolean {
  const cases = new Set(others.flatMap(({ failsIn = [] }) => failsIn));
  return failures.every(({ failsIn = [] }) => failsIn.every((name) => cases.has(name)));
}
