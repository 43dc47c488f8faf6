/** Whether unsteady failures need other requests at the same time: the same requests are sent together, and one by one. */
import { NO_CHANCE, TOGETHER } from '../../availability/numbers.ts';
import { type Finding, isRandom, type Kept, partsOf } from '../../model/index.ts';
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

/** What decided trials or responses showed, in words. */
interface Shown {
  readonly is: NonNullable<Overlap>;
  readonly note: string;
}

/** What the trials of a run decided so far: it is not tested again. */
export type Decided = Map<Observations, Shown>;

/**
 * The failures that may need other requests, each with the condition that an experiment showed: while other requests
 * run, if it failed often enough then, and never alone; otherwise those that are not steady are intermittent. At most a
 * few are tested, each of another kind; what is not tested is called concurrent only if all that are tested are.
 */
export async function separateConcurrent(
  confirmed: ReadonlyMap<Observations, Confirmed>,
  decided: Decided,
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
    const isDecided = evident.get(observed) !== undefined || decided.has(observed);
    const isReading = observed.requirement.probes.every(onlyReads);
    // Crashes at random have a share of all responses, which says enough.
    const isCrash = (failure.culprit.response?.status ?? 0) >= 500;
    const { at } = failure;
    if (isDecided || isCrash || !isReading || at.seenIn !== undefined) continue;
    if (!scene.affordable()) break;
    if (!isInCompany(failure) && at.planned.probe.concurrentAfter !== undefined) continue;
    const shown = await compare(observed, at, scene);
    if (shown !== undefined) decided.set(observed, shown);
  }
  const shown = overlaps();
  const known = [...[...decided.values()].map(({ is }) => is), ...shown.values()];
  const all = known.filter((one) => one !== undefined);
  const areConcurrent = all.length > 0 && all.every((one) => one === 'concurrent');
  return new Map(
    open.map(([observed, back]) => {
      const overlap = back.when && shown.get(observed);
      const own = decided.get(observed) ?? (overlap && { is: overlap, note: NOTES[overlap] });
      return [observed, withCondition(back, own, areConcurrent)];
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

/**
 * Sends a case and the cases around it together, and then one by one, until the requirement is decided; of a case that
 * sends requests together by itself, its own requests.
 */
async function compare(
  observed: Observations,
  at: Case,
  { plan, target, known, affordable }: CompanyScene,
): Promise<Shown | undefined> {
  const isOwn = at.planned.probe.concurrentAfter !== undefined;
  const company = isOwn ? [at] : companyOf(plan, at);
  const fails = async (one: Case, kind: 'load' | 'alone'): Promise<boolean> => {
    const { concurrentAfter: _, ...inTurn } = one.planned.probe;
    const probe = kind === 'alone' ? inTurn : one.planned.probe;
    const sent = await sendCase(probe, one.steps, target.send, purposeOf(one, kind));
    const isJudged = one.planned.requirements.includes(observed.requirement);
    return isJudged && failureIn(observed, one, sent, known) !== undefined;
  };
  let [together, rounds] = [0, 0];
  for (let round = 0; round < ROUNDS && affordable(); round++) {
    const failing = await Promise.all(company.map((one) => fails(one, 'load')));
    together += failing.filter(Boolean).length;
    // A moment at which everything fails is one of them.
    if (failing.includes(true)) rounds++;
    // Each request has as many chances to fail alone as in company.
    for (const one of company) {
      if (!(await fails(one, 'alone'))) continue;
      const note = `intermittent: it failed ${times(together)} when other requests were under way, and also when the same requests were sent alone`;
      return { is: 'at-times', note };
    }
    if (together < EVENTS || rounds < NO_CHANCE) continue;
    const note = `it failed ${times(together)} in ${rounds} rounds of requests that were under way at the same time, and never when the same requests were sent one by one`;
    return { is: 'concurrent', note };
  }
  return undefined;
}

/** What the responses of the run say without further requests. */
const NOTES: Readonly<Record<NonNullable<Overlap>, string>> = {
  concurrent: 'each wrong response came while other requests were under way, and none came alone',
  'at-times':
    'intermittent: it failed while other requests were under way, but nothing shows that it needs them',
};

function withCondition(
  back: Confirmed,
  shown: Shown | undefined,
  areConcurrent: boolean,
): Confirmed {
  if (shown?.is === 'concurrent') {
    const failure = withoutShare(back.failure);
    return { ...back, failure, when: 'beside-others', note: shown.note };
  }
  if (shown === undefined && areConcurrent)
    return back.when === undefined ? { ...back, when: 'beside-others' } : back;
  if (!isOfCompany(back)) return back;
  return { ...back, when: 'now-and-then', note: shown?.note ?? NOTES['at-times'] };
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
  const actual: Finding['actual'] = parts.length === 1 && parts[0] ? parts[0] : { parts };
  const finding: Finding = { ...first, actual };
  return { ...failure, findings: [finding, ...others] };
}
