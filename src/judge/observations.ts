/** The results of one requirement so far: counts, the lowest failures, a little evidence. */
import {
  caseText,
  type Exchange,
  type Finding,
  hasResponse,
  isSuccess,
  isUpstreamFailure,
  kindOfPlace,
  messageOf,
  type Purpose,
  purposeText,
  type Requirement,
} from '../model/index.ts';
import { type Case, nameOf, purposeOf } from './case.ts';
import { wantsCredential } from './credential.ts';
import type { Observation } from './judging.ts';
import { KEPT_FAILURES, NAMED, REMEMBERED } from './numbers.ts';
import { byPlainness } from './shrink/plainness.ts';

export interface Failure {
  readonly at: Case;
  readonly findings: readonly Finding[];
  readonly culprit: Exchange;
  /** The steps that are left after shrinking; absent if it removed none. */
  readonly steps?: Case['steps'];
  /** The exchanges of the case; absent if only the blamed one is known. */
  readonly exchanges?: readonly Exchange[];
  /** The exchanges of the repetition that showed it, before it is made smaller. */
  readonly sent?: readonly Exchange[];
  /** How many exchanges of the case were conclusive; 0 for those outside the plan. */
  readonly conclusive?: number;
  /** The purpose of its requests in the report, if the case alone does not determine it. */
  readonly purpose?: Purpose;
}

/**
 * `time`: the target was away, or a response came after the timeout. `state`: an object of the target came or went, which
 * the failures are about. `nothing`: equal requests get other responses at other times.
 */
export interface OtherCause {
  readonly follows: 'time' | 'state' | 'nothing';
  /** In words. */
  readonly note: string;
}

export function stepsOf({ steps, at }: Failure): Case['steps'] {
  return steps ?? at.steps;
}

export class Observations {
  readonly requirement: Requirement;
  exchanges = 0;
  conclusive = 0;
  notApplicable = 0;
  /** Exchanges of cases with a request that needs something that is switched off. */
  switchedOff = 0;
  failing = 0;
  /** How often a failing case failed again when it was repeated by itself. */
  failedAgain = 0;
  /** How many repetitions of failing cases were conclusive. */
  repeatedConclusively = 0;
  /** The first internal error in Assay that concerns the requirement, in words. */
  kitFault: string | undefined;
  /** Indexes of exchanges that were kept as evidence. */
  readonly evidence: number[] = [];
  /** The kept failing cases, the plainest first. */
  readonly failures: Failure[] = [];
  /** The failing cases; only some of very many. */
  #all: Failure[] = [];
  /** The positions of cases with a response that is conclusive and conforms; only some of very many. */
  readonly passingAt: Set<number> = new Set();
  /** Why exchanges were inconclusive. */
  readonly inconclusive: Map<string, number> = new Map();
  /** The message of the last silence of each kind. */
  readonly silences: Map<string, string> = new Map();
  /** The exchange of the last repetition of a failing case: evidence for a failure that did not occur again. */
  repeated: Exchange | undefined;
  /** True if the plain request in place of a failing one failed too. */
  baselineFailsToo = false;
  credentialWanted = 0;
  /** Why a body could not be judged. */
  unread: string | undefined;
  /** The number of random losses, in words: they do not fail the requirement that responses arrive. */
  lostAtRandom: string | undefined;
  /** What all failures follow, if it is not their requests. */
  otherCause: OtherCause | undefined;
  /** Why failing cases do not count: their fixture ended, or is in a state of its own. */
  ended: string | undefined;
  controlRejected = 0;
  /** Why the control is rejected at the end, if its fixture ended. */
  controlEnded: string | undefined;
  /** Statuses of other responses that were inconclusive, and how often each came. */
  readonly statuses: Map<number, number> = new Map();
  /** Statuses of gateways among its responses, and how often each came. */
  readonly gatewayErrors: Map<number, number> = new Map();

  constructor(requirement: Requirement) {
    this.requirement = requirement;
  }

  /** Drops observations that depend on a control that is now rejected; accepted wrong requests stay. */
  forget(why?: string): void {
    this.controlEnded = why;
    const proven = 'check' in this.requirement ? this.failures.filter(isAcceptedWrong) : [];
    this.conclusive = proven.length;
    this.#failOnly(proven, 0);
    this.controlRejected++;
  }

  /** Drops these failing cases, which show nothing; the other cases decide. */
  excuseFailures(excused: ReadonlySet<Exchange>, why: string): void {
    const left = this.#all.filter(({ culprit }) => !excused.has(culprit));
    const dropped = this.#all.filter(({ culprit }) => excused.has(culprit));
    this.conclusive -= dropped.reduce((sum, { conclusive = 0 }) => sum + conclusive, 0);
    this.ended = `${dropped.length} of ${this.exchanges} requests are not counted: ${why}`;
    this.#failOnly(left, this.failing - this.#all.length);
  }

