/** The responses of one case, judged by every requirement on its probe. */
import type { Operation } from '../contract/contract.ts';
import { breaksRequest } from '../contract/request-body.ts';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Exchange,
  type Finding,
  hasResponse,
  isOwnStatus,
  isSuccess,
  type Memory,
  messageOf,
  NoBody,
  type Probe,
  placeText,
  type Requirement,
} from '../model/index.ts';
import type { PlannedProbe } from '../plan/plan.ts';
import { expectDocumented } from './any-traffic.ts';
import { faultOf } from './case.ts';
import { wantsCredential } from './credential.ts';
import { comparing, culpritOf, withoutExchanges } from './culprit.ts';
import { judgeSilence } from './hang-ups.ts';
import {
  type Check,
  type Judging,
  judgingOf,
  NOTHING_FOUND,
  type Observation,
  observationOf,
  type Relation,
  uneventful,
} from './judging.ts';

/** Facts about the target that decide what a rejection or a missing response means. */
export interface TargetFacts {
  /** True when the probe's control was accepted. */
  controlAccepted(probe: Probe): boolean;
  /** True when the operation's rejections come from the operation and not from an unknown path. */
  served(probe: Probe): boolean;
  /** The internal error in Assay that left the probe without its control, in words. */
  readonly controlFault?: (probe: Probe) => string | undefined;
  /** True for the control of a probe, which comes first in a case that is wrong on purpose. */
  isControl(probe: Probe, call: Call): boolean;
  /** The exchange, marked if its refusal is an answer. */
  readonly marked?: (exchange: CompleteExchange) => CompleteExchange;
  /** True for a rejection that only says that what is deprecated is switched off: it shows nothing else. */
  readonly isSwitchedOff?: (exchange: Exchange) => boolean;
  /** True if the run has no credentials: a target that accepts the plain request requires none. */
  readonly anonymous?: boolean;
  /** The state that the relation of a requirement keeps for later cases. */
  memoryOf(requirement: Requirement): Memory;
  /** Places where responses of the operation differ though the requests are the same. */
  readonly unsteady: Unsteady;
}

export type Unsteady = Map<Operation, Set<string>>;

/** The findings that a requirement causes: a comparative one ignores places that differ by themselves. */
export function ownFindings(
  observation: Pick<Observation, 'requirement' | 'findings'>,
  { probe }: PlannedProbe,
  known: TargetFacts,
): readonly Finding[] {
  const places = known.unsteady.get(probe.operation);
  if (!observation.requirement.comparative || places === undefined) return observation.findings;
  return observation.findings.filter((f) => !places.has(placeOf(f)));
}

/** The place of a finding, with the value if it is a status. */
export function placeOf({ at, actual }: Finding): string {
  return isOwnStatus(at) ? `status ${JSON.stringify(actual)}` : placeText(at);
}

/**
 * Judges the exchanges of a case by every requirement on its probe. Never throws: an error in the case or in its
 * judgement is the `fault` of the observations.
 */
