/** Requests that any operation must accept or reject. */

import {
  type CheckResult,
  type CompleteExchange,
  headerPlace,
  listed,
  wrongStatus,
} from '../../src/kit.ts';
import { unless } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import { expects200, expectsRefusal, expectsRejection, isCrash } from '../kit/statuses.ts';
import { acceptedCodings, headerList } from './header-list.ts';
import type { Sent } from './rules.ts';
import { hasNoBody, isNotJson, isNotUtf8 } from './wrong-bodies.ts';

/** The requests are rejected. Where their probes have a control, it must be accepted. */
const rejected =
  (isWrong: (exchange: CompleteExchange) => boolean): Law<Sent>['test'] =>
  ({ probes }) => {
    const withControl = probes.some(({ control }) => control);
    return {
      probes,
      anyTraffic: isWrong,
      ...(withControl && { withControl }),
      check: (exchange) =>
        withControl
          ? expectsRefusal(exchange, 400)
          : expectsRejection(exchange.response.status, 400),
    };
  };

export const REQUEST_RULES: readonly Law<Sent>[] = [
  should('ignores-unknown-member', {
    statement: 'A request with a member that the document does not name is accepted.',
    cause:
      'A strict decoder rejects unknown members, or names are compared without regard to case and Meta is read as meta.',
    fix: 'Compare names exactly (not the default of ASP.NET and Go), and ignore unknown members (not the default of Jackson), so that newer clients keep working.',
    on: ({ probes }) => probes,
    withControl: true,
    check: ({ response }) => expects200(response.status),
  }),
  should('ignores-unknown-parameter', {
    statement:
      'A request with a query parameter that the document does not name is accepted, or rejected with 400.',
    cause:
      'Unknown parameters are treated as filters, the whole query is used as a key, or it is passed on to another server.',
    fix: 'Read only the documented parameters, so that newer clients keep working, or reject all others with 400.',
    on: ({ probes }) => probes,
    withControl: true,
    // A strict validator of queries breaks no document.
    check: ({ response: { status } }) => (status === 400 ? [] : expects200(status)),
  }),
  should('accepts-chunked-body', {
    statement:
      'A body that is sent in chunks is read like one with a length, or rejected with 411.',
    cause:
      'The body is read by Content-Length, which such a request does not have, or only its first chunk is read.',
    fix: 'Read the whole body with the HTTP library (RFC 9112 §7.1), or respond with 411 to require a length.',
    on: ({ probes }) => probes,
    comparative: true,
    withControl: true,
    check: ({ response: { status } }, _, accepted) =>
      status === 411 ? [] : expects200(status, accepted),
  }),
  must('rejects-malformed-json', {
    statement: 'A body that is not JSON is rejected.',
    cause:
      'A lenient parser accepts comments, single quotes, trailing commas or text after the value, or returns {} when it fails.',
    fix: 'Use a strict parser, and respond with 400 when it throws.',
    test: rejected(isNotJson),
  }),
  should('rejects-other-encodings', {
    statement: 'A body that is not UTF-8 is rejected.',
    cause:
      'Bytes that are not UTF-8 become replacement characters, or the parser recognises UTF-16.',
    fix: 'Decode the bytes strictly as UTF-8 (RFC 8259 §8.1), and respond with 400 if that fails.',
    test: rejected(isNotUtf8),
  }),
  should('accepts-offered-codings', {
    statement:
      'A request that asks for JSON in a certain language, accepts compressed responses and has a header of 3,000 characters is accepted. Its response uses a coding that the request offers, or none.',
    cause:
      'A header of the request is handled incorrectly: the response uses a coding that is not offered, an offered coding is treated as required, or a long or unknown header is rejected.',
    fix: 'Use a coding that the request offers, or do not compress (RFC 9110 §12.5.3). Allow headers of at least 4,096 characters, because tokens and traces are long.',
    on: ({ probes }) => probes,
    comparative: true,
    withControl: true,
    anyTraffic: hasOtherCoding,
    check: (exchange, _, accepted) => {
      if (hasOtherCoding(exchange)) return codingFindings(exchange);
      const { status } = exchange.response;
      // The request has at most an ETag that no response had, and a header as long as tokens are.
      const isNeedless = status === 304 || (accepted && status === 431);
      const found = isNeedless ? [wrongStatus(200, status)] : expects200(status, accepted);
      return found?.length === 0 ? codingFindings(exchange) : found;
    },
  }),
  must('rejects-missing-body', {
    statement: 'A request without its body is rejected.',
    cause:
      'The parser turns an empty body into {} or null, and every member gets its default value.',
    fix: 'Reject an empty body with 400 before it is decoded.',
    test: rejected(hasNoBody),
  }),
  should('rejects-wrong-method', {
    statement: 'A request with a method that is not documented is rejected; OPTIONS may be served.',
    cause: 'A route for all methods, or a catch-all handler, responds to other methods too.',
    fix: 'Register the route only for its method; the framework then responds with 404 or 405.',
    on: ({ probes }) => probes,
    withControl: true,
    check: ({ request: { method }, response: { status } }) => {
      const isRight = status === 501 || (method === 'OPTIONS' && !isCrash(status));
      return isRight ? [] : expectsRejection(status, [404, 405]);
    },
  }),
];

/** The response is coded, and its request does not offer this coding. */
function hasOtherCoding(exchange: CompleteExchange): boolean {
  return otherCoding(exchange) !== undefined;
}

/** A client cannot read what has another coding than it offers. */
function codingFindings(exchange: CompleteExchange): CheckResult {
  const other = otherCoding(exchange);
  const offered = offeredCodings(exchange);
  return unless(
    other === undefined,
    headerPlace('content-encoding'),
    listed(offered, ' or '),
    other,
  );
}

function offeredCodings({ request }: CompleteExchange): readonly string[] {
  return [...new Set(['identity', ...acceptedCodings(request.headers['accept-encoding'])])];
}

function otherCoding(exchange: CompleteExchange): string | undefined {
  const coded = exchange.response.headers['content-encoding'];
  if (coded === undefined) return undefined;
  const offered = offeredCodings(exchange);
  return headerList(coded).find((one) => !offered.includes(one.replace(/^x-/, '')));
}
