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
        ...redacted(sources(one.exchange), shown.redact),
      }),
      shown,
    );
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
    ...aboutRequests(judged, shown),
    statement: requirement.statement,
    ...(requirement.blocks ? { blocks: requirement.blocks } : {}),
    clause: clauseOf(first ? ruleOf(requirement, first) : requirement),
    ...defined({ wrong: wrongIn(requirement) }),
    ...advice,
    exchanges: judged.exchanges,
    conclusive: judged.conclusive,
    findings: judged.findings.map((one) => findingOf(one, shown)),
    ...(judged.failsIn ? { failsIn: judged.failsIn } : {}),
    ...(counterexample ? { counterexample } : {}),
    ...(judged.others
      ? {
          otherCounterexamples: judged.others.map((other) => ({
            ...shownAs(other),
            ...redactedAdvice(adviceOfRow(requirement, other, first), shown),
            findings: other.findings.map((one) => findingOf(one, shown)),
          })),
        }
      : {}),
    evidence: judged.evidence,
  };
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
  return { ...redacted(defined({ cause, fix }), redact), ...rest };
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

function foundIn(
  { counterexample, when, pattern, only }: RequirementJudgement,
  finding: Finding,
): Found {
  const isKept = counterexample?.reproduction?.keeps;
  return { finding, exchange: counterexample?.exchange, when, isKept, pattern, only };
}

/** What is known of the requests of a failure: an earlier one, those of other responses, and those that pass. */
function aboutRequests(
  { outcome, after, pattern, only }: RequirementJudgement,
  { redact }: HarView,
): Pick<Verdict, 'after' | 'pattern' | 'only'> {
  return outcome === 'failed' ? withoutSecrets(defined({ after, pattern, only }), redact) : {};
}

/** Members with words of the kit and names of the contract, which are no secrets. */
const OWN_WORDS: ReadonlySet<string> = new Set(['is', 'when', 'operation']);

/** The same without secrets in its texts. */
function withoutSecrets<T>(data: T, redact: HarView['redact']): T {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return redacted(data, redact);
  const shown = Object.entries(data).map(([name, member]) => [
    name,
    OWN_WORDS.has(name) ? member : withoutSecrets(member, redact),
  ]);
  return Object.fromEntries(shown);
}

function findingOf(one: Finding, { redact }: HarView): Finding {
  const { at, expected, actual, where, sameAs, ...typed } = one;
  return {
    ...typed,
    ...redacted(defined({ where, sameAs }), redact),
    at: redactedPlace(at, redact),
    expected: redacted(expected, redact),
    actual: redacted(actual, redact),
  };
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
