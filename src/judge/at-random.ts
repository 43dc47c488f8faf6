/**
 * Failures that follow no request: the same requests are accepted at other times. They are one defect of the target,
 * whatever the requests are about.
 */
import { NO_CHANCE } from '../availability/numbers.ts';
import type { Share, Timeline } from '../availability/timeline.ts';
import {
  type Exchange,
  type Finding,
  isAccepted,
  isOwnStatus,
  NoBody,
  type RandomWhich,
  type Shown,
  statuses,
  worded,
} from '../model/index.ts';
import { onlyReads } from './case.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import type { Trials } from './experiment/trials.ts';
import { ERROR, LOOKS } from './numbers.ts';
import type { Failure, Observations } from './observations.ts';
import { byPlainness } from './shrink/plainness.ts';

/** A share of responses, and which ones they are. */
type RandomShare = Share & { readonly which?: RandomWhich };

/** Server errors at random excuse a requirement if each kept failure is one. */
export function excuseCrashes(observed: Observations, timeline: Timeline): boolean {
  const share = crashesAtRandom(observed, timeline);
  if (share) excuse(observed, share, 'are server errors');
  return share !== undefined;
}

function excuse(observed: Observations, { count, of }: Share, what: string): void {
  const note = `${count} of ${of} responses ${what} that occur at random, including responses to its requests: fix them first`;
  observed.otherCause = { follows: 'nothing', note };
}

/** The share of server errors at random, if each kept failure of a requirement is one; otherwise `undefined`. */
function crashesAtRandom({ failures }: Observations, timeline: Timeline): Share | undefined {
  const shares = failures.map(({ culprit }) => timeline.crashesLike(culprit));
  return shares.includes(undefined) ? undefined : shares[0];
}

/** Failures of another kind come first: one of them is a defect of its own. */
export function putCrashesLast({ failures }: Observations, timeline: Timeline): void {
  const turnOf = ({ culprit }: Failure): number => (timeline.crashesLike(culprit) ? 1 : 0);
  failures.sort((a, b) => turnOf(a) - turnOf(b) || byPlainness(a.at, b.at));
}

/** The failure of a requirement that is about server errors, if they come at random. */
export function confirmCrash(observed: Observations, timeline: Timeline): Confirmed | undefined {
  const share = crashesAtRandom(observed, timeline);
  const [failure] = observed.failures;
  if (!share || !failure || !observed.requirement.aboutCrashes) return undefined;
  const note = 'the same requests also got other responses: their content is not the cause';
  return atRandom(failure, failure.findings[0]?.actual, share, note);
}

/**
 * The failures that refusals at random confirm, the first of each operation; the other requirements only get a note. They
 * spread over the run, between acceptances, or come at the first of several requests each: a restart or changed data
 * would show otherwise.
 */
export function randomRefusals(
  open: readonly Observations[],
  timeline: Timeline,
): Map<Observations, Confirmed> {
  const found = new Map<Observations, Confirmed>();
  const isAccident = (one: Exchange): boolean => timeline.isAccident(one);
  const suspects = open.filter(
    ({ failures, requirement }) =>
      requirement.probes.every(onlyReads) &&
      failures.length > 0 &&
      failures.every(({ culprit }) => isAccident(culprit)),
  );
  if (suspects.length === 0) return found;
  const refused = timeline.exchanges.filter(isAccident);
  const operations = new Set(
    suspects.flatMap(({ failures }) => failures.map((f) => f.culprit.request.operation)),
  );
  const own = refused.filter(({ request }) => operations.has(request.operation));
  const firsts = timeline.atFirst(isAccident).length;
  if (firsts < NO_CHANCE && !timeline.areSpread(new Set(own))) return found;
  const which = whichOf(refused, timeline);
  // Requests that are wrong on purpose say nothing about how often valid ones are refused.
  const valid = timeline.exchanges.filter(
    (one) => operations.has(one.request.operation) && (isAccident(one) || isAccepted(one)),
  );
  const share = { count: own.length, of: valid.length, ...(which && { which }) };
  const note =
    firsts < NO_CHANCE
      ? 'the same requests are accepted at other times'
      : `${firsts} requests are rejected at first, and accepted when repeated`;
  // A comparative requirement is not about the refusal itself.
  const plain = suspects.filter(
    ({ requirement }) => 'check' in requirement && !requirement.comparative,
  );
  const byOperation = new Map(
    plain.toReversed().map((one) => [one.requirement.probes[0]?.operation.key, one]),
  );
  const leading = new Set(plain.length > 0 ? byOperation.values() : suspects.slice(0, 1));
  for (const observed of suspects) {
    const [failure] = observed.failures;
    if (!leading.has(observed)) excuse(observed, share, 'reject valid requests');
    else if (failure !== undefined)
      found.set(observed, atRandom(failure, statuses(statusOf(failure)), share, note));
  }
  return found;
}

/**
 * The confirmed failures that refusals at random explain: a repetition met one by chance, and the request is accepted
 * when it is sent more often than chance refuses it.
 */
