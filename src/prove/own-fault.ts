/** Proves one requirement with its own fault: this requirement itself must fail. */

import type { RequirementJudgement } from '../judge/judge.ts';
import type { Requirement, Send } from '../model/index.ts';
import { plan } from '../plan/plan.ts';
import { type Bench, judgedAt } from './bench.ts';
import {
  detector,
  operationOf,
  otherMutations,
  Recording,
  responseMutations,
} from './operators/candidates.ts';
import { faulty } from './operators/faulty.ts';
import { type Mutation, textOf } from './operators/mutation.ts';
import { NO_TOKEN_CHECK } from './operators/requests.ts';
import { allowanceOf, tierOf } from './target.ts';

/** Few cases are enough: a mutation alters each of its kind. */
const RUNS = 1;
const SEED = 1;
/** The most mutations that are tried at a server, among those that may kill by the recording. */
const TRIALS = 24;

/** True if the requirement, run alone, fails on the conforming server with this fault. */
export async function kills(
  mutation: Mutation,
  requirement: Requirement,
  bench: Bench,
): Promise<boolean> {
  const { outcome } = await judged(requirement, bench, (wire) =>
    faulty(wire, mutation, operationOf(requirement), bench.samples),
  );
  return outcome === 'failed';
}

export interface FirstKill {
  /** The first mutation that kills, as text. */
  readonly mutation?: string;
  /** Why no mutation kills it. */
  readonly survived?: string;
}

/** Searches for the first mutation that kills a requirement, in a fixed order. */
export async function firstKill(requirement: Requirement, bench: Bench): Promise<FirstKill> {
  const recording = new Recording();
  const conforming = await judged(requirement, bench, (wire) => async (call, purpose) => {
    const exchange = await wire(call, purpose);
    recording.add(exchange, purpose);
    return exchange;
  });
  if (conforming.outcome !== 'passed' && conforming.outcome !== 'inapplicable') {
    return { survived: `${conforming.outcome} on the conforming server` };
  }
  const isSeen = detector(requirement, recording, bench.fixtures, bench.samples);
  const names = [...bench.samples.controls.keys()];
  const others = otherMutations(requirement, recording, names);
  for (const mutation of others.filter(({ operator }) => operator === NO_TOKEN_CHECK)) {
    if (await killsTwice(mutation, requirement, bench)) return { mutation: textOf(mutation) };
  }
  let left = TRIALS;
  if (!('expects' in requirement)) {
    for (const mutation of responseMutations(recording, bench.samples)) {
      if (left === 0) break;
      if (!isSeen(mutation)) continue;
      left--;
      if (await killsTwice(mutation, requirement, bench)) return { mutation: textOf(mutation) };
    }
  }
  for (const mutation of others) {
    if (await killsTwice(mutation, requirement, bench)) return { mutation: textOf(mutation) };
  }
  return {
    survived:
      conforming.outcome === 'inapplicable'
        ? 'not observed on the conforming server'
        : 'no operator kills it',
  };
}

/** A fault must kill twice, so that no kill by chance is committed. */
async function killsTwice(
  mutation: Mutation,
  requirement: Requirement,
  bench: Bench,
): Promise<boolean> {
  return (await kills(mutation, requirement, bench)) && kills(mutation, requirement, bench);
}

async function judged(
  requirement: Requirement,
  { surface, fixtures, begin }: Bench,
  between: (wire: Send) => Send,
): Promise<RequirementJudgement> {
  const tier = tierOf(requirement.probes);
  const allowed = allowanceOf(tier);
  const planned = plan(surface, [requirement], { fixtures, seed: SEED, runs: RUNS, allowed });
  const [verdict] = await judgedAt(
    () => begin(tier),
    planned,
    between,
    () => true,
  );
  if (verdict === undefined) throw new Error(`${requirement.id} got no verdict`);
  return verdict;
}
