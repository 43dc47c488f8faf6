/**
 * Decides which failures of the scan occur again, and how: at once, under load, after other requests, or now and then.
 * All requests come from the reserve beyond the plan; MUSTs come first.
 */

import type { Exchange, Requirement } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, onlyReads } from '../case.ts';
import type { Evidence, Kept } from '../evidence.ts';
import type { TargetFacts } from '../judge-case.ts';
import type { Losses } from '../losses.ts';
import type { Observations } from '../observations.ts';
import { neighbour } from '../planned-cases.ts';
import type { Target } from '../target.ts';
import { Outages } from '../timeline/outages.ts';
import { Timeline } from '../timeline/timeline.ts';
import { confirmAfterOthers } from './after.ts';
import { confirmCrash, crashesAtRandom, putCrashesLast, randomRefusals } from './by-chance.ts';
import {
  type Confirmed,
  comesBackAgain,
  confirmAtOnce,
  passedBefore,
  provenUnrepeated,
  rank,
} from './confirm.ts';
import type { EndedFixtures } from './ended-fixtures.ts';
import { differentAtFirst } from './first-responses.ts';
import { confirmIntermittent } from './intermittent.ts';
import { confirmUnderLoad, failedOften } from './load.ts';
import { confirmWithPatience } from './patience.ts';
import { Repeats } from './repeats.ts';

/** The cost limit of one search, as a share of the requests that are left at its start. */
const FOR_COMPANY = 1 / 4;
const FOR_ORDER = 1 / 3;
const FOR_CONNECTIONS = 1 / 3;
const FOR_CHANCE = 1 / 2;

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

export interface Confirmations {
  readonly confirmed: ReadonlyMap<Observations, Confirmed>;
  /** Failures that stay open because the run could not search longer. */
  readonly unaffordable: ReadonlySet<Observations>;
}

/** The failures that came back, per requirement. MAY requirements cannot fail and are not repeated. */
export async function confirmAll(
  allObserved: ReadonlyMap<Requirement, Observations>,
  scene: ConfirmScene,
): Promise<Confirmations> {
  const search = new Search(allObserved, scene);
  try {
    await search.withoutResponses();
    await search.atOnce();
    search.refusedAtRandom();
    search.differentAtFirst();
    search.keepOpen();
    await search.besideOthers();
    search.often();
    await search.lost();
    await search.nowAndThen();
  } catch (error) {
    search.giveUp(error);
  }
  return search;
}

/** Runs one search after the other, each for the failures that no earlier search confirmed. */
class Search implements Confirmations {
  readonly confirmed = new Map<Observations, Confirmed>();
  readonly unaffordable = new Set<Observations>();
  /** Failures that are worth further searches. */
  readonly #open = new Set<Observations>();
  readonly #allObserved: ReadonlyMap<Requirement, Observations>;
  readonly #scene: ConfirmScene;
  /** Failing requirements, MUST first. */
  readonly #failing: readonly Observations[];
  readonly #outages: Outages;

  constructor(allObserved: ReadonlyMap<Requirement, Observations>, scene: ConfirmScene) {
    this.#allObserved = allObserved;
    this.#scene = scene;
    this.#failing = [...allObserved.values()]
      .filter(({ failing, requirement }) => failing > 0 && requirement.level !== 'MAY')
      .sort((a, b) => rank(a.requirement) - rank(b.requirement));
    this.#outages = new Outages(scene.evidence.kept, this.#failing);
  }