export async function byChance(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  random: ReadonlyMap<Observations, Confirmed>,
  { timeline, trials, affordable }: Chance,
): Promise<ReadonlyMap<Observations, Confirmed>> {
  const found = new Map<Observations, Confirmed>();
  for (const like of random.values()) {
    const status = statusOf(like.failure);
    const tries = Math.min(LOOKS, Math.log(ERROR) / Math.log(rateOf(status, timeline)));
    for (const [observed, back] of confirmed) {
      const { failure } = back;
      const isMeant = !back.when && !found.has(observed) && statusOf(failure) === status;
      if (!isMeant || !isValid(failure) || !onlyReads(failure.at.planned.probe)) continue;
      for (let n = 0; n < tries && affordable(); n++) {
        if (!isAccepted(await trials.send(failure.culprit.request, failure.at))) continue;
        found.set(observed, { ...like, failure: withActual(failure, like.failure) });
        break;
      }
    }
  }
  return found;
}

interface Chance {
  readonly timeline: Timeline;
  readonly trials: Trials;
  readonly affordable: () => boolean;
}

/** True for a valid request that is refused. */
function isValid({ at, findings: [finding] }: Failure): boolean {
  return isOwnStatus(finding?.at) && at.planned.probe.wrong === undefined;
}

/** The share of the requests of one operation that get the status and are otherwise accepted: the largest one. */
function rateOf(status: number, timeline: Timeline): number {
  const counts = new Map<string, [refused: number, all: number]>();
  for (const one of timeline.exchanges) {
    const isRefused = one.response?.status === status && timeline.isAccident(one);
    if (!isRefused && !isAccepted(one)) continue;
    const [refused, all] = counts.get(one.request.operation.key) ?? [0, 0];
    counts.set(one.request.operation.key, [refused + Number(isRefused), all + 1]);
  }
  return Math.max(...[...counts.values()].map(([refused, all]) => (refused + 1) / (all + 2)));
}

function withActual(failure: Failure, like: Failure): Failure {
  const [first, ...others] = failure.findings;
  const actual = like.findings[0]?.actual;
  return first && actual ? { ...failure, findings: [{ ...first, actual }, ...others] } : failure;
}

/** What the refused requests have in common, if this is not by chance: see `atRandom`. */
function whichOf(refused: readonly Exchange[], timeline: Timeline): RandomWhich | undefined {
  if (refused.length < NO_CHANCE) return undefined;
  const withBody = refused.filter((one) =>
    timeline
      .equalTo(one.request)
      .some((other) => isAccepted(other) && textOf(other) !== '' && textOf(other) === textOf(one)),
  );
  if (withBody.length >= NO_CHANCE && 2 * withBody.length > refused.length) return 'as-success';
  if (refused.some(({ request }) => request.operation.pathParameters.length > 0)) {
    const idIn = ({ request: { method, path } }: Exchange): string => `${method} ${idOf(path)}`;
    return isEachFirst(refused, timeline, idIn) ? 'first' : undefined;
  }
  const operationOf = ({ request }: Exchange): string => request.operation.key;
  return isEachFirst(refused, timeline, operationOf) ? 'first-of-operation' : undefined;
}

/** True if each is the first valid request of its kind, and not by chance. */
function isEachFirst(
  refused: readonly Exchange[],
  timeline: Timeline,
  kindOf: (one: Exchange) => string,
): boolean {
  const known = new Set<string>();
  const suspects = new Set(refused);
  let [firsts, all] = [0, 0];
  for (const one of timeline.exchanges) {
    const isSuspect = suspects.has(one);
    if (!isSuspect && !isAccepted(one)) continue;
    const kind = kindOf(one);
    all++;
    if (!known.has(kind)) firsts++;
    else if (isSuspect) return false;
    known.add(kind);
  }
  return (firsts / all) ** refused.length <= ERROR;
}

/** The path up to its longest segment: several operations may be about one id. */
function idOf(path: string): string {
  const [route = ''] = path.split('?', 1);
  const segments = route.split('/');
  const longest = segments.reduce((most, one) => (one.length > most.length ? one : most), '');
  return segments.slice(0, segments.indexOf(longest) + 1).join('/');
}

function textOf({ response }: Exchange): string {
  try {
    return response?.text ?? '';
  } catch (error) {
    if (error instanceof NoBody) return '';
    throw error;
  }
}

function statusOf({ culprit }: Failure): number {
  return culprit.response?.status ?? 0;
}

/** The failure with the share of such responses. */
function atRandom(
  failure: Failure,
  actual: Shown | undefined,
  share: RandomShare,
  note: string,
): Confirmed {
  const [first, ...others] = failure.findings;
  const findings: readonly Finding[] = first
    ? [{ ...first, actual: worded`${actual ?? first.actual}${{ atRandom: share }}` }, ...others]
    : [];
  return { failure: { ...failure, findings }, steady: false, note, when: 'now-and-then' };
}
