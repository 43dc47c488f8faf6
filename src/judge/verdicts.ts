/** The result of each requirement: at the end of a run, and of failures as soon as they are confirmed. */

import type { Operation } from '../contract/contract.ts';
import { defined } from '../model/defined.ts';
import {
  apiOf,
  type Exchange,
  expects,
  type Finding,
  isAccepted,
  isEmpty,
  isOwnStatus,
  isRandom,
  PRESENCE,
  type Purpose,
  statuses,
  statusOf,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { purposeOf } from './case.ts';
import { type Conclusion, deniedAmong, type Ending } from './conclusion.ts';
import type { Evidence } from './evidence.ts';
import type { Confirmed } from './experiment/confirmed.ts';
import { earlierOf } from './experiment/earlier.ts';
import { isNowAndThen } from './experiment/reproduce.ts';
import type { Reproduced } from './experiment/trials.ts';
import type { FollowUp } from './follow-up.ts';
import type { JudgeOptions, RequirementJudgement } from './judgement.ts';
import type { Failure, Observations } from './observations.ts';
import { NO_OFFER, type Offer } from './offer.ts';
import { settle } from './outcome.ts';
import { accepted, type PresenceResult } from './presence.ts';
import type { Shrunk } from './shrink/shrink.ts';
import type { Target } from './target.ts';
import { placed } from './where/placed.ts';
import { withNames } from './where/renamed.ts';

interface Scene {
  readonly plan: Plan;
  readonly options: JudgeOptions;
  readonly evidence: Evidence;
  readonly target: Target;
  readonly presenceResults: ReadonlyMap<Operation, PresenceResult>;
  /** Why discovery could not read everything, in words. */
  readonly undiscovered: string | undefined;
}

type ShownResult = Pick<RequirementJudgement, 'findings' | 'counterexample'>;

export class Verdicts {
  readonly #scene: Scene;
  /** Why no operation can be judged at this address, once that is known. */
  nothingHere: string | undefined;
  /** The status that the token of the run gets everywhere, once that is known. */
  refusedToken: number | undefined;
  offer: Offer = NO_OFFER;

  readonly #planned: ReturnType<typeof plannedEnding>;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#planned = plannedEnding(scene.plan);
  }

  /** The judgement of a requirement when the run is over. */
  of(observed: Observations, found: FollowUp): RequirementJudgement {
    const { requirement } = observed;
    const { confirmed, unaffordable } = found.search;
    const back = confirmed.get(observed);
    const settled = this.#settled(observed, back !== undefined, unaffordable.has(observed));
    const counts = countsOf(observed);
    const absent = this.#absent(observed, settled);
    if (absent) {
      this.point(observed, this.#presenceOf(observed)?.unknownResource, PRESENCE);
      return { ...counts, ...settled, ...absent, evidence: observed.evidence };
    }
    const failure = back?.failure ?? observed.failures[0];
    const shows =
      settled.outcome === 'failed' || settled.unexplained === true || requirement.level === 'MAY';
    const { unexplained: _, ...verdict } = settled;
    if (!failure || !shows)
      return { ...counts, ...verdict, findings: [], evidence: observed.evidence };
    const pattern = found.patterns.get(found.shrunk.get(observed) ?? failure);
    const { only, ...evident } = this.#evident(observed, failure, back, found);
    const others = found.others.get(observed) ?? [];
    const more = others.map((one) => this.#other(observed, one, found.reproduced.get(one)));
    const isBeside = pattern?.is === 'of-another' && pattern.when === 'beside';
    // What the other responses show does not follow a part of the request.
    const shown =
      pattern === undefined
        ? defined({ only })
        : {
            pattern,
            findings: pattern.is === 'period' ? steady(evident.findings) : evident.findings,
          };
    return {
      ...{ ...counts, ...verdict, ...evident, ...shown },
      ...(isBeside && ({ when: 'beside-others' } as const)),
      ...(more.length > 0 ? { others: more } : {}),
    };
  }

  /** Calls onFailure for a confirmed failure that will also be a failure at the end. Leaves the evidence unchanged. */
  announce(observed: Observations, { failure }: Confirmed, smallest?: Shrunk): void {
    const { onFailure } = this.#scene.options;
    const { outcome } = this.#settled(observed, true, false);
    if (onFailure === undefined || outcome !== 'failed') return;
    onFailure({ ...countsOf(observed), outcome, ...shownOf(failure, smallest), evidence: [] });
  }

  /** Reports operations that are not served. */
  announceAbsent(allObserved: Iterable<Observations>): void {
    const { onFailure } = this.#scene.options;
    if (onFailure === undefined) return;
    for (const observed of allObserved) {
      if (!expects(observed.requirement, 'presence')) continue;
      const settled = this.#settled(observed, false, false);
      const absent = this.#absent(observed, settled);
      if (absent) onFailure({ ...countsOf(observed), ...settled, ...absent, evidence: [] });
    }
  }

  /** Adds an exchange to the evidence of a requirement. */
  point(observed: Observations, exchange: Exchange | undefined, from: Purpose): void {
    const index = exchange && this.#scene.evidence.keep(exchange, from);
    if (index !== undefined && !observed.evidence.includes(index)) observed.evidence.push(index);
  }

  #settled(observed: Observations, confirmed: boolean, unaffordable: boolean): Conclusion {
    const { options, target, presenceResults, undiscovered } = this.#scene;
    const hasToken = options.hasToken === true;
    const operation = observed.requirement.probes[0]?.operation;
    const { presence = 'unknown', control, probe } = this.#presenceOf(observed) ?? {};
    return settle(observed, {
      presence: presence === 'unknown' && this.#wasAccepted(probe?.operation) ? 'served' : presence,
      controlStatus: control?.response?.status,
      notOwed: operation !== undefined && this.offer.notOwed.has(operation),
      switchedOff: observed.requirement.probes.every((p) =>
        this.offer.switchedOff.has(p.operation),
      ),
      advertised: this.#advertised(operation),
      nothingHere: this.nothingHere,
      confirmed,
      unaffordable,
      hasToken,
      denied: () => deniedAmong(presenceResults.values(), hasToken),
      refusedToken: this.refusedToken,
      undiscovered,
      stopped: target.ended,
      ...this.#planned,
    });
  }

  /** True if a request got a success, whatever the presence probes got. */
  #wasAccepted(operation: Operation | undefined): boolean {
    return this.#scene.evidence.kept.some(
      ({ exchange }) => exchange.request.operation === operation && accepted(exchange),
    );
  }

  /** The place where the target states that it serves the API of the operation. */
  #advertised(operation: Operation | undefined): Ending['advertised'] {
    const { member } = this.#scene.plan.surface.advertised ?? {};
    const api = operation && apiOf(operation);
    return member !== undefined && api !== undefined && this.offer.advertised.has(api)
      ? { member, api }
      : undefined;
  }

  #presenceOf({ requirement: { probes } }: Observations): PresenceResult | undefined {
    const [probe] = probes;
    return probe && this.#scene.presenceResults.get(probe.operation);
  }

  /** The evidence that an operation is not served; `undefined` if the outcome has other reasons. */
  #absent(observed: Observations, { findings }: Conclusion): ShownResult | undefined {
    const found = this.#presenceOf(observed);
    if (findings === undefined || found === undefined) return undefined;
    const exchange = found.control ?? found.unknownResource;
    return { findings, counterexample: { exchange, purpose: PRESENCE } };
  }

  /** The finding, its smallest request, and the exchanges behind it. */
  #evident(
    observed: Observations,
    failure: Failure,
    back: Confirmed | undefined,
    { shrunk, reproduced, conditions }: FollowUp,
  ): ShownResult &
    Pick<
      RequirementJudgement,
      'after' | 'evidence' | 'failsIn' | 'note' | 'only' | 'share' | 'shrinkRequests' | 'when'
    > {
    const smallest = shrunk.get(observed);
    const shown = smallest ?? failure;
    const purpose = smallest?.purpose ?? purposeOf(failure.at);
    const { culprit } = shown;
    for (const first of observed.failures.slice(0, 2)) {
      this.point(observed, first.culprit, purposeOf(first.at));
    }
    for (const exchange of smallest?.exchanges ?? [culprit])
      this.point(observed, exchange, purpose);
    if (back === undefined) this.point(observed, observed.repeated, purpose);
    const reproduction = reproduced.get(shown);
    const found = back && reproduction ? inTheEnd(back, reproduction, observed) : back;
    const { kept } = this.#scene.evidence;
    // What comes at times does not follow the request.
    const only = found?.when === undefined ? conditions.get(shown) : undefined;
    const isPlain = this.#isOfAny(observed, shown);
    const { findings: plain, counterexample } = shownOf(failure, smallest, reproduction, isPlain);
    const { exchanges } = shown;
    // Data that are wrong since a change may be those of now.
    const isData = !isOwnStatus(failure.findings[0]?.at) || isAccepted(failure.culprit);
    const isOfData = reproduction?.isAfterChange && isData;
    const isOfOthers = reproduction?.lasts && !isOfData;
    const findings =
      found?.when === undefined
        ? placed(plain, {
            ...{ requirement: observed.requirement, culprit, kept, exchanges },
            isOfRequests: only !== undefined,
          })
        : plain;
    return {
      findings,
      ...defined({ counterexample }),
      failsIn: observed.failsIn,
      evidence: observed.evidence,
      ...defined({
        note: found?.note,
        // The place in a response says more than the requests that got it.
        only: findings[0]?.where === undefined ? only : undefined,
        // A request that was right before the failure began, and never since, fails for what came between.
        when: found?.when ?? (isOfOthers ? 'after-others' : undefined),
        after: back && afterOf(shown, back, reproduction),
        share: found?.when === 'now-and-then' ? reproduction?.share : undefined,
        shrinkRequests: smallest?.requests,
      }),
    };
  }

  /** True for a refused valid request of an operation that refuses its plain valid request alike, and accepts none. */
  #isOfAny(observed: Observations, { at, culprit, findings: [finding] }: Failure): boolean {
    const { control } = this.#presenceOf(observed) ?? {};
    const status = culprit.response?.status ?? 0;
    const isValid = at.planned.probe.wrong === undefined && isOwnStatus(finding?.at);
    const isAlike = isValid && status >= 400 && control?.response?.status === status;
    return isAlike && !this.#wasAccepted(culprit.request.operation);
  }

  /** Also adds the exchanges of a further counterexample to the evidence. */
  #other(
    observed: Observations,
    other: Shrunk,
    reproduction: Reproduced | undefined,
  ): NonNullable<RequirementJudgement['others']>[number] {
    const { culprit: exchange, exchanges, purpose, seed } = other;
    for (const one of exchanges) this.point(observed, one, purpose);
    const findings = placed(withNames(other.findings, exchange), {
      ...{ requirement: observed.requirement, culprit: exchange, exchanges },
      kept: this.#scene.evidence.kept,
      isOfRequests: true,
    });
    return { findings, exchange, purpose, seed, reproduction };
  }
}

