/** The condition of a failure: what only its failing requests have, and what makes a request fail when it is sent. */
import { sent } from '../../contract/request-body.ts';
import {
  type Call,
  type Distinction,
  type Exchange,
  hasResponse,
  isOneStatus,
  isStatusPlace,
  type Kept,
  statusesIn,
} from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import type { Plan } from '../../plan/plan.ts';
import { onlyReads } from '../case.ts';
import { type Confirmed, rank } from '../experiment/confirmed.ts';
import { type Reproduced, Trials } from '../experiment/trials.ts';
import type { TargetFacts } from '../judge-case.ts';
import { HALF, MOST_TRIALS } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { type Compared, comparisonsOf, keptOf } from './compared.ts';
import { differencesOf, isTwin } from './distinction.ts';
import { withPlace } from './elsewhere.ts';
import { addCall, type Found, type Places } from './request-places.ts';
import { withSeen } from './seen.ts';
import { sizeAt, withSize } from './sizes.ts';
import { respelled, withPart } from './with-part.ts';

interface ConditionScene {
  readonly plan: Plan;
  readonly target: Target;
  readonly known: TargetFacts;
  readonly evidence: { readonly kept: readonly Kept[] };
}

/** One failure, and the request that was sent to show it. */
interface Shown {
  readonly observed: Observations;
  readonly failure: Failure;
  readonly reproduced: Reproduced | undefined;
}

/** The conditions of confirmed failures, by the failure that is shown. The strongest levels come first. */
export async function conditionsOf(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  shrunk: ReadonlyMap<Observations, Failure>,
  reproduced: ReadonlyMap<Failure, Reproduced>,
  scene: ConditionScene,
): Promise<ReadonlyMap<Failure, Distinction>> {
  const conditions = new Conditions(scene);
  const found = new Map<Failure, Distinction>();
  const strongest = [...confirmed].sort(([a], [b]) => rank(a.requirement) - rank(b.requirement));
  for (const [observed, back] of strongest) {
    if (observed.failingAt === undefined || back.when !== undefined) continue;
    const failure = shrunk.get(observed) ?? back.failure;
    const shown = { observed, failure, reproduced: reproduced.get(failure) };
    const only = await conditions.of(shown);
    if (only !== undefined) found.set(failure, only);
  }
  return found;
}

class Conditions {
  readonly #scene: ConditionScene;
  readonly #trials: Trials;
  readonly #affordable: () => boolean;

  constructor(scene: ConditionScene) {
    this.#scene = scene;
    this.#trials = new Trials(scene.target, scene.known);
    this.#affordable = scene.target.spending(HALF);
  }

