/** Rules that one exchange decides, for any sender and purpose. */
import type { Operation } from '../contract/contract.ts';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Finding,
  mediaTypeOf,
  type Requirement,
} from '../model/index.ts';
import { wantsCredential } from './credential.ts';
import { withoutExchanges } from './culprit.ts';

type Decided = Requirement & { readonly check: unknown };

/** True for a requirement that one exchange decides. */
export function isDecidedByOne(requirement: Requirement): requirement is Decided {
  return requirement.anyTraffic !== undefined && 'check' in requirement;
}

/**
 * The result for a requirement of one exchange with unknown purpose. `accepted`: a request to the operation was
 * accepted. Throws the errors of the check.
 */
export function judgeAlone(
  requirement: Requirement,
  exchange: CompleteExchange,
  accepted: boolean,
): CheckResult {
  if (!('check' in requirement) || !isConclusive(exchange, accepted)) return undefined;
  if (!isAbout(requirement, exchange, accepted)) return undefined;
  expectDocumented(exchange);
  const result = requirement.check(exchange, accepted);
  return typeof result === 'object' ? withoutExchanges(result) : result;
}

/** The findings of a requirement on an exchange, if it is conclusive. The costly conditions are checked last. */
export function failuresAlone(
  requirement: Requirement,
  exchange: CompleteExchange,
  accepted: boolean,
): readonly Finding[] {
  if (!('check' in requirement)) return NONE;
  const result = requirement.check(exchange, accepted);
  if (typeof result !== 'object' || result.length === 0) return NONE;
  return isAbout(requirement, exchange, accepted) ? withoutExchanges(result) : NONE;
}

const NONE: readonly Finding[] = [];

function isAbout(
  { anyTraffic, withControl }: Requirement,
  exchange: CompleteExchange,
  accepted: boolean,
): boolean {
  const { status } = exchange.response;
  // A rejection may have other reasons, and so may a crash if valid requests crash too.
  if (withControl && status >= 300 && (status < 500 || !accepted)) return false;
  return typeof anyTraffic !== 'function' || anyTraffic(exchange);
}

/** False for a response that something in front of the operation may have sent. */
export function isConclusive({ request, response }: CompleteExchange, accepted: boolean): boolean {
  const { status } = response;
  if (request.truncated) return false;
  if (wantsCredential(response)) return false;
  // Until a request is accepted, it is unknown whether the operation exists.
  if ((status === 404 || status === 405) && !accepted) return false;
  if (status >= 300 && status < 500 && UNTIDY.test(request.path)) return false;
  return status < 400 || status >= 500 || speaksOf(request.operation, request);
}

/** Doubled slashes, a slash at the end, or dot segments: a router may read such a path as another one. */
const UNTIDY = /\/\.{0,2}(?:[/?]|$)/;

/** False for an undocumented media type: a server rejects it before the request reaches the operation. */
function speaksOf({ requestContent = {} }: Operation, { headers, body }: Call): boolean {
  const types = Object.keys(requestContent);
  if (types.length === 0 || body === undefined) return true;
  return types.includes(mediaTypeOf(headers['content-type']));
}

/** A success without the documented JSON breaks one rule, and not also every rule about a member. */
export function expectDocumented({ request, response }: CompleteExchange): void {
  const { method, responses } = request.operation;
  if (response.status >= 300 || request.method !== method) return;
  const isJson = responses[response.status]?.['application/json'] !== undefined;
  if (isJson) response.expectJson?.();
}
