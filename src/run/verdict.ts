/** Turns the judgement of a requirement into a verdict of the report: full URLs, no secrets. */
import { loadClauses } from '../contract/load.ts';
import { inBrief, publishedPlaces } from '../contract/published.ts';
import type { HarView } from '../evidence/entry.ts';
import type { RequirementJudgement } from '../judge/judge.ts';
import type { ShownCase } from '../judge/judgement.ts';
import { defined } from '../model/defined.ts';
import {
  type Counterexample,
  type Finding,
  type Found,
  type Place,
  type Requirement,
  ruleOf,
  type Surface,
  type Verdict,
  wrongIn,
} from '../model/index.ts';
import { adviceOf, contradiction } from './advice.ts';
import { counterexampleOf, sentFor } from './counterexample.ts';
import { redacted } from './settings.ts';
import type { Sources } from './sources.ts';

/** Turns the judgement of a requirement into a verdict of the report. */
export function verdictOf(
  surface: Pick<Surface, 'clauses' | 'isDocumentOf'>,
  seed: number,
  shown: HarView,
  sources: Sources = () => ({}),
): (judged: RequirementJudgement) => Verdict {
  const clauseOf = clauseTexts(surface);
  return (judged) =>
    verdict(
      judged,
      clauseOf,
      (one) => ({
        ...sentFor(judged.requirement, one),
        ...counterexampleOf(one, seed, shown),
        ...redactedSources(sources(one.exchange), shown),
      }),
      shown,
    );
}

function redactedSources(found: ReturnType<Sources>, { redact }: HarView): ReturnType<Sources> {
  const redacted = (one: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(one).map(([name, at]) => [name, at.map(redact)]));
  return Object.fromEntries(Object.entries(found).map(([name, all]) => [name, all.map(redacted)]));
}

function verdict(
  judged: RequirementJudgement,
  clauseOf: ReturnType<typeof clauseTexts>,
  shownAs: (one: ShownCase) => Counterexample,
  shown: HarView,
): Verdict {
  const { requirement } = judged;
  const counterexample = judged.counterexample && shownAs(judged.counterexample);
  const [first] = judged.findings;
  const advice = judged.outcome === 'failed' &&
    first && {
      ...redactedAdvice(adviceOf(requirement, foundIn(judged, first)), shown),
      ...(counterexample && contradiction(first, counterexample)),
    };
  return {
    requirement: requirement.id,
    operation: requirement.probes[0]?.operation.key ?? '',
    level: requirement.level,
    outcome: judged.outcome,
    ...(judged.reason ? { reason: judged.reason } : {}),
    ...(judged.note ? { note: shown.redact(judged.note) } : {}),
    ...failsWhen(judged),
    ...afterIn(judged, shown),
    ...patternIn(judged, shown),
    statement: requirement.statement,
    ...(requirement.blocks ? { blocks: requirement.blocks } : {}),
    clause: clauseOf(first ? ruleOf(requirement, first) : requirement),
    ...defined({ wrong: wrongIn(requirement) }),
    ...advice,
    exchanges: judged.exchanges,
    conclusive: judged.conclusive,
    findings: findingsOf(judged, shown),
    ...onlyIn(judged, shown),
    ...(judged.failsIn ? { failsIn: judged.failsIn } : {}),
    ...(counterexample ? { counterexample } : {}),
    ...(judged.others
      ? {
          otherCounterexamples: judged.others.map((other) => ({
            ...shownAs(other),
            ...redactedAdvice(adviceOfRow(requirement, other, first), shown),
            findings: findingsOf(other, shown),
          })),
        }
      : {}),
    evidence: judged.evidence,
  };
}

/** The difference between failing and passing requests, without secrets. */
function onlyIn(
  { outcome, only }: RequirementJudgement,
  { redact }: HarView,
): Pick<Verdict, 'only'> {
  if (only === undefined || outcome !== 'failed') return {};
  const texts = Object.entries(only).map(([name, one]) => [
    name,
    typeof one === 'string' && name !== 'is' ? redact(one) : one,
  ]);
  return { only: Object.fromEntries(texts) };
}

/** Failures that one request by itself need not show. What is lost at random is one of them. */
function failsWhen({
  outcome,
  requirement,
  when,
  share,
}: RequirementJudgement): Pick<Verdict, 'failsWhen' | 'share'> {
  const isLost = 'expects' in requirement && requirement.expects === 'completeness';
  const found = when ?? (isLost ? 'now-and-then' : undefined);
  return outcome === 'failed' && found !== undefined
    ? { failsWhen: found, ...defined({ share }) }
    : {};
}

