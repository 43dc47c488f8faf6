/**
 * Which failures of the scan come back, and how: at once, under load, after other requests, or now and then.
 * All of it is paid from the requests beyond the plan; MUST comes first.
 */

import type { Requirement } from '../../model/index.ts';
import { caseAt, type Plan } from '../../plan/plan.ts';
import { type Case, onlyReads } from '../case.ts';
import type { Evidence, Kept } from '../evidence.ts';
import type { Known } from '../judge-case.ts';
import type { Losses } from '../losses.ts';
import type { Observations } from '../observations.ts';
import { Outages } from '../outages.ts';
import type { Target } from '../target.ts';
import { confirmAfterOthers } from './after.ts';
import {
  type Confirmed,
  comesBackAgain,
  confirmAtOnce,
  passedBefore,
  provenUnrepeated,
  rank,
} from './confirm.ts';
import { RandomCrashes } from './crashes.ts';
import { confirmIntermittent } from './intermittent.ts';
import { confirmUnderLoad, failedOften } from './load.ts';
import { confirmWithPatience } from './patience.ts';
import { accidental, randomRefusals } from './random-refusals.ts';
import { Repeats } from './repeats.ts';

/** What one search may spend at most, as a share of the requests that are left when it begins. */
const FOR_COMPANY = 1 / 4;
const FOR_ORDER = 1 / 3;
const FOR_CONNECTIONS = 1 / 3;
const FOR_CHANCE = 1 / 2;

/** Where failures are searched for again. */
export interface Scene {
  readonly plan: Plan;
  readonly target: Target;
  readonly evidence: Evidence;
  readonly known: Known;
  readonly losses: Losses;
  /** How much longer a request without a response is waited for. */
  readonly patienceMs?: number | undefined;
  /** Called after each tally. */
  readonly report: (tally: Observations) => void;
  readonly onConfirmed: (tally: Observations, back: Confirmed) => void;
}

export interface Confirmations {
  readonly confirmed: ReadonlyMap<Observations, Confirmed>;
  /** Failures that are open because the run could not afford to search longer. */
  readonly unaffordable: ReadonlySet<Observations>;
}

/** The failures that came back, per tally. MAY requirements cannot fail and are not repeated. */
export async function confirmAll(
  tallies: ReadonlyMap<Requirement, Observations>,
  scene: Scene,
): Promise<Confirmations> {
  const search = new Search(tallies, scene);
  await search.withoutResponses();
  await search.atOnce();
  search.refusedAtRandom();
  search.keepOpen();
  await search.besideOthers();
  search.often();
  await search.lost();
  await search.nowAndThen();
  return search;
}

/** One search after the other, each for what none before it confirmed. */
class Search implements Confirmations {
  readonly confirmed = new Map<Observations, Confirmed>();
  readonly unaffordable = new Set<Observations>();
  /** What is worth further searches. */
  readonly #open = new Set<Observations>();
  readonly #tallies: ReadonlyMap<Requirement, Observations>;
  readonly #scene: Scene;
  /** MUST first. */
  readonly #failing: readonly Observations[];
  readonly #outages: Outages;

  constructor(tallies: ReadonlyMap<Requirement, Observations>, scene: Scene) {
    this.#tallies = tallies;
    this.#scene = scene;
    this.#failing = [...tallies.values()]
      .filter(({ failing, requirement }) => failing > 0 && requirement.level !== 'MAY')
      .sort((a, b) => rank(a.requirement) - rank(b.requirement));
    this.#outages = new Outages(scene.evidence.kept, this.#failing);
  }

