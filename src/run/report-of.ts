/** Turns the judgement of a run into its report: the result, the totals, the notes and the remarks. */
import type { HarView } from '../evidence/entry.ts';
import { VERSION } from '../exchange/version.ts';
import type { Judgement } from '../judge/judge.ts';
import type { Report, Surface } from '../model/index.ts';
import { requirementSet } from '../plan/frozen.ts';
import { notSelected } from '../report/summary.ts';
import { count } from '../report/text.ts';
import { totalsOf } from '../report/totals.ts';
import { requestOf } from './counterexample.ts';
import { quickNote } from './quick-note.ts';
import { servedBy } from './served.ts';
import type { RunSettings } from './settings.ts';
import { sourcesIn } from './sources.ts';
import { verdictOf } from './verdict.ts';

const SCHEMA_VERSION = '4.4.0';
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
  const commands = new Set(suspects.map(({ request }) => requestOf(request, shown).curl));
  return [...commands].map((command) => `it was in progress then: ${command}`);
}

/** A response that cannot be read is judged by its status and headers alone. */
function cutShort({ evidence }: Judgement): string[] {
  const reasons = new Map<string, number>();
  for (const { exchange } of evidence) {
    const { unread } = exchange.response ?? {};
    if (unread !== undefined) reasons.set(unread, (reasons.get(unread) ?? 0) + 1);
  }
  return [...reasons].map(
    ([why, n]) => `the bodies of ${n} responses were not judged, because ${why}`,
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
