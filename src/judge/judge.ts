/** Carries out a plan: presence probes, scan, confirmation, shrinking, outcomes. */

import { Answers } from '../availability/answers.ts';
import { looksAt, Silence } from '../availability/silence.ts';
import type { Operation } from '../contract/contract.ts';
import { type Exchange, type Requirement, rulesOf, type Send } from '../model/index.ts';
import { offeredPart, type Plan, type PlannedProbe } from '../plan/plan.ts';
import { presenceRequests } from '../plan/presence-requests.ts';
import { type Case, nameOf, purposeOf } from './case.ts';
import { Cleanup } from './cleanup.ts';
import { refusedEverywhere } from './conclusion.ts';
import { constantRefusals, servesElsewhere } from './constant-refusals.ts';
import { detectAll } from './detection.ts';
import { EndedFixtures } from './ended-fixtures.ts';
import { Evidence } from './evidence.ts';
import { Facts } from './facts.ts';
import { FollowUp } from './follow-up.ts';
import { InternalErrors } from './internal-error.ts';
import { judgeCase } from './judge-case.ts';
import type { Judgement, JudgeOptions, Progress, RequirementJudgement } from './judgement.ts';
import { sendControlsAgain } from './last-controls.ts';
import { Losses } from './losses.ts';
import { isElsewhere, nothingHere } from './nothing-here.ts';
import { FEW } from './numbers.ts';
import { Observations } from './observations.ts';
import { NO_OFFER, type Offer, offerOf } from './offer.ts';
import { OtherResponses } from './other-responses.ts';
import { isHere, isSilent, type Presence } from './presence.ts';
import { refusalsOfDiscovery, troubleOfDiscovery } from './redirected.ts';
import { statusOfRefusedToken } from './refused-token.ts';
import { announcingWhole, ofRows } from './rows.ts';
import { cases, riskyLast, scan } from './scan.ts';
import { Target } from './target.ts';
import { Verdicts } from './verdicts.ts';

export type { Judgement, JudgeOptions, Progress, RequirementJudgement };

/**
 * Carries out a plan against a target behind `send`. Never throws because of the target's behavior, nor for an internal
 * error in Assay: the requirements that it concerns name it.
 */
export async function judge(plan: Plan, send: Send, options: JudgeOptions): Promise<Judgement> {
  return new Run(plan, send, options).carryOut();
}

class Run {
  readonly #plan: Plan;
  readonly #options: JudgeOptions;
  readonly #target: Target;
  readonly #evidence: Evidence;
  readonly #cleanup: Cleanup;
  readonly #wire: Send;
  readonly #known: Facts;
  readonly #allObserved: Map<Requirement, Observations>;
  /** Requirements with findings that are neither confirmed nor dropped. */
  readonly #suspected = new Set<Observations>();
  readonly #verdicts: Verdicts;
  readonly #losses = new Losses();
  readonly #others: OtherResponses;
  readonly #errors: InternalErrors;
  readonly #endedFixtures: EndedFixtures;
  readonly #ceiling: number;
  /** Requests before the plan, and those of the plan that the target offers. */
  #planned: number;
  #offer: Offer = NO_OFFER;
  #sent = 0;
  #scanIsOver = false;