/** The parts of the plan that affect outcomes. */
function plannedEnding(plan: Plan) {
  return {
    blocked: new Set(plan.blocked),
    forbidden: new Set(plan.forbidden),
    sampled: plan.sampled,
    notApplicableWhen: plan.notApplicable,
    surface: plan.surface,
    unknownHere: new Set(plan.unknownHere),
    hasFixture: (name: string) => !isEmpty(plan.fixtures, name),
  };
}

/** A failure that occurs alone only at times is intermittent: no request is its cause. */
function inTheEnd(
  { steady, note, when }: Confirmed,
  reproduction: Reproduced,
  { failedAgain, repeatedConclusively }: Observations,
): Pick<Confirmed, 'note' | 'when'> {
  const { runs, failed, rows } = reproduction;
  const isAlone = rows.every(({ length }) => length === 1);
  const byItself = when === 'beside-others' && isAlone && failed > 0;
  if (!isNowAndThen(reproduction) || !(steady || byItself))
    return { ...(note && { note }), ...(when && { when }) };
  const all = runs + Math.max(failedAgain, repeatedConclusively);
  const share = `it failed in the scan, and then in ${failed + failedAgain} of ${all} repetitions`;
  return { note: `intermittent: ${share}`, when: 'now-and-then' };
}

/** The one earlier request that the failing one needs. */
function afterOf(
  { culprit, findings }: Failure,
  { before }: Confirmed,
  reproduction: Reproduced | undefined,
): RequirementJudgement['after'] {
  const [first] = reproduction?.keeps ? (reproduction.rows[0] ?? []) : [];
  const [only, ...others] = before ?? [];
  const earlier =
    first ?? reproduction?.origin ?? (others.length === 0 ? only?.exchange.request : undefined);
  return earlier && earlierOf(earlier, culprit.request, findings);
}

/** The findings with the status alone, where it comes in periods and not at random. */
function steady(findings: readonly Finding[]): readonly Finding[] {
  return findings.map((one) => {
    const status = statusOf(one.actual);
    return isRandom(one.actual) && status !== undefined
      ? { ...one, actual: statuses(status) }
      : one;
  });
}

function countsOf({ requirement, exchanges, conclusive }: Observations) {
  return { requirement, exchanges, conclusive };
}

function shownOf(
  failure: Failure,
  smallest: Shrunk | undefined,
  reproduction?: Reproduced,
  isOfAny = false,
): ShownResult {
  const { findings, culprit: exchange } = smallest ?? failure;
  const { at, exchanges, sent = [] } = smallest ?? failure;
  const purpose = smallest?.purpose ?? purposeOf(failure.at);
  const all = exchanges ?? sent;
  const step = all.length === at.steps.length ? all.indexOf(exchange) : -1;
  const shown = {
    exchange,
    purpose,
    ...(step >= 0 && { step }),
    seed: smallest?.seed,
    reproduction,
  };
  return {
    findings: withNames(findings, exchange),
    counterexample: { ...shown, ...(isOfAny && { isOfAny }) },
  };
}
