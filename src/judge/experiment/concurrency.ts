/** Whether unsteady failures need other requests at the same time: the same requests are sent together, and one by one. */
import { NO_CHANCE, TOGETHER } from '../../availability/numbers.ts';
import { type Finding, isRandom, type Kept, partsOf, type Shown } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, inTurns, onlyReads, purposeOf, sendCase } from '../case.ts';
import { ERROR, FEW } from '../numbers.ts';
import { type Failure, kindOf, type Observations } from '../observations.ts';
import { type CompanyScene, casesAround } from './company.ts';
import { type Confirmed, rank } from './confirmed.ts';
import { type Overlap, overlapsOf } from './overlap.ts';
import { failureIn, Trials } from './trials.ts';

/**
 * A failure by chance is as likely in company as alone: with so many in company and none alone, it is not by chance.
 */
const EVENTS = Math.ceil(Math.log2(1 / ERROR));
/** Failures that are rarer than one in so many rounds are called intermittent. */
const ROUNDS = TOGETHER;

/** What the trials of one requirement showed. */
interface Trial {
  together: number;
  alone: number;
  /** The rounds with failures in company: a moment at which everything fails is one of them. */
  rounds: number;
  failure?: Failure;
}

/** The trials of a run so far: what they decided is not tested again. */
export type Decided = Map<Observations, Trial>;

/**
 * The failures that may need other requests, each with the condition that an experiment showed: while other requests
 * run, if it failed often enough then, and never alone; otherwise those that are not steady are intermittent. At most a
 * few are tested, each of another kind; what is not tested is called concurrent only if all that are tested are.
 */
export async function separateConcurrent(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  trials: Decided,
  scene: CompanyScene & { readonly kept: () => readonly Kept[] },
): Promise<ReadonlyMap<Observations, Confirmed>> {
  const open = [...confirmed]
    .filter(
      ([{ requirement }, { when, spared, failure }]) =>
        spared === undefined &&
        (isInCompany(failure) || (isUnsteady(when) && !requirement.comparative)),
    )
    // Cases with requests at the same time come last: they fail steadily, and the others say more.
    .sort(([a, one], [b, two]) => turnOf(a, one) - turnOf(b, two));
  if (open.length === 0) return new Map();
  const judging = new Trials(scene.target, scene.known);
  const overlaps = (): ReadonlyMap<Observations, Overlap> =>
    overlapsOf(
      open.map(([one, { failure }]) => [one, failure]),
      scene.kept(),
      judging,
    );
  const evident = overlaps();
  for (const [observed, { failure }] of ofEachKind(open).slice(0, FEW)) {
    const isDecided = evident.get(observed) !== undefined || isKnown(trials.get(observed));
    const isReading = observed.requirement.probes.every(onlyReads);
    // Crashes at random have a share of all responses, which says enough.
    const isCrash = (failure.culprit.response?.status ?? 0) >= 500;
    const { at } = failure;
    if (isDecided || isCrash || !isReading || at.seenIn !== undefined) continue;
    if (!scene.affordable()) break;
    if (isInCompany(failure)) await compareOwn(observed, at, trials, scene);
    else if (at.planned.probe.concurrentAfter === undefined)
      await compare(
        at,
        open.map(([one]) => one),
        trials,
        scene,
      );
  }
  const known = [...trials.values()].filter(isKnown).map(isConcurrent);
  const shown = overlaps();
  const byOverlap = [...shown.values()].filter((one) => one !== undefined);
  const all = [...known, ...byOverlap.map((one) => one === 'concurrent')];
  const areConcurrent = all.length > 0 && all.every((one) => one);
  return new Map(
    open.map(([observed, back]) => {
      const own = trials.get(observed);
      if (isKnown(own)) return [observed, decided(back, own)];
      return [observed, byEvidence(back, shown.get(observed), areConcurrent)];
    }),
  );
}

function turnOf({ requirement }: Observations, { failure }: Confirmed): number {
  return rank(requirement) + (isInCompany(failure) ? 2 : 0);
}

function isUnsteady(when: Confirmed['when']): boolean {
  return when === 'beside-others' || when === 'now-and-then';
}

/** True if the blamed request is one of those that its case sends at the same time. */
function isInCompany({ at, culprit, sent = [] }: Failure): boolean {
  const [, together] = inTurns(at.planned.probe, sent);
  return together.includes(culprit);
}

/** One of each kind of failure. */
function ofEachKind<T extends readonly [Observations, Confirmed]>(all: readonly T[]) {
  return [
    ...new Map(all.toReversed().map((one) => [kindOf(one[1].failure), one])).values(),
  ].reverse();
}

/** The cases around one that send nothing together by themselves, and copies of it if they are few. */
function companyOf(plan: Plan, at: Case): readonly Case[] {
  const around = casesAround(plan, at.order).filter(
    ({ planned: { probe } }) => probe.concurrentAfter === undefined,
  );
  const copies = Array.from({ length: Math.max(0, TOGETHER - around.length) }, () => at);
  return [...around, ...copies];
}

