/** Judges one requirement on recorded traffic. The purpose of a request is unknown. */
import { type IsContention, throttles } from '../../availability/throttle.ts';
import { judgeAlone } from '../../judge/any-traffic.ts';
import type { RequirementJudgement } from '../../judge/judge.ts';
import {
  type CheckResult,
  type Exchange,
  type Finding,
  hasResponse,
  NoBody,
  placeText,
  purposeText,
  type Requirement,
} from '../../model/index.ts';
import type { Matched } from './read.ts';

interface Failed {
  readonly at: Matched;
  readonly findings: readonly Finding[];
}

/** Counts of the traffic; their size does not grow with it. */
interface Counts {
  readonly conclusive: number;
  /** The first conclusive exchange. */
  readonly first?: Matched;
  readonly failed: number;
  /** The first failures, which are named individually. */
  readonly named: readonly Failed[];
  readonly vacuous: number;
  readonly fault?: string;
}

/** The most failures that are named individually. */
const NAMED = 10;
const NOTHING: Counts = { conclusive: 0, failed: 0, named: [], vacuous: 0 };

/** Counts the exchanges with the requirement's operation, in their order. */
export class TrafficTally {
  readonly requirement: Requirement;
  readonly #isContention: IsContention | undefined;
  readonly #watch: ((exchange: Exchange) => CheckResult) | undefined;
  #exchanges = 0;
  #accepted = false;
  /** The counts if a request is accepted at any time, and the counts if none is. */
  #ifAccepted = NOTHING;
  #ifNever = NOTHING;

  constructor(requirement: Requirement, isContention?: IsContention) {
    this.requirement = requirement;
    this.#isContention = isContention;
    this.#watch = 'watch' in requirement ? requirement.watch() : undefined;
  }

  /** True if there was a failure that counts. */
  get failed(): boolean {
    return (this.#accepted ? this.#ifAccepted : this.#ifNever).failed > 0;
  }

  /** Judges one more exchange. Never throws. */
  add(at: Matched): void {
    this.#exchanges++;
    this.#accepted ||= (at.exchange.response?.status ?? 400) < 300;
    const result = this.#judged(at, true);
    this.#ifAccepted = counted(this.#ifAccepted, at, result);
    if (this.#accepted) return;
    const never = this.#watch === undefined ? this.#judged(at, false) : result;
    this.#ifNever = counted(this.#ifNever, at, never);
  }

  /** The judgement of the recording. `indexOf` gives the index of an exchange in the evidence. */
  judgement(indexOf: (at: Matched) => number | undefined): RequirementJudgement {
    const { requirement } = this;
    const seen = this.#accepted ? this.#ifAccepted : this.#ifNever;
    const indexes = (all: readonly Matched[]): number[] => all.flatMap((at) => indexOf(at) ?? []);
    const counts = { requirement, exchanges: this.#exchanges, conclusive: seen.conclusive };
    const [failed] = seen.named;
    if (failed !== undefined) {
      const more = seen.failed > NAMED ? ` and ${seen.failed - NAMED} more` : '';
      const [finding] = failed.findings;
      const about = requirement.level === 'MAY' && finding ? `${placeText(finding.at)}: ` : '';
      return {
        ...counts,
        // Information is never a failure.
        outcome: requirement.level === 'MAY' ? 'passed' : 'failed',
        note: `${about}seen in ${seen.named.map(({ at }) => purposeText(at.purpose)).join(', ')}${more}`,
        findings: failed.findings,
        counterexample: { exchange: failed.at.shown, purpose: failed.at.purpose },
        evidence: indexes(seen.named.map(({ at }) => at)),
      };
    }
    const judged = { ...counts, findings: [], evidence: indexes(seen.first ? [seen.first] : []) };
    if (seen.fault !== undefined)
      return { ...judged, outcome: 'cantTell', reason: 'kit-fault', note: seen.fault };
    if (seen.conclusive > 0) return { ...judged, outcome: 'passed' };
    const reason = 'not-observed';
    const what = this.#watch === undefined ? 'response' : 'request';
    if (seen.vacuous > 0) {
      const note = `no recorded ${what} had the content that this rule judges`;
      return { ...judged, outcome: 'inapplicable', reason, note };
    }
    const note =
      this.#exchanges === 0
        ? 'the recording has no request to this operation'
        : `no recorded ${what} showed whether this rule holds`;
    return { ...judged, outcome: 'untested', reason, note };
  }

  #judged({ exchange }: Matched, accepted: boolean): CheckResult | Error {
    if (exchange.request.truncated) return undefined;
    try {
      if (this.#watch !== undefined) return this.#watch(exchange);
      if (!hasResponse(exchange)) return undefined;
      const { request, response } = exchange;
      if (throttles(response, request.operation, this.#isContention)) return undefined;
      return judgeAlone(this.requirement, exchange, accepted);
    } catch (error) {
      if (error instanceof NoBody) return undefined;
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}

function counted(before: Counts, at: Matched, result: CheckResult | Error): Counts {
  if (result === undefined) return before;
  if (result instanceof Error) return { ...before, fault: before.fault ?? result.message };
  if (result === 'inapplicable') return { ...before, vacuous: before.vacuous + 1 };
  const { first = at, conclusive, failed, named } = before;
  const seen = { ...before, first, conclusive: conclusive + 1 };
  if (result.length === 0) return seen;
  const all = named.length < NAMED ? [...named, { at, findings: result }] : named;
  return { ...seen, failed: failed + 1, named: all };
}