/** Cause and fix may quote the target. */
function redactedAdvice(
  { cause, fix, ...rest }: ReturnType<typeof adviceOf>,
  { redact }: HarView,
): ReturnType<typeof adviceOf> {
  return {
    ...(cause !== undefined && { cause: redact(cause) }),
    ...(fix !== undefined && { fix: redact(fix) }),
    ...rest,
  };
}

/** The advice for another row than that of the first finding; that of the same row stands in the verdict. */
function adviceOfRow(
  requirement: Requirement,
  { exchange, findings: [finding] }: NonNullable<RequirementJudgement['others']>[number],
  first: Finding | undefined,
): ReturnType<typeof adviceOf> {
  if (finding === undefined || finding.row === first?.row) return {};
  return adviceOf(requirement, { finding, exchange, when: undefined });
}

function findingsOf(
  { findings }: Pick<RequirementJudgement, 'findings'>,
  shown: HarView,
): Finding[] {
  return findings.map((one) => findingOf(one, shown));
}

function foundIn(
  { counterexample, when, pattern, only }: RequirementJudgement,
  finding: Finding,
): Found {
  const isKept = counterexample?.reproduction?.keeps;
  return { finding, exchange: counterexample?.exchange, when, isKept, pattern, only };
}

/** What the other responses of the run show, without secrets. */
function patternIn(
  { outcome, pattern }: RequirementJudgement,
  { redact }: HarView,
): Pick<Verdict, 'pattern'> {
  if (pattern === undefined || outcome !== 'failed') return {};
  if (pattern.is !== 'of-another') return { pattern };
  const { at, differsIn } = pattern;
  const places = defined({ at: at && redact(at), differsIn: differsIn && redact(differsIn) });
  return { pattern: { ...pattern, ...places } };
}

/** The earlier request of a failure, without secrets. */
function afterIn(
  { outcome, after }: RequirementJudgement,
  { redact }: HarView,
): Pick<Verdict, 'after'> {
  if (after === undefined || outcome !== 'failed') return {};
  const { at, value } = after;
  return {
    after: {
      ...after,
      ...(at !== undefined && { at: redact(at) }),
      ...(typeof value === 'string' && { value: redact(value) }),
    },
  };
}

function findingOf(one: Finding, { redact }: HarView): Finding {
  const { at, expected, actual, where, sameAs, ...typed } = one;
  return {
    ...typed,
    ...(where && { where: redactedTexts(where, redact) }),
    ...(sameAs && { sameAs: redactedTexts(sameAs, redact) }),
    at: redactedPlace(at, redact),
    expected: redacted(expected, redact),
    actual: redacted(actual, redact),
  };
}

/** The same without secrets in its texts. */
function redactedTexts<T extends object>(one: T, redact: HarView['redact']): T {
  const shown = Object.entries(one).map(([name, value]) => [
    name,
    typeof value === 'string' ? redact(value) : Array.isArray(value) ? value.map(redact) : value,
  ]);
  return Object.fromEntries(shown);
}

/** The words and names of a place without secrets; a pointer stays one. */
function redactedPlace(at: Place, redact: HarView['redact']): Place {
  const { part, ...given } = at;
  const texts = Object.entries(given).map(([name, text]) => [name, redact(text)] as const);
  const shown = { ...Object.fromEntries(texts), part } as Place;
  if (!('pointer' in shown) || /^(?:$|\/)/.test(shown.pointer)) return shown;
  return { ...shown, pointer: `/${shown.pointer}` };
}

/** Gives section, places in the published documents, and statement of a clause; its name if it is not known. */
function clauseTexts({
  clauses: documents = [],
  isDocumentOf,
}: Pick<Surface, 'clauses' | 'isDocumentOf'>): (requirement: Requirement) => string {
  const clauses = loadClauses(documents);
  return ({ clause, probes: [probe] }) => {
    const found = clauses.get(clause);
    if (found === undefined) return clause;
    const places = publishedPlaces(found, probe?.operation, isDocumentOf) ?? [];
    const published = places.length === 0 ? '' : ` (${inBrief(places)})`;
    return `${found.section}${published}: ${found.statement}`;
  };
}