  constructor(plan: Plan, send: Send, options: JudgeOptions) {
    this.#plan = plan;
    this.#options = options;
    this.#known = new Facts(plan, options.anonymous === true);
    this.#allObserved = new Map(
      plan.requirements.flatMap(rulesOf).map((r) => [r, new Observations(r)]),
    );
    this.#errors = new InternalErrors([...this.#allObserved.values()]);
    this.#cleanup = new Cleanup(options.madeLog);
    this.#evidence = options.evidence ?? new Evidence();
    this.#others = new OtherResponses(plan, this.#allObserved, this.#evidence.kept, this.#known);
    const recording = (wire: Send): Send => this.#evidence.recording(wire, this.#others.add);
    this.#wire = recording(options.sendAnyway ?? send);
    const { silence = new Silence(() => looksAt(plan.presenceProbes)) } = options;
    const watched = this.#cleanup.watching(silence.guarding(recording(send)));
    const { sent = 0, ceiling = sent + plan.requests + plan.extra } = options;
    this.#planned = sent + plan.requests;
    this.#ceiling = ceiling;
    this.#target = new Target(watched, {
      presenceProbes: [...plan.presenceProbes, ...plan.elsewhere],
      silence,
      signal: options.signal,
      planned: plan.requests,
      sent,
      ceiling,
      reserved: () => this.#cleanup.open,
      restore: (watching) => this.#cleanup.restore(watching),
    });
    this.#endedFixtures = new EndedFixtures(plan, this.#target, this.#evidence);
    const { kept } = this.#evidence;
    const trouble = troubleOfDiscovery(kept);
    if (trouble !== undefined) this.#target.notes.push(trouble);
    this.#verdicts = new Verdicts({
      plan,
      options: announcingWhole(plan.requirements, options),
      evidence: this.#evidence,
      target: this.#target,
      presenceResults: this.#known.presenceResults,
      undiscovered: trouble ?? refusalsOfDiscovery(kept),
    });
    const lacksProbe = ({ requirement: { probes } }: Observations): boolean =>
      probes.some((probe) => plan.blocked.includes(probe));
    const needsControl = ({ requirement }: Observations): boolean =>
      requirement.withControl === true;
    const { discoveryFault } = options;
    if (discoveryFault !== undefined) this.#errors.blame(discoveryFault, 'discovery', lacksProbe);
    if (plan.presenceFault !== undefined)
      this.#errors.blame(plan.presenceFault, 'presence probes', needsControl);
  }

  async carryOut(): Promise<Judgement> {
    try {
      await this.#scanPlan();
    } catch (error) {
      this.#errors.blame(error, 'the requests of the plan', () => true);
    }
    return this.#settleAll();
  }

  /** Finds out what is served, and sends the plan. */
  async #scanPlan(): Promise<void> {
    this.#sent += await detectAll(this.#plan, this.#target, this.#known);
    const results = [...this.#known.presenceResults.values()];
    const { kept } = this.#evidence;
    const constant = constantRefusals({
      results,
      kept,
      hasToken: this.#options.hasToken === true,
      isContention: this.#plan.surface.isContention,
      servesElsewhere: await servesElsewhere(results, this.#target.send),
    });
    this.#known.answers = new Answers(constant);
    for (const { exchange } of kept) this.#known.answers.note(exchange);
    this.#offer = offerOf(this.#plan.surface, this.#plan.fixtures, this.#known.presenceResults);
    this.#verdicts.offer = this.#offer;
    const here = isHere(results);
    const silent = results.every(isSilent);
    if (silent) this.#target.giveUp(results[0]?.unknownResource);
    const unsettled: readonly Presence[] = ['unknown', 'redirected'];
    const unknown = !isElsewhere(results) && results.some((s) => unsettled.includes(s.presence));
    if (!here && !unknown && !silent) this.#verdicts.nothingHere = nothingHere(results);
    this.#verdicts.announceAbsent(this.#allObserved.values());
    const part = this.#offeredPart();
    this.#target.limitTo(part.requests + part.extra);
    this.#planned -= this.#plan.requests - part.requests;
    if (!this.#target.stopped && (here || unknown)) {
      this.#options.onOffered?.(part);
      await this.#scanAll(part.probes);
    }
    this.#judgeOthers();
  }

  /** Confirms and shrinks the failures of the scan, and decides the outcomes. */
  async #settleAll(): Promise<Judgement> {
    this.#target.planIsDone();
    const found = new FollowUp(this.#allObserved, {
      plan: this.#plan,
      target: this.#target,
      evidence: this.#evidence,
      known: this.#known,
      endedFixtures: this.#endedFixtures,
      losses: this.#losses,
      patienceMs: this.#options.patienceMs,
      errors: this.#errors,
      report: (stage, { requirement }) =>
        this.#report(stage, requirement.probes[0]?.operation.name ?? ''),
      onConfirmed: (observed, back) => {
        this.#suspected.delete(observed);
        this.#verdicts.announce(observed, back);
      },
      onShrunk: (observed, back, smallest) => this.#verdicts.announce(observed, back, smallest),
    });
    await found.ofScan();
    await this.#target.settle();
    const made = await this.#cleanup.finish(this.#wire);
    await found.ofLast(() => this.#judgeOthers());
    const nothing = this.#verdicts.nothingHere;
    if (nothing !== undefined) this.#target.notes.push(nothing);
    for (const text of this.#errors.notes) this.#options.onNotice?.(text);
    this.#target.notes.push(
      ...this.#errors.notes,
      ...this.#endedFixtures.reasons,
      ...this.#offer.notes,
      ...this.#known.controls.notes,
    );
    const judgedBy = (rule: Requirement): RequirementJudgement =>
      this.#verdicts.of(this.#allObserved.get(rule) ?? new Observations(rule), found);
    const { hasToken } = this.#options;
    const refusedToken = hasToken ? statusOfRefusedToken(this.#evidence.kept) : undefined;
    this.#verdicts.refusedToken = refusedToken;
    if (refusedToken !== undefined) this.#target.notes.unshift(refusedEverywhere(refusedToken));
    const verdicts = this.#plan.requirements.map((r) => ofRows(r, rulesOf(r).map(judgedBy)));
    const { ended: stopped, notes, suspects, neverResponded, callerRefused } = this.#target;
    if (callerRefused !== undefined) notes.unshift(`${callerRefused}; ${judged(verdicts)}`);
    const { kept: evidence, complete } = this.#evidence;
    const shown = { plan: this.#plan, verdicts, evidence, complete, made, notes, suspects };
    return {
      ...shown,
      offer: this.#offer,
      planned: this.#planned,
      ceiling: this.#ceiling,
      ...(stopped ? { stopped } : {}),
      ...(neverResponded === undefined ? {} : { neverResponded }),
    };
  }

  /** The plan for what is offered. What more was sent to find that out, such as refused controls again, counts too. */
  #offeredPart(): Plan {
    const { presenceProbes } = this.#plan;
    const more = Math.max(0, this.#sent - presenceRequests(presenceProbes, new Set()));
    const part = offeredPart(this.#plan, (operation) => !this.#isOffered(operation));
    return { ...part, requests: part.requests + more };
  }

  /** True for an operation that the target serves, or may serve. */
  #isOffered(operation: Operation): boolean {
    return (
      this.#known.presenceResults.get(operation)?.presence !== 'absent' &&
      !this.#offer.notOwed.has(operation) &&
      !this.#offer.switchedOff.has(operation)
    );
  }

  async #scanAll(present: readonly PlannedProbe[]): Promise<void> {
    // A rejection shows nothing of an operation that may be absent: first come cases that show whether it is served.
    const waits = ({ probe: { operation, wrong } }: PlannedProbe): boolean =>
      wrong !== undefined && this.#known.presenceResults.get(operation)?.presence === 'unknown';
    for (const part of [present.filter((p) => !waits(p)), present.filter(waits)]) {
      const crowd = part.filter((p) => !p.probe.alone);
      await this.#scan(crowd, this.#options.concurrency);
      const rest = part.slice(crowd.length);
      // Their requests need not follow each other without others between.
      const inGroups = (p: PlannedProbe): boolean => p.probe.concurrentAfter !== undefined;
      // Cases that send several requests together: all of them are in flight then.
      const groups = Math.min(FEW, this.#options.concurrency);
      await this.#scan(rest.filter(inGroups), groups);
      await this.#scan(
        rest.filter((p) => !inGroups(p)),
        1,
      );
    }
    await this.#sendControlsAgain();
  }

  async #scan(probes: readonly PlannedProbe[], concurrency: number): Promise<void> {
    const take = (one: Case, exchanges: readonly Exchange[]): void => {
      this.#take(one, exchanges);
      if (!one.caseGroup.shared) this.#sent += exchanges.length;
      this.#report('scan', one.planned.probe.operation.name);
    };
    const source = this.#worthSending(riskyLast(cases(probes)));
    const fault = (one: Case, error: unknown): void => {
      for (const r of one.planned.requirements)
        this.#allObserved.get(r)?.blameKit(error, nameOf(one));
    };
    const stop = (): boolean => this.#scanIsOver || this.#target.ended !== undefined;
    await scan(source, this.#target.send, concurrency, take, fault, stop, this.#known);
  }

  *#worthSending(source: Iterable<Case>): Generator<Case> {
    for (const one of source) {
      if (this.#target.worthSending(one.planned.probe.operation)) yield one;
    }
  }

  #report(stage: Progress['stage'], operation: string): void {
    const { onProgress } = this.#options;
    if (onProgress === undefined) return;
    const planned = this.#planned - (this.#options.sent ?? 0);
    const { size: suspected } = this.#suspected;
    onProgress({ stage, operation, sent: this.#sent, planned, suspected });
  }

  /** Drops what only controls show that the target rejects by now. */
  async #sendControlsAgain(): Promise<void> {
    const ended = await sendControlsAgain({
      plan: this.#plan,
      target: this.#target,
      known: this.#known,
      isNeedless: (operation) =>
        this.#offer.notOwed.has(operation) || this.#offer.switchedOff.has(operation),
      endedFixtures: this.#endedFixtures,
    });
    for (const observed of this.#allObserved.values()) {
      const { withControl, probes } = observed.requirement;
      if (
        withControl &&
        observed.conclusive > 0 &&
        !probes.some((p) => this.#known.controlAccepted(p))
      ) {
        observed.forget(probes.flatMap((p) => ended.get(p.operation) ?? [])[0]);
        if (observed.failing === 0) this.#suspected.delete(observed);
      }
    }
  }

  /** Judges responses outside cases; returns the requirements that began to fail. */
  #judgeOthers(): readonly Observations[] {
    const failing = this.#others.judgeWaiting();
    for (const observed of failing) this.#suspected.add(observed);
    return failing;
  }

  #take(one: Case, exchanges: readonly Exchange[]): void {
    const { probe, requirements } = one.planned;
    this.#losses.watch(one, exchanges);
    this.#known.note(exchanges);
    this.#others.take(one, exchanges);
    const observations = judgeCase(probe, requirements, one.steps.length, exchanges, this.#known);
    const isSwitchedOff = exchanges.some(this.#known.isSwitchedOff);
    for (const observation of observations) {
      const observed = this.#allObserved.get(observation.requirement);
      if (observed === undefined) continue;
      observed.add(one, observation);
      if (observation.findings.length > 0) {
        if (observed.requirement.level !== 'MAY') this.#suspected.add(observed);
        this.#scanIsOver ||= this.#options.endsScan?.(observed.requirement) === true;
      } else if (observation.conclusive > 0 && observed.evidence.length === 0)
        this.#verdicts.point(observed, exchanges[0], purposeOf(one));
      if (observation.conclusive > 0) continue;
      if (isSwitchedOff) {
        observed.switchedOff += observation.exchanges;
        continue;
      }
      if (observation.requirement.withControl && !this.#known.controlAccepted(probe))
        observed.missControl(this.#known.presenceResults.get(probe.operation)?.control);
      observed.excuse(exchanges);
    }
  }
}

/** `512 requirements are judged` */
function judged(verdicts: readonly RequirementJudgement[]): string {
  const { length } = verdicts.filter(({ outcome: o }) => o === 'passed' || o === 'failed');
  return length === 1 ? '1 requirement is judged' : `${length} requirements are judged`;
}