  /** The condition of a failure; `undefined` if none is known. */
  async of(shown: Shown): Promise<Distinction | undefined> {
    const { plan, evidence } = this.#scene;
    const { kept } = evidence;
    const { observed, failure } = shown;
    const comparisons = [...comparisonsOf(observed, failure, { plan, kept })];
    for (const compared of comparisons) {
      const found = await this.#among(shown, compared);
      if (found === undefined) continue;
      const seen = withSeen(found, compared, failure.culprit, kept);
      const only = withPlace(seen, failure.culprit, kept, plan.fixtures);
      return only && this.#withLimit(shown, only);
    }
    for (const compared of comparisons) {
      const found = withSeen(undefined, compared, failure.culprit, kept);
      if (found === undefined) continue;
      const passing = passingFor(shown, compared);
      if ((await this.#matters(shown, passing, found)) !== false) return found;
    }
    return this.#spelled(shown);
  }

  /** The difference with the limit itself: the sizes between one that passes and one that fails are tried. */
  async #withLimit(shown: Shown, only: Distinction): Promise<Distinction> {
    const { request } = shown.failure.culprit;
    // Short texts are not measured.
    const least = only.than ?? (only.is === 'longer' ? 0 : undefined);
    let [than, from] = [least, sizeAt(request, only)];
    if (than === undefined || from === undefined) return only;
    const isTried = shown.reproduced !== undefined && isAlone(shown.reproduced);
    for (let n = 0; isTried && n < 2 * MOST_TRIALS && from - than > 1; n++) {
      const size: number = Math.floor((than + from) / 2);
      const call = withSize(request, only, size);
      const passes = call && (await this.#passes(shown, call));
      if (passes === undefined) break;
      if (passes) than = size;
      else from = size;
    }
    const isKnown = than > 0 || only.than !== undefined;
    return { ...only, ...(isKnown && { than }), ...(from - than > 1 && { from }) };
  }

  /** The character of the path whose spelling matters: the request passes with the other spelling of the same path. */
  async #spelled(shown: Shown): Promise<Distinction | undefined> {
    const { request } = shown.failure.culprit;
    if (!isRead(request)) return undefined;
    let isAlone: boolean | undefined;
    for (const { value, path } of respelled(request.path).slice(0, MOST_TRIALS)) {
      isAlone ??= (await this.#passes(shown, request)) === false;
      if (!isAlone) return undefined;
      const other = { ...request, path };
      const passes = await this.#passes(shown, other);
      if (passes ?? (await this.#getsOther(shown, other)))
        return { at: 'path', is: 'contains', value };
    }
    return undefined;
  }

  /**
   * The differences that were shown to matter. If none was, the one that says most, unless it was shown not to matter.
   */
  async #among(shown: Shown, compared: Compared): Promise<Distinction | undefined> {
    const {
      at,
      culprit: { request },
      findings: [finding],
    } = shown.failure;
    const isOfContent = !isStatusPlace(finding?.at);
    const { best, all } = differencesOf(this.#scene.plan.fixtures, compared, isOfContent);
    const { and, ...first } = best ?? {};
    const shownBest = best === undefined ? [] : [first as Distinction, ...(and ? [and] : [])];
    const others = all.filter((one) => !shownBest.some((other) => isSame(one, other)));
    // After changes, a value that was chosen for them shows the state and not the request.
    const isOfState = at.steps.length > 1 && !onlyReads(at.planned.probe);
    // What is wrong in a request on purpose is in no request that passes, and a place may say which of several it is.
    const due = finding && isStatusPlace(finding.at) ? statusesIn(finding.expected) : [];
    const needsProof =
      due.length > 0 && (!isOneStatus(finding?.at) || due.every((status) => status >= 400));
    const left: Distinction[] = [];
    const matter: Distinction[] = [];
    const passing = passingFor(shown, compared);
    for (const one of [...shownBest, ...others].slice(0, MOST_TRIALS)) {
      if (isOfState && isChosen(one, request)) continue;
      const twins = all.filter((other) => !isSame(other, one) && isTwin(one, other));
      const matters = await this.#matters(shown, passing, one, twins);
      if (matters === true) matter.push(one);
      // So does the body of a lookup after them.
      const needsTrial = isOfState && isRead(request) && one.at.startsWith('/');
      if (matters === undefined && shownBest.includes(one) && !needsProof && !needsTrial)
        left.push(one);
      if (matter.length === shownBest.length && matter.length > 0) break;
    }
    const [one, two] = matter.length > 0 ? matter : left;
    return one && (two === undefined ? one : { ...one, and: two });
  }

  /**
   * True if the failing request passes with what a passing one has in this place, or in this one and its twins; false if
   * it still fails. `undefined` if that shows nothing, or cannot be sent.
   */
  async #matters(
    shown: Shown,
    passing: readonly Call[],
    { at }: Distinction,
    twins: readonly Distinction[] = [],
  ): Promise<boolean | undefined> {
    const { request } = shown.failure.culprit;
    let matters: boolean | undefined;
    for (const places of [
      [at],
      ...(twins.length > 0 ? [[at, ...twins.map((one) => one.at)]] : []),
    ]) {
      const changed = passing.flatMap((other) => withParts(request, other, places) ?? []);
      const different = changed.find((call) => keyOf(call) !== keyOf(request));
      matters = different && (await this.#passes(shown, different));
      if (matters !== false) break;
    }
    // If its whole case has this part, one changed request is no longer comparable.
    const isOfCase = matters === false && 'relation' in shown.observed.requirement;
    return isOfCase && this.#sharesPart(shown.failure, at) ? undefined : matters;
  }

  /** True if other requests of the case to this operation have the same in this place. */
  #sharesPart(failure: Failure, at: string): boolean {
    const { request } = failure.culprit;
    const sentIn = failure.exchanges ?? failure.sent ?? this.#keptOf(failure) ?? [];
    const others = sentIn.filter(
      (one) => one.request !== request && one.request.operation === request.operation,
    );
    return others.some((one) => {
      const [own, changed] = [request, one.request].map((other) => withPart(request, other, at));
      return own !== undefined && changed !== undefined && keyOf(changed) === keyOf(own);
    });
  }

  /** True if this request passes in place of the failing one, false if it fails too; `undefined` if neither is shown. */
  async #passes({ observed, failure }: Shown, call: Call): Promise<boolean | undefined> {
    if (!this.#affordable()) return undefined;
    const { response } = failure.culprit;
    const [one] = await this.#trials.rows([[call]], failure.at, 0);
    if (one === undefined || !hasResponse(one)) return undefined;
    const isSame = one.response.status === response?.status;
    // The place of a comparison names the request, which has changed.
    if (isSame && isStatusPlace(failure.findings[0]?.at)) return false;
    const exchanges = failure.exchanges ?? failure.sent ?? this.#keptOf(failure);
    const whole = exchanges ? { ...failure, exchanges } : failure;
    const fails = this.#trials.failsWith(observed, whole, one);
    // Another rejection may be due to the change.
    return fails === undefined || (fails && !isSame) ? undefined : !fails;
  }

  /** True if this request, which asks for the same, gets another status: what it asks for may be gone by now. */
  async #getsOther({ failure }: Shown, call: Call): Promise<boolean> {
    const [one] = await this.#trials.rows([[call]], failure.at, 0);
    const { status = 500 } = one?.response ?? {};
    const isOther = status < 500 && status !== failure.culprit.response?.status;
    return isOther && isStatusPlace(failure.findings[0]?.at);
  }

  #keptOf({ at }: Failure): readonly Exchange[] | undefined {
    const { plan, evidence } = this.#scene;
    return keptOf(at, { plan, kept: evidence.kept });
  }
}

/** True for a text, or a number in a lookup, that follows the changes before it. */
function isChosen({ is, value }: Distinction, call: Call): boolean {
  return (is === 'value' && typeof value === 'string') || (isRead(call) && NUMERIC.has(is));
}

function isRead({ operation }: Call): boolean {
  return (operation.effect ?? 'read') === 'read';
}

const NUMERIC: ReadonlySet<Distinction['is']> = new Set(['above', 'below']);

function withParts(call: Call, other: Call, places: readonly string[]): Call | undefined {
  return places.reduce<Call | undefined>((made, at) => made && withPart(made, other, at), call);
}

function isSame(one: Distinction, other: Distinction): boolean {
  return one.at === other.at && one.is === other.is;
}

/** True if one request by itself showed the failure each time. */
function isAlone({ rows, runs, failed, note }: Reproduced): boolean {
  const [row = [], ...others] = rows;
  return others.length === 0 && row.length === 1 && runs > 0 && failed === runs && !note;
}

/**
 * The passing requests, those that differ from the failing one in the fewest places first; none if it does not fail by
 * itself, so that nothing can be tried.
 */
function passingFor(
  { failure, reproduced }: Shown,
  { passing, calls = [] }: Compared,
): readonly Call[] {
  if (reproduced === undefined || !isAlone(reproduced)) return [];
  const { request } = failure.culprit;
  const own = new Map<string, Found>();
  addCall(own, request, sent(request));
  return calls
    .map((call, i) => [call, differing(own, passing[i] ?? new Map())] as const)
    .sort(([, a], [, b]) => a - b)
    .map(([call]) => call);
}

function differing(one: Places, other: Places): number {
  const valuesOf = (found: Found | undefined): string =>
    found === undefined ? '' : JSON.stringify([[...found.values], found.measures, [...found.ids]]);
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((at) => valuesOf(one.get(at)) !== valuesOf(other.get(at))).length;
}
