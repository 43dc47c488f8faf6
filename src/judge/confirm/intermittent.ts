/** Searches for failures that occur only now and then, while requests are left. */

import { type Case, purposeOf, sendCase } from '../case.ts';
import { ownFindings, type TargetFacts } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';
import type { Target } from '../target.ts';
import { Baselines } from './baselines.ts';
import { type Confirmed, failureIn, rank } from './confirm.ts';

/** Rounds of searching: they find one in forty with 99 %. */
const ROUNDS = 24;
/** An intermittent comparative failure counts if it occurred in this many rounds, and no baseline failed. */
const ROUNDS_ENOUGH = 3;
/**
 * Copies of a case sent at the same time in one round: only this shows a leak between requests. With the neighbour there
 * are 7, 11 or 9 at a time, so that a counter of the server, such as that of its replicas, seldom keeps step.
 */
const COMPANY = [6, 10, 8];
/** This many different cases are sent in one round. */
const CASES = 6;

export interface Search {
  readonly found: ReadonlyMap<Observations, Confirmed>;
  /** False if the requests did not last for all rounds. */
  readonly finished: boolean;
}

/**
 * Sends failing cases repeatedly, together with copies and with a neighbour that has other members; every open
 * requirement judges them. Those that one more failure confirms come first, the strongest levels before the others.
 */
export async function confirmIntermittent(
  open: ReadonlySet<Observations>,
  target: Target,
  known: TargetFacts,
  neighbour: (one: Case, round: number) => Case | undefined,
  affordable: () => boolean,
): Promise<Search> {
  const found = new Map<Observations, Confirmed>();
  const waiting = new Set([...open].sort((a, b) => turnOf(a) - turnOf(b)));
  const rounds = new Map<Observations, number>();
  const plain = new Baselines();
  let repetitions = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of distinctCases(waiting)) {
      if (!affordable()) return { found, finished: false };
      const beside = neighbour(one, round);
      const copies = COMPANY[round % COMPANY.length] ?? 0;
      const [company] = await Promise.all([
        Promise.all(
          Array.from({ length: copies }, (_, k) =>
            sendCase(
              one.planned.probe,
              one.steps,
              target.send,
              purposeOf(one, 'company', { nth: k }),
            ),
          ),
        ),
        beside &&
          sendCase(beside.planned.probe, beside.steps, target.send, purposeOf(one, 'beside')),
      ]);
      repetitions += company.length;
      const back = new Map<Observations, Failure>();
      for (const observed of waiting) {
        if (!observed.requirement.probes.includes(one.planned.probe)) continue;
        const failures = company.map((e) => failureIn(observed, one, e, known));
        const first = failures.find((f) => f !== undefined);
        if (first) back.set(observed, first);
      }
      await plain.catchUp(back, one, (round + 1) * copies, target.send, known);
      for (const [observed, failure] of back) {
        if (observed.baselineFailsToo) waiting.delete(observed);
        // The baseline may have shown meanwhile that these places change by themselves.
        const { requirement } = observed;
        const findings = ownFindings({ ...failure, requirement }, one.planned, known);
        if (observed.baselineFailsToo || findings.length === 0 || !enough(observed, rounds))
          continue;
        waiting.delete(observed);
        const note = `intermittent: ${observed.failing} of the scan's cases failed, and it came back after ${repetitions} repetitions`;
        const again = { ...failure, findings };
        found.set(observed, { failure: again, steady: false, note, when: 'now-and-then' });
      }
    }
    if (waiting.size === 0) break;
  }
  return { found, finished: true };
}

/** Comparative requirements last, and MUST before SHOULD. */
function turnOf({ requirement }: Observations): number {
  return (requirement.comparative ? 2 : 0) + rank(requirement);
}

/** True if a failure occurred often enough to count. */
function enough(observed: Observations, rounds: Map<Observations, number>): boolean {
  const round = (rounds.get(observed) ?? 0) + 1;
  rounds.set(observed, round);
  return !observed.requirement.comparative || round >= ROUNDS_ENOUGH;
}

function distinctCases(allObserved: Iterable<Observations>): Case[] {
  const cases = new Map<number, Case>();
  for (const observed of allObserved) {
    const first = observed.failures[0];
    if (first) cases.set(first.at.order, first.at);
  }
  return [...cases.values()].slice(0, CASES);
}