  /** The exchanges so far, without those during outages. */
  get #kept(): readonly Kept[] {
    return this.#scene.evidence.kept.filter(({ exchange }) => !this.#outages.hold(exchange));
  }

  /** The same as it is now. Made only where a failure is asked about. */
  get #timeline(): Timeline {
    return new Timeline(this.#scene.evidence.kept, this.#outages);
  }

  async withoutResponses(): Promise<void> {
    const { target, losses, patienceMs } = this.#scene;
    if (target.stopped) return;
    this.#settle(losses.byPosition(this.#allObserved, () => this.#timeline));
    if (target.stopped) return;
    this.#settle(await confirmWithPatience(this.#failing, target, patienceMs));
  }

  async atOnce(): Promise<void> {
    // Most runs have nothing to confirm, and need not compare all exchanges.
    if (this.#failing.length === 0) return;
    const { target, endedFixtures, known, report } = this.#scene;
    const repeats = new Repeats(target);
    endedFixtures.lookAgain();
    const timeline = this.#timeline;
    const wasRight = passedBefore(timeline, known);
    for (const observed of this.#failing) {
      if (this.confirmed.has(observed)) continue;
      await endedFixtures.excuse(observed);
      if (observed.failing === 0) {
        report(observed);
        continue;
      }
      putCrashesLast(observed, timeline);
      const crash = confirmCrash(observed, timeline);
      let back =
        crash ??
        (target.stopped ? undefined : await confirmAtOnce(observed, repeats, target, known));
      const { failure } = back ?? {};
      const mayBeChance =
        !crash && failure && (timeline.isAccident(failure.culprit) || wasRight(observed, failure));
      if (back && mayBeChance)
        back = (await comesBackAgain(observed, back, repeats, known)) ? back : undefined;
      const shown = back?.failure ?? observed.failures[0];
      observed.changed = shown && (await endedFixtures.changeBehind(shown.culprit));
      if (observed.changed !== undefined) back = undefined;
      else if (!back) observed.outage = this.#outages.reasonFor(observed);
      if (observed.outage === undefined && observed.changed === undefined)
        back ??= provenOnce(observed) ?? provenUnrepeated(observed);
      const crashes = crashesAtRandom(observed, timeline);
      if (back) this.#confirm(observed, back);
      else if (crashes)
        observed.atRandom = `${crashes.count} of ${crashes.of} responses are server errors`;
      else if (target.left <= 0) this.unaffordable.add(observed);
      report(observed);
    }
    const outages = new Set(this.#failing.flatMap(({ outage }) => outage ?? []));
    target.notes.push(...outages);
  }

  refusedAtRandom(): void {
    const waiting = this.#failing.filter((observed) => !this.#isExplained(observed));
    if (waiting.length === 0) return;
    this.#settle(randomRefusals(waiting, this.#timeline));
  }

  differentAtFirst(): void {
    this.#settle(
      differentAtFirst(this.#allObserved, this.#scene.evidence.kept, () => this.#timeline),
    );
  }

  keepOpen(): void {
    const { target } = this.#scene;
    for (const observed of this.#failing) {
      if (this.#isExplained(observed) || observed.baselineFailsToo) continue;
      const proven = target.stopped ? provenBefore(observed) : undefined;
      if (proven) this.#confirm(observed, proven);
      else if (worthRepeating(observed)) this.#open.add(observed);
    }
  }

  async besideOthers(): Promise<void> {
    const { plan, target, known } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const kept = this.#kept;
    const affordable = target.spending(FOR_ORDER);
    for (const observed of this.#open) {
      if (!affordable()) break;
      const back = await confirmAfterOthers(observed, kept, target, known, affordable);
      if (back) this.#confirm(observed, back);
      else if (observed.baselineFailsToo) this.#open.delete(observed);
    }
    const company = target.spending(FOR_COMPANY);
    this.#settle(await confirmUnderLoad(this.#open, plan, target, known, company));
  }

  often(): void {
    for (const observed of this.#failing) {
      if (this.#isExplained(observed) || this.#scene.target.stopped) continue;
      const back = failedOften(observed, this.#outages);
      if (back) this.#confirm(observed, back);
    }
  }

  async lost(): Promise<void> {
    const { target, losses } = this.#scene;
    if (target.stopped) return;
    const explained = (r: Requirement): boolean => {
      const observed = this.#allObserved.get(r);
      return 'expects' in r && observed !== undefined && this.confirmed.has(observed);
    };
    const affordable = target.spending(FOR_CONNECTIONS);
    const allObserved = this.#allObserved;
    const areSpread = (lost: ReadonlySet<Exchange>): boolean =>
      lost.size > 0 && this.#timeline.areSpread(lost);
    const scene = { allObserved, target, affordable, explained, areSpread };
    this.#settle(await losses.settle(scene));
  }

  async nowAndThen(): Promise<void> {
    const { plan, target, known } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const beside = (one: Case, round: number): Case | undefined => neighbour(plan, one, round);
    const affordable = target.spending(FOR_CHANCE);
    const search = await confirmIntermittent(this.#open, target, known, beside, affordable);
    this.#settle(search.found);
    if (!search.finished) for (const observed of this.#open) this.unaffordable.add(observed);
  }

  /** After an internal error in Assay, what is not confirmed stays open, and names it. */
  giveUp(error: unknown): void {
    for (const observed of this.#failing)
      if (!this.#isExplained(observed)) observed.blameKit(error, 'repeating its failures');
  }

  #isExplained(observed: Observations): boolean {
    return (
      this.confirmed.has(observed) ||
      observed.failing === 0 ||
      observed.changed !== undefined ||
      observed.atRandom !== undefined ||
      observed.outage !== undefined
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

/** Confirms failures that appeared only after that: repeats each once, alone. */
export async function confirmLater(
  failing: readonly Observations[],
  { target, endedFixtures, known }: Pick<ConfirmScene, 'target' | 'endedFixtures' | 'known'>,
): Promise<ReadonlyMap<Observations, Confirmed>> {
  const confirmed = new Map<Observations, Confirmed>();
  const repeats = new Repeats(target);
  endedFixtures.lookAgain();
  for (const observed of failing) {
    await endedFixtures.excuse(observed);
    if (observed.failing === 0) continue;
    let back = target.stopped ? undefined : await confirmAtOnce(observed, repeats, target, known);
    back ??= provenOnce(observed) ?? provenUnrepeated(observed);
    observed.changed = back && (await endedFixtures.changeBehind(back.failure.culprit));
    if (back && observed.changed === undefined) confirmed.set(observed, back);
  }
  return confirmed;
}

/** Such a failure counts even if it does not occur again. */
function provenOnce({
  requirement,
  failures: [failure],
  failing,
}: Observations): Confirmed | undefined {
  if (requirement.proof !== 'once' || failure === undefined) return undefined;
  const note = `${failing} of the cases of the scan showed it and a repetition did not; each response proves it by itself`;
  return { failure, steady: false, note };
}

/** The run stopped before the repetition; a second failing case replaces it. */
function provenBefore(observed: Observations): Confirmed | undefined {
  const [failure] = observed.failures;
  const { requirement, failing } = observed;
  if (!failure || failing < 2 || requirement.comparative || 'expects' in requirement)
    return undefined;
  const note = `the run stopped before this could be repeated; ${failing} different cases failed`;
  return { failure, steady: false, note };
}

/** Values that vary prove nothing, and changes of the target are not sent hundreds of times. */
function worthRepeating({ requirement, baselineFailsToo, failures }: Observations): boolean {
  if (baselineFailsToo || 'expects' in requirement) return false;
  // A response outside a case has no neighbours in the plan.
  if (failures.every(({ at }) => at.seenIn !== undefined)) return false;
  return requirement.probes.every(onlyReads);
}
