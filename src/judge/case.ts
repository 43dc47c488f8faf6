/** One case: its requests go out, its answers are judged. */
import type { Operation } from '../contract/contract.ts';
import { breaksRequest } from '../contract/validate.ts';
import type { PlannedProbe, PlannedStratum } from '../plan/plan.ts';
import {
  type Answered,
  type Call,
  type Exchange,
  type Finding,
  NoBody,
  type Probe,
  type Requirement,
  type Says,
  type Step,
} from '../words.ts';
import { wantsCredential } from './credential.ts';

/** Sends a call. `ref` says what for; with `!` in it, it is a repetition. Never rejects. */
export type Send = (call: Call, ref: string) => Promise<Exchange>;

/** A case of the plan: where it stands decides which of several failures is the lowest. */
export interface Case {
  readonly planned: PlannedProbe;
  readonly stratum: PlannedStratum;
  readonly index: number;
  /** Position in the plan; lower is simpler and comes first. */
  readonly order: number;
  readonly steps: readonly Step[];
}

/** What one requirement says of one case. */
export interface Told {
  readonly requirement: Requirement;
  /** Exchanges that were looked at, that told something, and that were right without the optional thing. */
  readonly exchanges: number;
  readonly telling: number;
  readonly vacuous: number;
  readonly findings: readonly Finding[];
  /** The exchange that the first finding is about. */
  readonly culprit: Exchange | undefined;
  /** A check threw: trouble of the kit, never of the target. */
  readonly fault: string | undefined;
}

/** What has to be known of the target before a refusal or a silence means anything. */
export interface Known {
  /** True when the probe's twin was accepted. */
  twinAccepted(probe: Probe): boolean;
  /** True when the operation's refusals come from the operation and not from an unknown path. */
  served(probe: Probe): boolean;
  /** True when a request is the twin of its probe: the lead-in of a case that is wrong on purpose. */
  isTwin(probe: Probe, call: Call): boolean;
  /** Places where answers of the operation differ though the requests are the same. */
  readonly unsteady: Unsteady;
}

export type Unsteady = Map<Operation, Set<string>>;

/** The findings that are a requirement's own: a comparative one has no part in what differs by itself. */
export function ownFindings(told: Told, { probe }: PlannedProbe, known: Known): readonly Finding[] {
  const places = known.unsteady.get(probe.operation);
  if (!told.requirement.comparative || places === undefined) return told.findings;
  return told.findings.filter((f) => !places.has(placeOf(f)));
}

/** Where a finding is; of statuses, which. */
export function placeOf({ at, actual }: Finding): string {
  return at === 'status' ? `status ${actual}` : at;
}

/**
 * Sends the requests of a case one after the other, and where the probe asks for it the rest together.
 * `again` tells repetitions of a case apart.
 */
export async function sendCase(
  probe: Probe,
  steps: readonly Step[],
  send: Send,
  ref: string,
  again = '',
): Promise<Exchange[]> {
  const alone = probe.togetherAfter ?? steps.length;
  const exchanges: Exchange[] = [];
  for (const step of steps.slice(0, alone)) {
    const call = callOf(step, exchanges);
    if (call === undefined) return exchanges;
    const name = `${ref}/${exchanges.length}${again}`;
    const exchange = await (call.until ? sendUntil(call, send, name) : send(call, name));
    exchanges.push(exchange);
    if (exchange.response === undefined) return exchanges;
  }
  const together = steps.slice(alone).filter((step) => typeof step !== 'function');
  const all = together.map((call, i) => send(call, `${ref}/${alone + i}${again}`));
  return [...exchanges, ...(await Promise.all(all))];
}

/** The request of a step; `undefined` where it rests on a body that is not there. */
function callOf(step: Step, before: readonly Exchange[]): Call | undefined {
  if (typeof step !== 'function') return step;
  try {
    return step(before);
  } catch (error) {
    if (error instanceof NoBody) return undefined;
    throw error;
  }
}

/** Sends a call, and again while it looks for something that does not show yet. */
async function sendUntil(call: Call, send: Send, ref: string): Promise<Exchange> {
  let exchange = await send(call, ref);
  const { until } = call;
  for (const [i, delayMs] of (until?.delaysMs ?? []).entries()) {
    if (!isAnswered(exchange) || exchange.response.truncated || until?.shown(exchange)) break;
    exchange = await send({ ...call, delayMs }, `${ref}+${i + 1}`);
  }
  return exchange;
}

/** `<probe>#<stratum>@<path>`: what a case is called in reports and evidence. */
export function nameOf(one: Case, path: string = String(one.index)): string {
  return `${one.planned.probe.id}#${one.stratum.stratum.label}@${path}`;
}