  /** The blamed exchanges of the failing cases; only some of very many. */
  get culprits(): readonly Exchange[] {
    return this.#all.map(({ culprit }) => culprit);
  }

  /** The blamed ones that refuse their request. */
  get refusals(): readonly Exchange[] {
    return this.culprits.filter(({ response }) => (response?.status ?? 0) >= 400);
  }

  /** Replaces the failing cases by these; `unknown` others are only counted. */
  #failOnly(all: readonly Failure[], unknown: number): void {
    this.#all = [];
    this.failing = unknown;
    this.failures.length = 0;
    for (const failure of all) this.fail(failure);
  }

  /** Notes an internal error in Assay, and where it occurred. */
  blameKit(error: unknown, where: string): void {
    this.kitFault ??= `${where}: ${messageOf(error)}`;
  }

  /** Notes that the control was not accepted, so that the case shows nothing. */
  missControl(control: Exchange | undefined): void {
    if (wantsCredential(control?.response)) this.credentialWanted++;
    else this.controlRejected++;
  }

  /** Remembers why exchanges were inconclusive. */
  excuse(exchanges: readonly Exchange[]): void {
    for (const { response, noResponse, isAnswer } of exchanges) {
      if (noResponse) {
        this.inconclusive.set(noResponse.kind, (this.inconclusive.get(noResponse.kind) ?? 0) + 1);
        this.silences.set(noResponse.kind, noResponse.message);
      } else if (response) {
        const { status } = response;
        if (wantsCredential(response)) this.credentialWanted++;
        const isGateways = isUpstreamFailure(status) && !isAnswer;
        const counts = isGateways ? this.gatewayErrors : this.statuses;
        counts.set(status, (counts.get(status) ?? 0) + 1);
        if (response.truncated) this.unread ??= response.unread;
      }
    }
  }

  add(one: Case, observation: Observation): void {
    this.exchanges += observation.exchanges;
    this.conclusive += observation.conclusive;
    this.notApplicable += observation.notApplicable;
    if (observation.fault !== undefined) this.blameKit(observation.fault, nameOf(one));
    const passes = observation.findings.length === 0 && observation.conclusive > 0;
    if (passes && this.passingAt.size < 2 * REMEMBERED) this.passingAt.add(one.order);
    if (observation.findings.length === 0 || observation.culprit === undefined) return;
    const { findings, culprit, conclusive } = observation;
    this.fail({ at: one, findings, culprit, conclusive });
  }

  /** The positions of the failing cases in the plan; `undefined` if there are too many. */
  get failingAt(): ReadonlySet<number> | undefined {
    return this.#all.length < REMEMBERED ? new Set(this.#all.map(({ at }) => at.order)) : undefined;
  }

  /** The names of the failing cases, in the order of the plan; if there are many, the names of their probes. */
  get failsIn(): readonly string[] {
    const cases = [...new Map(this.#all.map(({ at }) => [at.order, at])).values()];
    // A repeated request is named after its case, and other responses outside the plan share a name.
    const namesOf = (nameIn: (purpose: Purpose) => string): readonly string[] => [
      ...new Set(cases.map((one) => nameIn(purposeOf(one)))),
    ];
    if (cases.length > NAMED)
      return namesOf((one) => (one.group && one.probe) ?? purposeText(one)).toSorted();
    cases.sort((a, b) => a.order - b.order);
    return namesOf(caseText);
  }

  fail(failure: Failure): void {
    this.failing++;
    if (this.#all.length < REMEMBERED) this.#all.push(failure);
    this.failures.push(failure);
    this.failures.sort((a, b) => byPlainness(a.at, b.at));
    if (this.failures.length <= KEPT_FAILURES) return;
    // One failure of each kind is kept: many failures of one cause must not displace a rare one.
    const isRepeated = (one: Failure, i: number): boolean =>
      this.failures.findIndex((other) => kindOf(other) === kindOf(one)) < i;
    const repeated = this.failures.findLastIndex(isRepeated);
    this.failures.splice(repeated < 0 ? KEPT_FAILURES : repeated, 1);
  }
}

function isAcceptedWrong({ at, culprit }: Failure): boolean {
  return at.planned.probe.wrong !== undefined && hasResponse(culprit) && isSuccess(culprit);
}

/** True for a case that got no response in time. */
export function isLate({ culprit: { noResponse } }: Failure): boolean {
  return noResponse?.kind === 'timeout';
}

/** The place of the first finding without list indexes, and the status: other causes show at other places. */
export function kindOf({
  findings: [finding],
  culprit: { response },
}: Pick<Failure, 'findings' | 'culprit'>): string {
  return `${finding && kindOfPlace(finding.at)} ${response?.status}`;
}
