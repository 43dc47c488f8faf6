import fc from 'fast-check';
import type { Exchange, Finding, Requirement } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';
import { type Case, nameOf, type Send, sendCase } from '../case.ts';
import { judgeCase, type Known, ownFindings } from '../judge-case.ts';

/** A shrink that has sent this many requests keeps the smallest failure it has. */
const MOST_REQUESTS = 200;

export interface Shrunk {
  readonly findings: readonly Finding[];
  readonly culprit: Exchange;
  readonly exchanges: readonly Exchange[];
  /** fast-check's path: run index and the steps of the shrink. */
  readonly path: string;
  readonly requests: number;
  /** What the case is called in reports: see nameOf. */
  readonly name: string;
  /** The run's seed that gives this case, where it is not the seed of this run. */
  readonly seed?: number;
}

/**
 * The smallest case that still fails the requirement, found one request after the other from the
 * failing case; `undefined` when the case itself no longer fails.
 */
export async function shrink(
  failing: Case,
  requirement: Requirement,
  send: Send,
  known: Known,
  affordable: () => boolean,
): Promise<Shrunk | undefined> {
  const { probe } = failing.planned;
  const seen = new Map<string, Attempt>();
  let requests = 0;
  let smallest: Attempt | undefined;

  const attempt = async (steps: Case['steps']): Promise<Attempt | undefined> => {
    const key = JSON.stringify(steps.map((s) => (typeof s === 'function' ? 'then' : keyOf(s))));
    const before = seen.get(key);
    if (before) return before;
    if (requests >= MOST_REQUESTS || (requests > 0 && !affordable())) return undefined;
    const exchanges = await sendCase(probe, steps, send, nameOf(failing), '!shrink');
    requests += exchanges.length;
    const [observation] = judgeCase(probe, [requirement], steps.length, exchanges, known);
    const findings = observation ? ownFindings(observation, failing.planned, known) : [];
    const made = { exchanges, findings, culprit: observation?.culprit };
    seen.set(key, made);
    return made;
  };

  const property = fc.asyncProperty(failing.caseGroup.group.cases, async (steps) => {
    const made = await attempt(steps);
    if (made === undefined || made.findings.length === 0) return true;
    smallest = made;
    return false;
  });
  const { seed } = failing.caseGroup;
  const result = await fc.check(property, { seed, path: String(failing.index), numRuns: 1 });
  if (!result.failed || smallest?.culprit === undefined) return undefined;
  const { exchanges, findings, culprit } = smallest;
  const path = result.counterexamplePath ?? String(failing.index);
  return { exchanges, findings, culprit, path, requests, name: nameOf(failing, path) };
}

interface Attempt {
  readonly exchanges: readonly Exchange[];
  readonly findings: readonly Finding[];
  readonly culprit: Exchange | undefined;
}