  /** What was exchanged so far while the target was there. */
  get #kept(): readonly Kept[] {
    return this.#scene.evidence.kept.filter(({ exchange }) => !this.#outages.hold(exchange));
  }

  async withoutResponses(): Promise<void> {
    const { target, losses, patienceMs } = this.#scene;
    if (target.stopped) return;
    this.#settle(losses.byPosition(this.#tallies));
    if (target.stopped) return;
    this.#settle(await confirmWithPatience(this.#failing, target, patienceMs));
  }

  async atOnce(): Promise<void> {
    // Most runs have nothing to confirm, and need not compare all that was exchanged.
    if (this.#failing.length === 0) return;
    const { target, known, report } = this.#scene;
    const repeats = new Repeats(target);
    const kept = this.#kept;
    const crashes = new RandomCrashes(kept);
    const mayBeAccident = accidental(kept);
    const wasRight = passedBefore(kept, known);
    for (const tally of this.#failing) {
      if (this.confirmed.has(tally)) continue;
      crashes.putLast(tally);
      let back = crashes.confirm(tally);
      back ??= target.stopped ? undefined : await confirmAtOnce(tally, repeats, target, known);
      const { failure } = back ?? {};
      if (back && failure && (mayBeAccident(failure.culprit) || wasRight(tally, failure)))
        back = (await comesBackAgain(tally, back, repeats, known)) ? back : undefined;
      if (!back) tally.outage = this.#outages.reasonFor(tally);
      if (tally.outage === undefined) back ??= provenOnce(tally) ?? provenUnrepeated(tally);
      if (back) this.#confirm(tally, back);
      else if (crashes.explain(tally))
        tally.atRandom = `${crashes.shareIn(tally)} are server errors`;
      else if (target.left <= 0) this.unaffordable.add(tally);
      report(tally);
    }
    const outages = new Set(this.#failing.flatMap(({ outage }) => outage ?? []));
    target.notes.push(...outages);
  }

  refusedAtRandom(): void {
    const waiting = this.#failing.filter((tally) => !this.#isExplained(tally));
    if (waiting.length === 0) return;
    this.#settle(randomRefusals(waiting, this.#kept));
  }

  keepOpen(): void {
    const { target } = this.#scene;
    for (const tally of this.#failing) {
      if (this.#isExplained(tally) || tally.baselineFailsToo) continue;
      const proven = target.stopped ? provenBefore(tally) : undefined;
      if (proven) this.#confirm(tally, proven);
      else if (worthRepeating(tally)) this.#open.add(tally);
    }
  }

  async besideOthers(): Promise<void> {
    const { plan, target, known } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const kept = this.#kept;
    const affordable = target.spending(FOR_ORDER);
    for (const tally of this.#open) {
      if (!affordable()) break;
      const back = await confirmAfterOthers(tally, kept, target, known, affordable);
      if (back) this.#confirm(tally, back);
      else if (tally.baselineFailsToo) this.#open.delete(tally);
    }
    const company = target.spending(FOR_COMPANY);
    this.#settle(await confirmUnderLoad(this.#open, plan, target, known, company));
  }

  often(): void {
    for (const tally of this.#failing) {
      if (this.#isExplained(tally) || this.#scene.target.stopped) continue;
      const back = failedOften(tally, this.#outages);
      if (back) this.#confirm(tally, back);
    }
  }

  async lost(): Promise<void> {
    const { target, losses } = this.#scene;
    if (target.stopped) return;
    const explained = (r: Requirement): boolean => {
      const tally = this.#tallies.get(r);
      return 'expects' in r && tally !== undefined && this.confirmed.has(tally);
    };
    const affordable = target.spending(FOR_CONNECTIONS);
    const tallies = this.#tallies;
    this.#settle(await losses.settle({ tallies, target, affordable, explained }));
  }

  async nowAndThen(): Promise<void> {
    const { plan, target, known } = this.#scene;
    if (this.#open.size === 0 || target.stopped) return;
    const beside = (one: Case, round: number): Case | undefined => neighbour(plan, one, round);
    const affordable = target.spending(FOR_CHANCE);
    const search = await confirmIntermittent(this.#open, target, known, beside, affordable);
    this.#settle(search.found);
    if (!search.finished) for (const tally of this.#open) this.unaffordable.add(tally);
  }

  #isExplained(tally: Observations): boolean {
    return this.confirmed.has(tally) || tally.atRandom !== undefined || tally.outage !== undefined;
  }

  #settle(found: ReadonlyMap<Observations, Confirmed>): void {
    for (const [tally, back] of found) this.#confirm(tally, back);
  }

  #confirm(tally: Observations, back: Confirmed): void {
    this.confirmed.set(tally, back);
    this.#open.delete(tally);
    this.#scene.onConfirmed(tally, back);
  }
}

/** The same for what failed only after that: repeated once, alone. */
export async function confirmLater(
  failing: readonly Observations[],
  { target, known }: Pick<Scene, 'target' | 'known'>,
): Promise<ReadonlyMap<Observations, Confirmed>> {
  const confirmed = new Map<Observations, Confirmed>();
  const repeats = new Repeats(target);
  for (const tally of failing) {
    let back = target.stopped ? undefined : await confirmAtOnce(tally, repeats, target, known);
    back ??= provenOnce(tally) ?? provenUnrepeated(tally);
    if (back) confirmed.set(tally, back);
  }
  return confirmed;
}

/** A failure that proves itself counts, though it did not come back. */
function provenOnce({
  requirement,
  failures: [failure],
  failing,
}: Observations): Confirmed | undefined {
  if (requirement.proof !== 'once' || failure === undefined) return undefined;
  const note = `${failing} of the cases of the scan showed it and a repetition did not; each response proves it by itself`;
  return { failure, steady: false, note };
}

/** The run stopped before this could be repeated; a second case that failed stands for the repetition. */
function provenBefore(tally: Observations): Confirmed | undefined {
  const [failure] = tally.failures;
  const { requirement, failing } = tally;
  if (!failure || failing < 2 || requirement.comparative || 'expects' in requirement)
    return undefined;
  const note = `the run stopped before this could be repeated; ${failing} different cases failed`;
  return { failure, steady: false, note };
}

/** What differs by itself shows nothing, and what changes the target is not sent hundreds of times. */
function worthRepeating({ requirement, baselineFailsToo, failures }: Observations): boolean {
  if (baselineFailsToo || 'expects' in requirement) return false;
  // What no case is about has no company to be sent in.
  if (failures.every(({ at }) => at.seenIn !== undefined)) return false;
  return requirement.probes.every(onlyReads);
}

/** A case of the same operation whose requests differ from each other and go out together; another each round. */
function neighbour({ probes }: Plan, one: Case, round: number): Case | undefined {
  const planned = probes.find(
    ({ probe }) =>
      probe.concurrentAfter !== undefined && probe.operation === one.planned.probe.operation,
  );
  const caseGroup = planned?.caseGroups[0];
  if (!planned || !caseGroup) return undefined;
  const steps = caseAt(caseGroup.group, caseGroup.seed, `${round}`);
  return { planned, caseGroup, index: round, order: one.order, steps };
}
