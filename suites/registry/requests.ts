/** Checks of requests that a registry accepts or rejects, and of differences without an effect. */
import {
  between,
  breaksRequest,
  type Call,
  isSameApartFromBody,
  sent,
  wrongStatus,
} from '../../src/kit.ts';
import { breaksSchema } from '../http/wrong-bodies.ts';
import { isObject } from '../kit/json.ts';
import { once } from '../kit/once.ts';
import { expects200, expectsAcceptance, expectsRefusal, isGatewayError } from '../kit/statuses.ts';
import type { Checks } from './check-types.ts';
import { changeApartFromTime } from './rotation.ts';
import { SPELLED } from './spellings.ts';

export const REQUEST_CHECKS = {
  /** A request that the operator or the document declares as good. */
  accepted: () => ({
    ofGoodRequests: true,
    check: (exchange, accepted) => expectsAcceptance(exchange, accepted),
  }),
  /** The requests are accepted as the plain one is. */
  acceptedToo: () => ({
    comparative: true,
    withControl: true,
    check: ({ response }, accepted) => expects200(response.status, accepted),
  }),
  /** The same, and so is each request that lacks only optional members of an accepted one. */
  acceptedWithLess: () => ({
    comparative: true,
    withControl: true,
    mustBeAccepted: lacksOptional,
    check: ({ response }, accepted) => expects200(response.status, accepted),
  }),
  /** `rejected 404`: the status is the one that a report names. */
  rejected: (_, status) => ({
    withControl: true,
    check: (exchange) => expectsRefusal(exchange, Number(status)),
  }),
  /** `rejectedAs 404`: a rejection has this status. */
  rejectedAs: (_, wanted) => ({
    withControl: true,
    check: ({ response: { status } }) => {
      if (status < 400 || isGatewayError(status)) return undefined;
      return status === Number(wanted) ? [] : [wrongStatus(Number(wanted), status)];
    },
  }),
  /** `breaksSchema type /meta/*`: such a body is rejected, whoever sends it. */
  breaksSchema: (_, keyword = '', at = '') => ({
    withControl: true,
    anyTraffic: breaksSchema(keyword, at),
    check: (exchange) => expectsRefusal(exchange, 400),
  }),
  /** `respelledAs charset`: another spelling of the request changes nothing. */
  respelledAs: (_, other) => ({
    comparative: true,
    withControl: true,
    relation: SPELLED.judged(
      ({ plain, [other as 'charset']: spelled, again }) =>
        plain && spelled && again && changeApartFromTime(plain, spelled, again),
    ),
  }),
  withUnknownMember: () => ({
    comparative: true,
    withControl: true,
    relation: SPELLED.judged(({ plain, extended, again }) => {
      if (!plain || !extended || !again) return undefined;
      const accepted = expects200(extended.response.status, plain.response.status === 200);
      return accepted?.length === 0
        ? changeApartFromTime(plain, extended, again)
        : between([plain, extended], accepted);
    }),
  }),
} satisfies Checks;

/** True for a valid body that has part of the members of another one with the same path and headers, in plain spelling. */
function lacksOptional(call: Call, whole: Call): boolean {
  // Fewer members take fewer characters. Most pairs end here: a run compares each refusal with all that was accepted.
  if ((call.body?.length ?? 0) >= (whole.body?.length ?? 0)) return false;
  if (breaksRequest(call.operation, call.body) || !isSameApartFromBody(call, whole)) return false;
  const [part, all] = [membersOf(call), membersOf(whole)];
  if (part === undefined || all === undefined || part.size >= all.size) return false;
  for (const [name, text] of part) if (all.get(name) !== text) return false;
  return true;
}

/**
 * The members of a body that is spelled as JSON.stringify does it, and their values as it writes them: another spelling
 * may be why it is refused.
 */
const membersOf = once((call: Call): ReadonlyMap<string, string> | undefined => {
  const value = call.encoding === undefined ? sent(call) : undefined;
  if (!isObject(value) || JSON.stringify(value) !== call.body) return undefined;
  return new Map(Object.entries(value).map(([name, one]) => [name, JSON.stringify(one)]));
});
