/** Failures of the scan that do not occur alone: they may need other requests at the same time. */
import { isOwnStatus } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { type Case, hasResponse, isSuccess, onlyReads, purposeOf, sendCase } from '../case.ts';
import type { TargetFacts } from '../judge-case.ts';
import type { Failure, Observations } from '../observations.ts';
import { casesBetween } from '../planned-cases.ts';
import type { Target } from '../target.ts';
import type { Outages } from '../timeline/outages.ts';
import { type Confirmed, failureIn } from './confirm.ts';

/** This many different cases of one requirement are not chance. */
const CASES_ENOUGH = 3;
/** A body that breaks the contract is proof; a second one shows that the first was not chance. */
const BODIES_ENOUGH = 2;
/** The number of cases sent at the same time, as in the scan. */
const COMPANY = 16;
/** This many failing cases are tried in this way. */
const TRIED = 3;

/**
 * A failure that several cases of the scan showed, each with its own response, and that came back in some repetitions. If
 * none showed it, only a body proves it: a refusal may have followed a moment. Relations between responses and comparisons
 * with a baseline are excluded: their data may change in between.
 */
export function failedOften(observed: Observations, outages: Outages): Confirmed | undefined {
  const { requirement, failedAgain } = observed;
  // A 409 is about a state, which may have ended since.
  const failure = observed.failures.find(
    (one) =>
      one.culprit.response?.status !== 409 &&
      !outages.hold(one.culprit) &&
      (failedAgain > 0 || isAboutBody(one)),
  );
  const failing = observed.failing - outages.failuresIn(observed);
  const compares = requirement.comparative === true || !('check' in requirement);
  if (!failure || compares) return undefined;
  // Before the cases, the target may not have known its own data yet.
  if (requirement.ofGoodRequests && observed.failures.every(({ at }) => at.seenIn !== undefined))
    return undefined;
  const enough = isAboutBody(failure) ? BODIES_ENOUGH : CASES_ENOUGH;
  if (failing + failedAgain < enough) return undefined;
  const cases = failing === 1 ? '1 case' : `${failing} cases`;
  const scan = `it failed in ${cases} while other requests were under way`;
  return failedAgain > 0
    ? {
        ...{ failure, steady: false, when: 'now-and-then' },
        note: `${scan}, and not each time when one was repeated alone`,
      }
    : {
        ...{ failure, steady: false, when: 'beside-others' },
        note: `${scan}, and not when one was repeated alone; each response proves it by itself`,
      };
}

/** True if the finding is about the body of a success: only the target itself produces one. */
function isAboutBody({ findings: [finding], culprit }: Failure): boolean {
  return !isOwnStatus(finding?.at) && hasResponse(culprit) && isSuccess(culprit);
}

/** Sends failing cases again, together with the cases that were in flight at the same time. */
export async function confirmUnderLoad(
  open: ReadonlySet<Observations>,
  plan: Plan,
  target: Target,
  known: TargetFacts,
  affordable: () => boolean,
): Promise<Map<Observations, Confirmed>> {
  const found = new Map<Observations, Confirmed>();
  const waiting = [...open].filter(({ requirement }) => !requirement.comparative);
  const failing = new Map(waiting.map((t) => [t.failures[0]?.at.order ?? 0, t] as const));
  for (const order of [...failing.keys()].slice(0, TRIED)) {
    if (!affordable()) break;
    const company = casesAround(plan, order);
    const exchanges = await Promise.all(
      company.map((one) =>
        sendCase(one.planned.probe, one.steps, target.send, purposeOf(one, 'load')),
      ),
    );
    for (const [i, one] of company.entries()) {
      for (const observed of waiting) {
        if (found.has(observed) || !one.planned.requirements.includes(observed.requirement))
          continue;
        const failure = failureIn(observed, one, exchanges[i] ?? [], known);
        if (!failure) continue;
        const note = `it fails when ${company.length} requests are under way at the same time, and not alone`;
        found.set(observed, { failure, steady: false, note, when: 'beside-others' });
      }
    }
  }
  return found;
}

/** The cases near one in the plan that only read: they were in flight at the same time. */
function casesAround({ probes }: Plan, order: number): readonly Case[] {
  const from = order - COMPANY / 2;
  return probes
    .filter(({ probe }) => onlyReads(probe) && !probe.alone)
    .flatMap((planned) => [...casesBetween(planned, from, from + COMPANY)]);
}