/** Judges the exchanges of a case by every requirement on its probe. Never throws. */
export function judgeCase(
  probe: Probe,
  requirements: readonly Requirement[],
  steps: number,
  exchanges: readonly Exchange[],
  known: Known,
): Told[] {
  let judged = 0;
  const answered: Answered[] = [];
  const related: Answered[] = [];
  for (const exchange of exchanges) {
    if (isLeadIn(probe, exchange, known)) continue;
    judged++;
    if (!isAnswered(exchange)) continue;
    const telling = tells(probe, exchange, known);
    if (telling) answered.push(exchange);
    if (telling || (probe.looksForItself && wantsCredential(exchange.response)))
      related.push(exchange);
  }
  const whole = related.length === judged && exchanges.length === steps;
  const accepted = known.twinAccepted(probe);
  return requirements.map((requirement) => {
    const counts = !requirement.withTwin || accepted;
    if ('owes' in requirement) {
      return judgeSilence(requirement, known.served(probe) ? exchanges : []);
    }
    if ('relation' in requirement) {
      return judgeRelation(requirement, counts && whole ? related : [], exchanges.length);
    }
    return judgeEach(requirement, counts ? answered : [], exchanges.length, accepted);
  });
}

/** A request that only prepares the others is judged where it is the subject. */
function isLeadIn(probe: Probe, { request }: Exchange, known: Known): boolean {
  if (probe.acrossOperations) return false;
  if (request.operation !== probe.operation) return true;
  return probe.wrong !== undefined && known.isTwin(probe, request);
}

function isAnswered(exchange: Exchange): exchange is Answered {
  return exchange.response !== undefined;
}

/**
 * 401 and 403 speak of credentials, but not where nobody needs any and the plain request was accepted;
 * refusals of an operation that may not be there speak of nothing.
 */
function tells(probe: Probe, { request, response }: Answered, known: Known): boolean {
  if (wantsCredential(response) && !probe.aboutCredentials) {
    if (!probe.operation.openToAll || !known.twinAccepted(probe)) return false;
  }
  if (response.status >= 300 && !known.served(probe)) return false;
  // Judged on the bytes that were sent: a body that was shrunk until it became valid says nothing.
  return probe.wrong !== 'schema' || breaksRequest(request.operation, request.body);
}

const NOTHING_FOUND: readonly Finding[] = [];
const NOT_LOOKED_AT: readonly Exchange[] = [];

/** This runs for every requirement of every case: no closures, no spreads. */
function judgeEach(
  requirement: Extract<Requirement, { check: unknown }>,
  answered: readonly Answered[],
  exchanges: number,
  accepted: boolean,
): Told {
  let telling = 0;
  let vacuous = 0;
  let findings = NOTHING_FOUND;
  let culprit: Exchange | undefined;
  for (const exchange of answered) {
    let said: Says;
    try {
      said = requirement.check(exchange, accepted);
    } catch (error) {
      if (error instanceof NoBody) continue;
      return broken(requirement, exchanges, error);
    }
    if (said === undefined) continue;
    if (said === 'inapplicable') vacuous++;
    else {
      telling++;
      if (said.length > 0 && culprit === undefined) {
        findings = said;
        culprit = exchange;
      }
    }
  }
  return { requirement, exchanges, telling, vacuous, findings, culprit, fault: undefined };
}

function judgeRelation(
  requirement: Extract<Requirement, { relation: unknown }>,
  answered: readonly Answered[],
  exchanges: number,
): Told {
  let said: Says;
  try {
    said = answered.length === 0 ? undefined : requirement.relation(answered);
  } catch (error) {
    if (!(error instanceof NoBody)) return broken(requirement, exchanges, error);
  }
  const findings = typeof said === 'object' ? said : NOTHING_FOUND;
  return {
    requirement,
    exchanges,
    telling: typeof said === 'object' ? answered.length : 0,
    vacuous: said === 'inapplicable' ? answered.length : 0,
    findings,
    culprit: findings.length > 0 ? answered.at(-1) : undefined,
    fault: undefined,
  };
}

/** Presence is settled before the scan; here only hang-ups and time-outs are looked at. */
function judgeSilence(
  requirement: Extract<Requirement, { owes: unknown }>,
  exchanges: readonly Exchange[],
): Told {
  let telling = 0;
  let culprit: Exchange | undefined;
  let findings = NOTHING_FOUND;
  const looked = requirement.owes === 'presence' ? NOT_LOOKED_AT : exchanges;
  for (const exchange of looked) {
    if (exchange.response !== undefined) telling++;
    else if (culprit === undefined && isHangUp(exchange)) {
      telling++;
      culprit = exchange;
      const actual = exchange.silence?.message ?? '';
      findings = [{ at: 'the connection', expected: 'an answer', actual }];
    }
  }
  const { length } = looked;
  return {
    requirement,
    exchanges: length,
    telling,
    vacuous: 0,
    findings,
    culprit,
    fault: undefined,
  };
}

function isHangUp({ silence }: Exchange): boolean {
  return silence?.kind === 'reset' || silence?.kind === 'timeout';
}

function broken(requirement: Requirement, exchanges: number, error: unknown): Told {
  const fault = error instanceof Error ? error.message : String(error);
  const findings = NOTHING_FOUND;
  return { requirement, exchanges, telling: 0, vacuous: 0, findings, culprit: undefined, fault };
}