/** Sends a case and the cases around it together, and then one by one, until its requirements are decided. */
async function compare(
  at: Case,
  unsteady: readonly Observations[],
  trials: Decided,
  { plan, target, known, affordable }: CompanyScene,
): Promise<void> {
  const company = companyOf(plan, at);
  const concerned = unsteady.filter(({ requirement }) =>
    company.some((one) => one.planned.requirements.includes(requirement)),
  );
  for (const one of concerned)
    if (!trials.has(one)) trials.set(one, { together: 0, alone: 0, rounds: 0 });
  const isOpen = (one: Observations): boolean => !isKnown(trials.get(one));
  const send = (one: Case, kind: 'load' | 'alone') =>
    sendCase(one.planned.probe, one.steps, target.send, purposeOf(one, kind));
  const failuresIn = (one: Case, exchanges: Parameters<typeof failureIn>[2]) =>
    concerned.flatMap((observed) => {
      if (!one.planned.requirements.includes(observed.requirement)) return [];
      const failure = failureIn(observed, one, exchanges, known);
      const trial = trials.get(observed);
      return failure && trial ? [{ trial, failure }] : [];
    });
  for (let round = 0; round < ROUNDS && concerned.some(isOpen); round++) {
    if (!affordable()) return;
    const sent = await Promise.all(company.map((one) => send(one, 'load')));
    const failing = company.flatMap((one, i) => failuresIn(one, sent[i] ?? []));
    for (const { trial, failure } of failing) {
      trial.together++;
      trial.failure ??= failure;
    }
    for (const trial of new Set(failing.map((one) => one.trial))) trial.rounds++;
    for (const one of company) {
      // Each request has as many chances to fail alone as in company.
      if (concerned.every((each) => (trials.get(each)?.alone ?? 0) > 0)) break;
      for (const { trial } of failuresIn(one, await send(one, 'alone'))) trial.alone++;
    }
  }
}

/** Sends a case as it is planned, and then its requests one by one, until its requirement is decided. */
async function compareOwn(
  observed: Observations,
  at: Case,
  trials: Decided,
  { target, known, affordable }: CompanyScene,
): Promise<void> {
  const { probe } = at.planned;
  const trial: Trial = { together: 0, alone: 0, rounds: 0 };
  trials.set(observed, trial);
  const failing = async (one: typeof probe, kind: 'load' | 'alone'): Promise<number> => {
    const sent = await sendCase(one, at.steps, target.send, purposeOf(at, kind));
    return failureIn(observed, at, sent, known) === undefined ? 0 : 1;
  };
  const { concurrentAfter: _, ...inTurn } = probe;
  const isOpen = (): boolean => !isKnown(trial);
  for (let round = 0; round < ROUNDS && isOpen() && affordable(); round++) {
    trial.together += await failing(probe, 'load');
    trial.rounds = trial.together;
    trial.alone += await failing(inTurn, 'alone');
  }
}

function isKnown(trial: Trial | undefined): trial is Trial {
  return trial !== undefined && (trial.alone > 0 || isConcurrent(trial));
}

function isConcurrent({ together, alone, rounds }: Trial): boolean {
  return alone === 0 && together >= EVENTS && rounds >= NO_CHANCE;
}

function decided(back: Confirmed, trial: Trial): Confirmed {
  const { together, alone, rounds } = trial;
  if (!isConcurrent(trial)) {
    if (!isUnsteady(back.when)) return back;
    const note = `intermittent: it failed ${times(together)} when other requests were under way, and ${times(alone)} when the same requests were sent alone`;
    return { ...back, when: 'now-and-then', note: isOfCompany(back) ? note : (back.note ?? note) };
  }
  const note = `it failed ${times(together)} in ${rounds} rounds of requests that were under way at the same time, and never when the same requests were sent one by one`;
  return { ...back, failure: withoutShare(back.failure), when: 'beside-others', note };
}

/** What the run says without further requests: of its own responses, or of the failures that were decided. */
function byEvidence(back: Confirmed, overlap: Overlap, areConcurrent: boolean): Confirmed {
  if (back.when === undefined) return areConcurrent ? { ...back, when: 'beside-others' } : back;
  if (overlap === 'concurrent') {
    const note =
      'each wrong response came while other requests were under way, and none came alone';
    return { ...back, failure: withoutShare(back.failure), when: 'beside-others', note };
  }
  if (!isOfCompany(back) || (overlap === undefined && areConcurrent)) return back;
  const note =
    'intermittent: it failed while other requests were under way, but nothing shows that it needs them';
  return { ...back, when: 'now-and-then', note };
}

function isOfCompany({ when }: Confirmed): boolean {
  return when === 'beside-others';
}

function times(n: number): string {
  return n === 1 ? 'once' : `${n} times`;
}

/** What follows other requests has no share of all responses. */
function withoutShare(failure: Failure): Failure {
  const [first, ...others] = failure.findings;
  if (first === undefined || !isRandom(first.actual)) return failure;
  const parts = partsOf(first.actual).filter((part) => !('atRandom' in part));
  const actual: Shown = parts.length === 1 && parts[0] ? parts[0] : { parts };
  const finding: Finding = { ...first, actual };
  return { ...failure, findings: [finding, ...others] };
}
