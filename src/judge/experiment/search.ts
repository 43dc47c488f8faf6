/**
 * Decides which failures of the scan occur again, and how: at once, under load, after other requests, or now and then.
 * All requests come from the reserve beyond the plan; MUSTs come first.
 */

import { LARGE_PART } from '../../availability/numbers.ts';
import { Timeline } from '../../availability/timeline.ts';
import { inWords, isInOneOf, type Window, windowsIn } from '../../availability/window.ts';
import { isRandom, type Kept, type Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import {
  byChance,
  confirmCrash,
  excuseCrashes,
  putCrashesLast,
  randomRefusals,
} from '../at-random.ts';
import { onlyReads } from '../case.ts';
import type { EndedFixtures } from '../ended-fixtures.ts';
import type { Evidence } from '../evidence.ts';
import { differentAtFirst } from '../first-responses.ts';
import { judgeOne, type TargetFacts } from '../judge-case.ts';
import type { Losses, LossScene } from '../losses.ts';
import { HALF } from '../numbers.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { confirmAfterOthers } from './after.ts';
import { confirmAgain, confirmWithPatience, type Repeating } from './again.ts';
import { confirmNowAndThen, confirmUnderLoad, failedOften } from './company.ts';
import { type Decided, separateConcurrent } from './concurrency.ts';
import { type Confirmed, provenBefore, provenOnce, provenUnrepeated, rank } from './confirmed.ts';
import { Trials } from './trials.ts';

/** The parts of a run that the search for failures needs. */
export interface ConfirmScene {
  readonly plan: Plan;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly known: TargetFacts;
  readonly losses: Losses;
  readonly endedFixtures: EndedFixtures;
  /** Extra time to wait for a response that did not arrive in time. */
  readonly patienceMs?: number | undefined;
  /** Called after each requirement. */
  readonly report: (observed: Observations) => void;
  readonly onConfirmed: (observed: Observations, back: Confirmed) => void;
}

/** Runs one search after the other, each for the failures that no earlier search confirmed. */
export class Search {
  /** The failures that came back, per requirement. MAY requirements cannot fail and are not repeated. */
  readonly confirmed = new Map<Observations, Confirmed>();
  /** Failures that stay open because the run could not search longer. */
  readonly unaffordable = new Set<Observations>();
  /** Failures that are worth further searches. */
  readonly #open = new Set<Observations>();
  readonly #allObserved: ReadonlyMap<Requirement, Observations>;
  readonly #scene: ConfirmScene;
  /** What separates failures that need other requests from those that come at times. */
  readonly #trials: Decided = new Map();
  /** When the target was away, in words, if a requirement failed only then. */
  #away: string | undefined;
  /** Failing requirements, MUST first. */
  #failing: readonly Observations[] = [];
  /** When the target was away. */
  #windows: readonly Window[] = [];

  constructor(allObserved: ReadonlyMap<Requirement, Observations>, scene: ConfirmScene) {
    this.#allObserved = allObserved;
    this.#scene = scene;
  }

  /** Confirms the failures of the scan. Never throws. */
  async ofScan(): Promise<void> {
    this.#begin(this.#allObserved.values());
    try {
      await this.#withoutResponses();
      await this.#atOnce();
      await this.#refusedAtRandom();
      this.#differentAtFirst();
      this.#keepOpen();
      await this.#besideOthers();
      this.#often();
      await this.#lost();
      await this.#nowAndThen();
      this.#proven();
      await this.#separate();
    } catch (error) {
      // What is not confirmed stays open, and names the internal error in Assay.
      for (const observed of this.#failing)
        if (!this.#isExplained(observed)) observed.blameKit(error, 'repeating its failures');
    }
  }

  /** Repeats failures that appeared only after those of the scan, each alone; returns those that count. */
  async ofLast(failing: readonly Observations[]): Promise<ReadonlyMap<Observations, Confirmed>> {
    const earlier = new Map(this.confirmed);
    this.#begin(failing);
    await this.#atOnce(true);
    this.#proven();
    const random = new Map(
      [...earlier].filter(([, { failure }]) =>
        failure.findings.slice(0, 1).some(({ actual }) => isRandom(actual)),
      ),
    );
    const isNew = ([observed]: readonly [Observations, unknown]): boolean => !earlier.has(observed);
    await this.#explainByChance(new Map([...this.confirmed].filter(isNew)), random);
    return new Map([...this.confirmed].filter(isNew));
  }

  #begin(all: Iterable<Observations>): void {
    this.#failing = [...all]
      .filter(({ failing, requirement }) => failing > 0 && requirement.level !== 'MAY')
      .sort((a, b) => rank(a.requirement) - rank(b.requirement));
    const refusals = this.#failing.flatMap((observed) => observed.refusals);
    this.#windows = windowsIn(this.#scene.evidence.kept, refusals);
    this.#away = undefined;
  }

  /** The exchanges so far, without those while the target was away. */
  get #kept(): readonly Kept[] {
    return this.#scene.evidence.kept.filter(({ exchange }) => !isInOneOf(this.#windows, exchange));
  }

  get #losses(): LossScene {
    const [allObserved, { confirmed }, { target }] = [this.#allObserved, this, this.#scene];
    return { allObserved, confirmed, target, timeline: () => this.#timeline };
  }

  /** The same as it is now. Made only where a failure is asked about. */
  get #timeline(): Timeline {
    return new Timeline(this.#scene.evidence.kept, this.#windows);
  }

  async #withoutResponses(): Promise<void> {
    const { target, losses, patienceMs } = this.#scene;
    if (target.stopped) return;
    this.#settle(losses.byPosition(this.#losses));
    if (target.stopped) return;
    this.#settle(await confirmWithPatience(this.#failing, target, patienceMs));
  }

  /** `isLast`: one more failure is enough, whatever equal requests got. */
  async #atOnce(isLast = false): Promise<void> {
    // Most runs have nothing to confirm, and need not compare all exchanges.
    if (this.#failing.length === 0) return;
    const { target, endedFixtures, known, report } = this.#scene;
    endedFixtures.lookAgain();
    const timeline = this.#timeline;
    const mayBeChance = (observed: Observations, failure: Failure): boolean =>
      !isLast &&
      (timeline.isByChance(failure.culprit) || passedBefore(timeline, known, observed, failure));
    const repeating = { trials: new Trials(target, known), target, known, mayBeChance };
    for (const observed of this.#failing) {
      if (this.confirmed.has(observed)) continue;
      await endedFixtures.excuse(observed);
      if (observed.failing > 0) await this.#repeat(observed, timeline, repeating);
      report(observed);
    }
    if (this.#away !== undefined) target.notes.push(this.#away);
  }

  async #repeat(observed: Observations, timeline: Timeline, repeating: Repeating): Promise<void> {
    const { target, endedFixtures } = this.#scene;
    putCrashesLast(observed, timeline);
    let back = confirmCrash(observed, timeline);
    if (!target.stopped) back ??= await confirmAgain(observed, repeating);
    const shown = back?.failure ?? observed.failures[0];
    const changed = shown && (await endedFixtures.changeBehind(shown.culprit));
    if (changed !== undefined) observed.otherCause = { follows: 'state', note: changed };
    else if (!back && this.#wasAwayAt(observed)) {
      this.#away ??= this.#windows.map((one) => inWords(one, this.#scene.evidence.kept))[0];
      observed.otherCause = { follows: 'time', note: this.#away ?? '' };
    } else {
      back ??= provenUnrepeated(observed);
      if (back) this.#confirm(observed, back);
      else if (!excuseCrashes(observed, timeline) && target.left <= 0)
        this.unaffordable.add(observed);
    }
  }

  /** True if all failures came in place of a response of the target. */
  #wasAwayAt({ failing, refusals }: Observations): boolean {
    return failing > 0 && refusals.filter((r) => isInOneOf(this.#windows, r)).length === failing;
  }

  async #refusedAtRandom(): Promise<void> {
    const waiting = this.#failing.filter((observed) => !this.#isExplained(observed));
    if (waiting.length === 0) return;
    const found = randomRefusals(waiting, this.#timeline);
    this.#settle(found);
    await this.#explainByChance(this.confirmed, found);
  }

  /** Replaces confirmed failures that those at random explain. */
  async #explainByChance(
    confirmed: ReadonlyMap<Observations, Confirmed>,
    random: ReadonlyMap<Observations, Confirmed>,
  ): Promise<void> {
    if (confirmed.size === 0 || random.size === 0) return;
    const { target, known } = this.#scene;
    const affordable = target.spending(LARGE_PART);
    const trials = new Trials(target, known);
    const chance = { timeline: this.#timeline, trials, affordable };
    for (const [observed, back] of await byChance(confirmed, random, chance))
      this.confirmed.set(observed, back);
  }

  #differentAtFirst(): void {
    this.#settle(
      differentAtFirst(this.#allObserved, this.#scene.evidence.kept, () => this.#timeline),
    );
  }

  #keepOpen(): void {
    const { target } = this.#scene;
    for (const observed of this.#failing) {
      if (this.#isExplained(observed) || observed.baselineFailsToo) continue;
      const proven = target.stopped ? provenBefore(observed) : undefined;
      if (proven) this.#confirm(observed, proven);
      else if (worthRepeating(observed)) this.#open.add(observed);
    }
  }

  async #besideOthers(): Promise<void> {
    const { target, known } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const kept = this.#kept;
    const affordable = target.spending(LARGE_PART);
    for (const observed of this.#open) {
      if (!affordable()) break;
      const back = await confirmAfterOthers(observed, kept, target, known, affordable);
      if (back) this.#confirm(observed, back);
      else if (observed.baselineFailsToo) this.#open.delete(observed);
    }
    const company = target.spending(LARGE_PART);
    this.#settle(await confirmUnderLoad(this.#open, { ...this.#scene, affordable: company }));
    await this.#separate();
  }

  #often(): void {
    for (const observed of this.#failing) {
      if (this.#isExplained(observed) || this.#scene.target.stopped) continue;
      const back = failedOften(observed, this.#windows);
      if (back) this.#confirm(observed, back);
    }
  }

  async #lost(): Promise<void> {
    const { target, losses } = this.#scene;
    if (target.stopped) return;
    this.#settle(await losses.atRandom(this.#losses));
  }

  async #nowAndThen(): Promise<void> {
    const { target } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const affordable = target.spending(HALF);
    const { found, finished } = await confirmNowAndThen(this.#open, { ...this.#scene, affordable });
    this.#settle(found);
    if (!finished) for (const observed of this.#open) this.unaffordable.add(observed);
  }

  /** What one response proves needs no repetition; a search says more about when it comes. */
  #proven(): void {
    for (const observed of this.#failing) {
      if (this.#isExplained(observed)) continue;
      const back = provenOnce(observed);
      if (back) this.#confirm(observed, back);
    }
  }

  /** Says of unsteady failures whether they need other requests at the same time. */
  async #separate(): Promise<void> {
    const affordable = this.#scene.target.spending(HALF);
    const scene = { ...this.#scene, kept: () => this.#kept, affordable };
    const found = await separateConcurrent(this.confirmed, this.#trials, scene);
    for (const [observed, back] of found) this.confirmed.set(observed, back);
  }

  #isExplained(observed: Observations): boolean {
    return (
      this.confirmed.has(observed) || observed.failing === 0 || observed.otherCause !== undefined
    );
  }

  #settle(found: ReadonlyMap<Observations, Confirmed>): void {
    for (const [observed, back] of found) this.#confirm(observed, back);
  }

  #confirm(observed: Observations, back: Confirmed): void {
    this.confirmed.set(observed, back);
    this.#open.delete(observed);
    this.#scene.onConfirmed(observed, back);
  }
}

/** True if the same request met the same requirement at another time of the run. */
function passedBefore(
  timeline: Timeline,
  known: TargetFacts,
  { requirement }: Observations,
  { at, culprit }: Failure,
): boolean {
  if (!('check' in requirement)) return false;
  return timeline.equalTo(culprit.request).some((one) => {
    if (one === culprit) return false;
    const alone = { planned: at.planned, steps: [one] };
    const { conclusive, findings } = judgeOne(requirement, alone, [one], known);
    return conclusive > 0 && findings.length === 0;
  });
}

/** Values that vary prove nothing, and changes of the target are not sent hundreds of times. */
function worthRepeating({ requirement, baselineFailsToo, failures }: Observations): boolean {
  if (baselineFailsToo || 'expects' in requirement) return false;
  // A response outside a case has no neighbours in the plan.
  if (failures.every(({ at }) => at.seenIn !== undefined)) return false;
  return requirement.probes.every(onlyReads);
}
