import fc from 'fast-check';
import type {
  Exchange,
  Finding,
  Purpose,
  Repetition,
  Requirement,
  Send,
} from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, purposeOf, sendCase } from '../case.ts';
import { judgeOne, type TargetFacts } from '../judge-case.ts';
import { COMPARED } from '../numbers.ts';
import type { Failure } from '../observations.ts';
import { flawOf } from './plainness.ts';

/** A failure with a smaller request. */
export interface Shrunk extends Failure {
  readonly exchanges: readonly Exchange[];
  readonly purpose: Purpose;
  /** fast-check's path: run index and the steps of the shrink. */
  readonly path: string;
  readonly requests: number;
  /** Members that the body lacks on purpose: with them it does not fail. */
  readonly leftOut?: readonly string[];
  /** The seed of this case, if it is not the seed of this run. */
  readonly seed?: number;
}

export interface Shrinking {
  readonly requirement: Requirement;
  readonly send: Send;
  readonly known: TargetFacts;
  readonly affordable: () => boolean;
  readonly most?: number;
}

/**
 * The smallest case that still fails the requirement, searched from the failing case one request at a time; `undefined`
 * if the case itself no longer fails. A valid case stays valid.
 */
export async function shrink(failing: Case, shrinking: Shrinking): Promise<Shrunk | undefined> {
  const { affordable, most = COMPARED } = shrinking;
  const { probe } = failing.planned;
  const flaw = flawOf(probe, failing.steps);
  const seen = new Map<string, Tried>();
  let requests = 0;
  let smallest: Tried | undefined;

  const again = async (steps: Case['steps']): Promise<Tried | undefined> => {
    const key = JSON.stringify(steps.map((s) => (typeof s === 'function' ? 'then' : keyOf(s))));
    const before = seen.get(key);
    if (before) return before;
    if (requests >= most || (requests > 0 && !affordable())) return undefined;
    if (flawOf(probe, steps) > flaw) return undefined;
    const made = { ...(await attempt({ ...failing, steps }, shrinking, 'shrink')), steps };
    requests += made.exchanges.length;
    seen.set(key, made);
    return made;
  };

  const property = fc.asyncProperty(failing.caseGroup.group.cases, async (steps) => {
    const made = await again(steps);
    if (made === undefined || made.findings.length === 0) return true;
    smallest = made;
    return false;
  });
  const { seed } = failing.caseGroup;
  const result = await fc.check(property, { seed, path: String(failing.index), numRuns: 1 });
  if (!result.failed || smallest?.culprit === undefined) return undefined;
  const { exchanges, findings, culprit, steps } = smallest;
  const path = result.counterexamplePath ?? String(failing.index);
  const purpose = purposeOf(failing, 'case', { index: path });
  return { exchanges, findings, culprit, at: failing, steps, path, requests, purpose };
}

interface Attempt {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  readonly culprit: Exchange | undefined;
}

interface Tried extends Attempt {
  readonly steps: Case['steps'];
}

/** Sends a case once and judges it by the requirement. */
export async function attempt(
  one: Case,
  { requirement, send, known }: Shrinking,
  kind: Repetition,
): Promise<Attempt> {
  const { probe } = one.planned;
  const exchanges = await sendCase(probe, one.steps, send, purposeOf(one, kind));
  const { findings, culprit } = judgeOne(requirement, one, exchanges, known);
  return { exchanges, findings, culprit };
}
