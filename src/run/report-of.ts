/** Turns a judgement into the report and the evidence: full URLs, no secrets. */
import { loadClauses } from '../contract/load.ts';
import { inBrief, publishedPlaces } from '../contract/published.ts';
import type { HarView } from '../evidence/entry.ts';
import { VERSION } from '../exchange/version.ts';
import type { Judgement, RequirementJudgement } from '../judge/judge.ts';
import type { ShownCase } from '../judge/judgement.ts';
import { defined } from '../model/defined.ts';
import {
  type Counterexample,
  type Finding,
  type Found,
  type Place,
  type Report,
  type Requirement,
  ruleOf,
  type Surface,
  type Verdict,
  wrongIn,
} from '../model/index.ts';
import { requirementSet } from '../plan/frozen.ts';
import { notSelected } from '../report/summary.ts';
import { count } from '../report/text.ts';
import { totalsOf } from '../report/totals.ts';
import { adviceOf, contradiction } from './advice.ts';
import { counterexampleOf, requestOf, sentFor } from './counterexample.ts';
import { quickNote } from './quick-note.ts';
import { servedBy } from './served.ts';
import { type RunSettings, redacted } from './settings.ts';
import { type Sources, sourcesIn } from './sources.ts';

const SCHEMA_VERSION = '4.2.0';
const INSECURE =
  'certificates were not verified (--insecure): another server may have responded instead of the target';

/** The report of a judgement. */
export function reportOf(judgement: Judgement, settings: RunSettings, shown: HarView): Report {
  const { plan } = judgement;
  const sources = sourcesIn(judgement.evidence);
  const verdicts = judgement.verdicts.map(verdictOf(plan.surface, plan.seed, shown, sources));
  const contracts = new Set(plan.surface.operations.map((o) => o.contract));
  const left = plan.surface.requirements.filter(
    (r) => !plan.requirements.includes(r) && r.level === 'MUST',
  );
  const { seed, runs, startedAt, durationMs, requests, shard, minJudged } = settings;
  const { deadFixtures = [] } = judgement;
  const quick = settings.profile === 'quick';
  return {
    schemaVersion: SCHEMA_VERSION,
    kit: { name: 'assay', version: VERSION },
    contract: [...contracts].map(({ id, version, sha256 }) => ({ id, version, sha256 })),
    ...(settings.rules && { rules: settings.rules }),
    requirementSet: setOf(plan.surface),
    target: {
      url: shown.redact(settings.url),
      ...(settings.name === undefined ? {} : { name: shown.redact(settings.name) }),
    },
    operations: plan.surface.operations.map(({ key, method, path }) => ({
      ...{ operation: key, method, path },
    })),
    run: {
      seed,
      runs,
      startedAt,
      durationMs,
      requests,
      planned: judgement.planned,
      ceiling: judgement.ceiling,
      profile: profileOf(settings),
      interrupted: judgement.stopped === 'interrupted',
      ...(judgement.neverResponded === undefined
        ? {}
        : { neverResponded: shown.redact(judgement.neverResponded) }),
      ...(quick || (left.length > 0 && shard === undefined)
        ? { leftOut: leftOutOf(quick, shard === undefined ? left.length : 0) }
        : {}),
      ...(settings.without ? { without: settings.without } : {}),
      // The merged report has the share of all shards.
      ...(shard === undefined && minJudged !== undefined ? { minJudged } : {}),
      ...(deadFixtures.length > 0 ? { deadFixtures } : {}),
      ...(plan.surface.heldTo === undefined ? {} : { heldTo: shown.redact(plan.surface.heldTo) }),
      notes: [
        ...judgement.notes.map(shown.redact),
        ...suspectsOf(judgement, shown),
        ...leftBehind(judgement).map(shown.redact),
        ...cutShort(judgement),
        ...repeated(settings),
        ...(settings.connection ?? []),
        ...(settings.insecure ? [INSECURE] : []),
        ...(quick ? [quickNote(plan)] : []),
        ...(left.length > 0 && shard === undefined ? [notSelected(left.length)] : []),
      ],
      ...remarksOn(judgement),
    },
    ...totalsOf(
      servedBy(judgement),
      verdicts,
      judgement.stopped !== undefined || left.length > 0 || shard !== undefined || quick,
    ),
    verdicts,
  };
}

function setOf({
  requirements,
}: Pick<Surface, 'requirements'>): NonNullable<Report['requirementSet']> {
  const { count: number, sha256 } = requirementSet(requirements);
  return { count: number, sha256 };
}