export function judgeCase(
  probe: Probe,
  requirements: readonly Requirement[],
  steps: number,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Observation[] {
  try {
    const observations = judgedCase(probe, requirements, steps, exchanges, known);
    const fault = faultOf(exchanges) ?? known.controlFault?.(probe);
    return fault === undefined
      ? observations
      : observations.map((one) => (one.findings.length > 0 ? one : { ...one, fault }));
  } catch (error) {
    const fault = messageOf(error);
    return requirements.map((one) => ({ ...observationOf(one, exchanges.length, 0, 0), fault }));
  }
}

/** What one requirement finds in exchanges of a case; a comparative one ignores places that differ by themselves. */
export function judgeOne(
  requirement: Requirement,
  { planned, steps }: { readonly planned: PlannedProbe; readonly steps: readonly unknown[] },
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Observation {
  const [result = observationOf(requirement, exchanges.length, 0, 0)] = judgeCase(
    ...([planned.probe, [requirement], steps.length, exchanges, known] as const),
  );
  return { ...result, findings: ownFindings(result, planned, known) };
}

function judgedCase(
  probe: Probe,
  requirements: readonly Requirement[],
  steps: number,
  exchanges: readonly Exchange[],
  known: TargetFacts,
): Observation[] {
  let judged = 0;
  const complete: CompleteExchange[] = [];
  const related: CompleteExchange[] = [];
  const isServed = known.served(probe);
  const served = isServed || exchanges.some((one) => isAcceptedBy(probe, one));
  for (const exchange of exchanges) {
    if (isLeadIn(probe, exchange, known)) continue;
    judged++;
    if (!hasResponse(exchange) || known.isSwitchedOff?.(exchange)) continue;
    expectDocumented(exchange);
    const seen = exchange.response.status < 300 ? exchange : (known.marked?.(exchange) ?? exchange);
    const conclusive = isConclusive(probe, seen, known, served);
    if (seen !== exchange) originals.set(seen, exchange);
    if (conclusive) complete.push(seen);
    if (conclusive || (probe.checksCredentials && wantsCredential(exchange.response)))
      related.push(seen);
  }
  const whole = related.length === judged && exchanges.length === steps;
  const accepted = known.controlAccepted(probe);
  const alone = accepted ? complete : provenAlone(probe, complete);
  const together = whole ? related : NO_EXCHANGES;
  const observations: Observation[] = [];
  for (const judging of judgingOf(requirements)) {
    const { withControl, check, relation } = judging;
    const counts = !withControl || accepted;
    if (check !== undefined) {
      const considered = counts ? complete : alone;
      observations.push(judgeEach(judging, check, considered, exchanges.length, accepted));
    } else if (relation !== undefined) {
      const considered = counts ? together : NO_EXCHANGES;
      observations.push(
        judgeRelation(judging, relation, probe, considered, exchanges.length, known),
      );
    } else observations.push(judgeSilence(judging, exchanges, isServed));
  }
  return observations;
}

/** True for a success of the probe's operation, which therefore exists. */
function isAcceptedBy({ operation }: Probe, exchange: Exchange): boolean {
  return exchange.request.operation === operation && exchange.response?.status === 200;
}

/** An accepted request that is wrong on purpose needs no control; a rejection may have other reasons. */
function provenAlone(
  { wrong }: Probe,
  complete: readonly CompleteExchange[],
): readonly CompleteExchange[] {
  return wrong === undefined ? NO_EXCHANGES : complete.filter(isSuccess);
}

/** True for a request that only prepares the others: it is judged in the case that is about it. */
export function isLeadIn(probe: Probe, { request }: Exchange, known: TargetFacts): boolean {
  if (probe.acrossOperations) return false;
  if (request.operation !== probe.operation) return true;
  return probe.wrong !== undefined && known.isControl(probe, request);
}

/**
 * False for 401 and 403, unless the caller has the right or no credentials are needed and the plain request was accepted,
 * and for rejections of an operation that may be absent. A caller with credentials may lack the right to see another id.
 */
function isConclusive(
  probe: Probe,
  { request, response, isAnswer }: CompleteExchange,
  known: TargetFacts,
  served: boolean,
): boolean {
  const isAnswered = probe.aboutCredentials || (request.permitted && response.status === 403);
  if (wantsCredential(response) && !isAnswered && !isPreflight(request)) {
    const needsNone = probe.operation.openToAll || known.anonymous;
    if (!needsNone || !known.controlAccepted(probe)) return false;
    if (response.status === 403 && probe.wrong === 'identifier' && !known.anonymous) return false;
  }
  if (response.status >= 300 && !isAnswer && !served) return false;
  // Uses the bytes that were sent: a body that shrinking made valid shows nothing.
  return probe.wrong !== 'schema' || breaksRequest(request.operation, request.body);
}

/** True for a CORS preflight: browsers send it without credentials, so its 401 is conclusive. */
function isPreflight({ method, headers }: Call): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

const NO_EXCHANGES: readonly CompleteExchange[] = [];
/** The exchanges of those in the form that checks get, if it differs. */
const originals = new WeakMap<CompleteExchange, CompleteExchange>();

/** This runs for every requirement of every case: no closures, no spreads. */
function judgeEach(
  judging: Judging,
  check: Check,
  complete: readonly CompleteExchange[],
  exchanges: number,
  accepted: boolean,
): Observation {
  let conclusive = 0;
  let vacuous = 0;
  let findings = NOTHING_FOUND;
  let culprit: Exchange | undefined;
  for (const exchange of complete) {
    let result: CheckResult;
    try {
      result = check(exchange, accepted);
    } catch (error) {
      if (error instanceof NoBody) continue;
      return broken(judging, exchanges, error);
    }
    if (result === undefined) continue;
    if (result === 'inapplicable') vacuous++;
    else {
      conclusive++;
      if (result.length > 0 && culprit === undefined) {
        findings = withoutExchanges(result);
        culprit = originals.get(exchange) ?? exchange;
      }
    }
  }
  const observation = uneventful(judging, exchanges, conclusive, vacuous);
  return findings.length === 0 ? observation : { ...observation, findings, culprit };
}

function judgeRelation(
  judging: Judging,
  relation: Relation,
  probe: Probe,
  related: readonly CompleteExchange[],
  exchanges: number,
  known: TargetFacts,
): Observation {
  let result: CheckResult;
  try {
    result =
      related.length === 0 ? undefined : relation(related, known.memoryOf(judging.requirement));
  } catch (error) {
    if (!(error instanceof NoBody)) return broken(judging, exchanges, error);
  }
  const conclusive = typeof result === 'object' ? related.length : 0;
  const vacuous = result === 'inapplicable' ? related.length : 0;
  const observation = uneventful(judging, exchanges, conclusive, vacuous);
  if (typeof result !== 'object' || result.length === 0) return observation;
  const culprit = culpritOf(result, probe, related);
  return {
    ...observation,
    findings: comparing(result, related),
    culprit: culprit && (originals.get(culprit) ?? culprit),
  };
}

function broken(judging: Judging, exchanges: number, error: unknown): Observation {
  return { ...uneventful(judging, exchanges, 0, 0), fault: messageOf(error) };
}
