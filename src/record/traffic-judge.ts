/** What one requirement shows about recorded traffic. Nothing is known of why a request was sent. */
import type { Operation } from '../contract/contract.ts';
import { mediaTypeOf } from '../exchange/response.ts';
import { type IsContention, throttles } from '../exchange/throttle.ts';
import { wantsCredential } from '../judge/credential.ts';
import type { RequirementJudgement } from '../judge/judge.ts';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Finding,
  NoBody,
  type Requirement,
} from '../model/index.ts';
import type { Matched } from './traffic-read.ts';

/** An exchange and its index in the evidence. */
export interface At extends Matched {
  readonly index: number;
}

interface Failed {
  readonly at: At;
  readonly findings: readonly Finding[];
}

/** Failures that are named one by one. */
const NAMED = 10;

/** Judges the exchanges with the requirement's operation, in their order. Never throws. */
export function judgedOn(
  requirement: Requirement,
  own: readonly At[],
  isContention?: IsContention,
): RequirementJudgement {
  const accepted = own.some(({ exchange }) => (exchange.response?.status ?? 400) < 300);
  const failed: Failed[] = [];
  const conclusive: At[] = [];
  let vacuous = 0;
  let fault: string | undefined;
  for (const at of own) {
    const said = statement(requirement, at, accepted, isContention);
    if (said instanceof Error) fault ??= said.message;
    else if (said === 'inapplicable') vacuous++;
    else if (said !== undefined) {
      conclusive.push(at);
      if (said.length > 0) failed.push({ at, findings: said });
    }
  }
  const counts = { requirement, exchanges: own.length, conclusive: conclusive.length };
  const [first] = failed;
  if (first !== undefined) return { ...counts, ...failure(requirement, first, failed) };
  const judged = {
    ...counts,
    findings: [],
    evidence: conclusive.slice(0, 1).map((at) => at.index),
  };
  if (fault !== undefined)
    return { ...judged, outcome: 'cantTell', reason: 'kit-fault', note: fault };
  if (conclusive.length > 0) return { ...judged, outcome: 'passed' };
  const reason = 'not-observed';
  if (vacuous > 0) {
    const note = 'no recorded response had what this is about';
    return { ...judged, outcome: 'inapplicable', reason, note };
  }
  const note =
    own.length === 0
      ? 'the recording has no request to this operation'
      : 'no recorded response was conclusive about this';
  return { ...judged, outcome: 'untested', reason, note };
}

function failure(
  { level }: Requirement,
  { at, findings }: Failed,
  failed: readonly Failed[],
): Pick<RequirementJudgement, 'outcome' | 'note' | 'findings' | 'counterexample' | 'evidence'> {
  const shown = failed.slice(0, NAMED).map((f) => f.at);
  const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
  return {
    // Information is never a failure.
    outcome: level === 'MAY' ? 'passed' : 'failed',
    note: `seen in ${shown.map(({ name }) => name).join(', ')}${more}`,
    findings,
    counterexample: { exchange: at.shown, path: at.name },
    evidence: shown.map(({ index }) => index),
  };
}

function statement(
  requirement: Requirement,
  { exchange }: At,
  accepted: boolean,
  isContention: IsContention | undefined,
): CheckResult | Error {
  const { response } = exchange;
  if (response === undefined || !('check' in requirement)) return undefined;
  const answered = { ...exchange, response };
  try {
    return isConclusive(answered, accepted, isContention)
      ? requirement.check(answered, accepted)
      : undefined;
  } catch (error) {
    if (error instanceof NoBody) return undefined;
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Responses that may be those of something in front of the operation show nothing about it. */
function isConclusive(
  { request, response }: CompleteExchange,
  accepted: boolean,
  isContention: IsContention | undefined,
): boolean {
  const { status } = response;
  if (wantsCredential(response)) return false;
  // Where nothing was ever accepted, it is unknown whether the operation exists.
  if ((status === 404 || status === 405) && !accepted) return false;
  if (status >= 400 && status < 500 && !speaksOf(request.operation, request)) return false;
  return !throttles(response, request.operation, isContention);
}

/** Another media type than the documented ones is refused before the operation is reached. */
function speaksOf({ requestContent = {} }: Operation, { headers, body }: Call): boolean {
  const types = Object.keys(requestContent);
  if (types.length === 0 || body === undefined) return true;
  return types.includes(mediaTypeOf(headers['content-type']));
}
