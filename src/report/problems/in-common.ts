/** What holds for all failures of a problem that show alike: the title of the problem names only that. */
import {
  type Distinction,
  isOwnStatus,
  statusesIn,
  statusOf,
  type Verdict,
  WIDE_SPELLING,
} from '../../model/index.ts';
import { LABEL } from '../effect.ts';
import { groupBy, ruleNameOf } from '../names.ts';
import { textOf } from '../words.ts';

/** The requests that are wrong in such a part, in words. */
const WRONG = {
  framing: 'requests that cannot be decoded',
  schema: 'requests that break their schema',
  identifier: 'ids that are unknown or malformed',
} as const;

/** The first failure of a problem without what others that show alike do without: its condition, and its request. */
export function inCommon([first, ...others]: readonly [Verdict, ...Verdict[]]): Verdict {
  const ofErrors = aboutErrors(first, others);
  if (ofErrors !== undefined) return ofErrors;
  const alike = [first, ...others.filter((one) => isAlike(one, first))];
  return withCommonRequest(withCommonCondition(first, alike), alike);
}

/**
 * An error with a wrong status says why by a rule that finds the same wrong status at every operation of the problem, and
 * the first rule does so at fewer, or for fewer kinds of requests: the status goes with the error, whatever the request was.
 */
function aboutErrors(first: Verdict, others: readonly Verdict[]): Verdict | undefined {
  const status = wrongStatusIn(first);
  if (status === undefined) return undefined;
  const operations = new Set([first, ...others].map(({ operation }) => operation));
  const same = others.filter((one) => wrongStatusIn(one) === status);
  const wide = groupBy(same, ruleNameOf).find(([, own]) => areAll(own, operations))?.[1];
  const narrow = same.filter((one) => ruleNameOf(one) === ruleNameOf(first));
  if (wide === undefined) return undefined;
  const isNarrow = kindsIn([first, ...narrow]) < kindsIn(wide);
  if (areAll([first, ...narrow], operations) && !isNarrow) return undefined;
  const { only: _, ...shown } = first;
  return { ...withoutRequest(shown), findings: wide[0].findings };
}

/** The number of kinds of requests that fail. */
function kindsIn(verdicts: readonly Verdict[]): number {
  const kinds = verdicts.flatMap(({ failsIn = [] }) =>
    failsIn.map((path) => path.split('#', 1)[0]),
  );
  return new Set(kinds).size;
}

function withoutRequest(verdict: Verdict): Verdict {
  if (verdict.counterexample === undefined) return verdict;
  const { sends: _, ...counterexample } = verdict.counterexample;
  return { ...verdict, counterexample };
}

/** The statuses of an error that should have another one: `412 400`. */
function wrongStatusIn({ findings: [finding] }: Verdict): string | undefined {
  if (finding === undefined || !isOwnStatus(finding.at)) return undefined;
  const [came = 0, due = 0] = [statusOf(finding.actual), statusesIn(finding.expected)[0]];
  return came >= 400 && due >= 400 ? `${came} ${due}` : undefined;
}

function areAll(own: readonly Verdict[], operations: ReadonlySet<string>): boolean {
  return new Set(own.map(({ operation }) => operation)).size === operations.size;
}

/** True for failures of one rule, and for those that differ from what is expected in the same way. */
function isAlike(one: Verdict, first: Verdict): boolean {
  return ruleNameOf(one) === ruleNameOf(first) || effectIn(one) === effectIn(first);
}

function effectIn({ findings: [finding] }: Verdict): string | undefined {
  return finding && JSON.stringify([finding.at, textOf(finding.expected), textOf(finding.actual)]);
}

/**
 * The condition counts if most of the failures have one of its kind; if the first one has none, that of most others. Of
 * spellings, a narrow one, which only some operations show, says more than the wide one.
 */
function withCommonCondition(first: Verdict, alike: readonly Verdict[]): Verdict {
  const { only, ...others } = first;
  const conditions = alike.flatMap((one) => one.only ?? []);
  if (only !== undefined) {
    if (!areMost(alike, (one) => one.only?.is === only.is || hasInPath(one, only))) return others;
    const narrow = conditions.find(({ at, value }) => at === 'spelling' && value !== WIDE_SPELLING);
    return only.at === 'spelling' && narrow ? { ...first, only: narrow } : first;
  }
  const [one] = conditions;
  const isFree = first.failsWhen === undefined && first.findings[0]?.where === undefined;
  const isOfMost =
    one !== undefined && areMost(alike, (other) => !!other.only && areSame(other.only, one));
  return isFree && isOfMost ? { ...first, only: one } : first;
}

/** True if the condition is a character of the path, and the request has it too: not every request can be tried without. */
function hasInPath({ counterexample }: Verdict, { at, is, value }: Distinction): boolean {
  const { url = '' } = counterexample?.request ?? {};
  return (
    at === 'path' && is === 'contains' && url.split('?', 1)[0]?.includes(String(value)) === true
  );
}

/** The same difference in a member of the same name. */
function areSame(one: Distinction, other: Distinction): boolean {
  const nameOf = ({ at }: Distinction): string | undefined => at.split('/').at(-1);
  return one.is === other.is && one.value === other.value && nameOf(one) === nameOf(other);
}

/** If most of the failures show in other wrong requests, what they have in common is the part that is wrong. */
function withCommonRequest(first: Verdict, alike: readonly Verdict[]): Verdict {
  const { counterexample } = first;
  if (counterexample === undefined) return first;
  const { wrong } = counterexample;
  const sent = sentIn(first);
  if (wrong === undefined || areMost(alike, (one) => sentIn(one) === sent))
    return withoutLabel(first, alike);
  // Where valid requests fail as well, what is wrong in this one does not matter.
  if (alike.some((one) => one.counterexample?.wrong === undefined)) return withoutRequest(first);
  const isOfPart = alike.every((one) => one.counterexample?.wrong === wrong);
  const sends = isOfPart ? WRONG[wrong] : 'wrong requests';
  return { ...first, counterexample: { ...counterexample, sends } };
}

/** The label of a case names only one of the forms if the failures show in several. */
function withoutLabel(first: Verdict, alike: readonly Verdict[]): Verdict {
  const { counterexample } = first;
  const sends = sentIn(first);
  const forms = new Set(
    alike.filter((one) => sentIn(one) === sends).map((one) => one.counterexample?.sends),
  );
  if (counterexample === undefined || sends === undefined || forms.size < 2) return first;
  return { ...first, counterexample: { ...counterexample, sends } };
}

function areMost(all: readonly Verdict[], isSo: (one: Verdict) => boolean): boolean {
  return 2 * all.filter(isSo).length > all.length;
}

function sentIn({ counterexample }: Verdict): string | undefined {
  return counterexample?.sends?.replace(LABEL, '');
}
