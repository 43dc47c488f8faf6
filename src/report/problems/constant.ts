/** Joins what comes of one response that an operation sends to whatever is requested. */
import { isHeader, type Verdict } from '../../model/index.ts';
import { groupBy } from '../names.ts';
import { areOnlyIn, isError, isShape, statusShown } from './failures.ts';
import { type Grouping, operationOf } from './groups.ts';
import { isNoJson, isOfWhole } from './keys.ts';
import { expectsStatus, isStatus } from './places.ts';

/**
 * One success with another status or without JSON, and one response of a gateway, have one cause for all requests of an
 * operation. The body and the media type of a refusal are no problem of their own if only operations that refuse good
 * requests send it.
 */
export function joinConstant({ failures, groups }: Grouping): void {
  const constant = failures.filter((verdict) => isOtherSuccess(verdict) || isOfGateway(verdict));
  for (const [, same] of groupBy(constant, responseTo)) groups.joinAll(same);
  const refused = new Map(groupBy(failures.filter(isRefused), responseTo));
  for (const group of groups.all().filter((one) => one.every(isOfErrorBody))) {
    const refusals = group.map((verdict) => refused.get(responseTo(verdict))?.[0]);
    const [first] = refusals;
    const isOne = refusals.every((one) => one && first && groups.of(first).includes(one));
    if (first && isOne && areOnlyIn(group, failures.filter(isRefused)))
      groups.join(group[0], first);
  }
}

function isOtherSuccess(verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  const status = statusShown(verdict);
  if (finding === undefined || status < 200 || status >= 300) return false;
  const isWhole = isStatus(finding) || isOfWhole(finding);
  return isWhole && (status !== 200 || isNoJson(verdict));
}

/** A 500 may have another cause for each request. */
function isOfGateway(verdict: Verdict): boolean {
  return isRefused(verdict) && statusShown(verdict) > 500;
}

function isRefused(verdict: Verdict): boolean {
  const [finding] = verdict.findings;
  const isGood = finding !== undefined && isStatus(finding) && expectsStatus(finding, /^200$/);
  return isGood && statusShown(verdict) >= 300;
}

/** The operation with what it sends; a success with another status has the contents of its request. */
function responseTo(verdict: Verdict): string {
  const status = statusShown(verdict);
  const isOfRequest = status < 300 && status !== 200;
  const body = isOfRequest ? '' : verdict.counterexample?.response?.body;
  return [operationOf(verdict), status, body].join(' ');
}

/** True for an error whose body or media type is wrong. */
function isOfErrorBody(verdict: Verdict): boolean {
  return (
    isError(verdict) && (isShape(verdict) || isHeader(verdict.findings[0]?.at, 'content-type'))
  );
}