function leftOutOf(quick: boolean, requirements: number): NonNullable<Report['run']['leftOut']> {
  return { ...(quick ? { requests: true } : {}), ...(requirements > 0 ? { requirements } : {}) };
}

function profileOf(settings: RunSettings): string {
  const { profile, level, only, without, shard, allowed, insecure } = settings;
  const writes = allowed.irreversible ? 'irreversible' : allowed.reversible ? 'writes' : undefined;
  const strict = allowed.undecodable ? undefined : 'strict-read';
  const parts = [
    profile,
    level,
    only,
    without && `without ${without.join(',')}`,
    shard && `shard ${shard}`,
    writes,
    strict,
    insecure && 'insecure',
  ];
  return parts.filter((part) => part !== undefined).join(' ') || 'full';
}

/** The requests that were under way when the target went away, each as a command. */
function suspectsOf({ suspects }: Judgement, shown: HarView): string[] {
  return suspects.map(({ request }) => {
    const { curl: command } = requestOf(request, shown);
    return `it was in progress then: ${command}`;
  });
}

/** A response that cannot be read is judged by its status and headers alone. */
function cutShort({ evidence }: Judgement): string[] {
  const reasons = new Map<string, number>();
  for (const { exchange } of evidence) {
    const { unread } = exchange.response ?? {};
    if (unread !== undefined) reasons.set(unread, (reasons.get(unread) ?? 0) + 1);
  }
  return [...reasons].map(
    ([why, n]) =>
      `the bodies of ${n} responses were not judged; the reason for each is that ${why}`,
  );
}

/** A target that is busy now and then is not blamed, but the share is worth knowing. */
function repeated({ later, requests }: RunSettings): string[] {
  if (later === undefined) return [];
  const { tooMany, unavailable, withoutRetryAfter: bare } = later;
  const share = (n: number, status: number): string =>
    `${n} of ${requests} requests got ${status} and were repeated`;
  return [
    ...(tooMany > 0 ? [`${share(tooMany, 429)}: the target limits its callers: use --rate`] : []),
    ...(unavailable > 0
      ? [
          `${share(unavailable, 503)}${bare > 0 ? `, ${bare} of the responses without Retry-After` : ''}`,
        ]
      : []),
  ];
}

/** Each thing that the run made at the target and could not remove. */
function leftBehind({ made }: Judgement): string[] {
  const left = made.filter(({ removed }) => !removed);
  if (left.length === 0) return [];
  return [
    `the run created ${count(made.length, 'object')} at the target but could not remove ${left.length} of them`,
    ...left.map(({ made: what, undo }) => `not removed: ${what}; to remove it: ${undo}`),
  ];
}

/** What is no trouble. */
function remarksOn({ made, offer }: Judgement): Pick<Report['run'], 'remarks'> {
  const isClean = made.length > 0 && made.every(({ removed }) => removed);
  const objects = count(made.length, 'object');
  const { size: off } = offer.switchedOff;
  const remarks = [
    ...(off > 0
      ? [`${count(off, 'deprecated operation')} ${off === 1 ? 'is' : 'are'} switched off`]
      : []),
    ...(isClean ? [`the run created ${objects} at the target and removed all of them`] : []),
  ];
  return remarks.length === 0 ? {} : { remarks };
}

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
      ...adviceOf(requirement, foundIn(judged, first)),
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
            ...adviceOfRow(requirement, other, first),
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
  const { at, value } = only;
  const shown = typeof value === 'string' ? { value: redact(value) } : {};
  return { only: { ...only, at: redact(at), ...shown } };
}

/** Failures that one request by itself need not show. What is lost at random is one of them. */
function failsWhen({
  outcome,
  requirement,
  when,
}: RequirementJudgement): Pick<Verdict, 'failsWhen'> {
  const isLost = 'expects' in requirement && requirement.expects === 'completeness';
  const found = when ?? (isLost ? 'now-and-then' : undefined);
  return outcome === 'failed' && found !== undefined ? { failsWhen: found } : {};
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

function foundIn({ counterexample, when }: RequirementJudgement, finding: Finding): Found {
  return { finding, exchange: counterexample?.exchange, when };
}

function findingOf(one: Finding, { redact }: HarView): Finding {
  const { at, expected, actual, ...typed } = one;
  return {
    ...typed,
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
