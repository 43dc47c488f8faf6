/** Requests that are similar to a good one: with HEAD, a trailing slash, or other credentials. */
import {
  type Call,
  type CompleteExchange,
  headerPlace,
  type Operation,
  worded,
} from '../../src/kit.ts';
import { blaming, isAccepted, turnsAwayToo, unless, unlessStatus } from '../kit/judges.ts';
import { type Law, must, should } from '../kit/law.ts';
import { type Scenario, scenario } from '../kit/scenarios.ts';
import { expects200, isCrash } from '../kit/statuses.ts';
import type { SurfaceKit } from '../kit/surface.ts';

type Name = 'known' | 'head' | 'slash' | 'tokenless' | 'basic';

/** An operation that only reads, and a scenario with requests that are similar to its plainest good one. */
export interface Near<More extends string = never> {
  readonly operation: Operation;
  readonly near: Scenario<Name | More>;
}

/** The request with these headers in place of its token. */
export function presenting(plain: Call, headers: Readonly<Record<string, string>>): Call {
  return { ...plain, anonymous: true, headers };
}

/** What a client asks for that prefers JSON and a language, and can read compressed responses. */
export const OFFERS = {
  accept: 'application/json;q=0.9, text/plain;q=0.5',
  codings: 'gzip, br',
  languages: 'de-CH, de;q=0.9, en;q=0.5',
} as const;

/** What a client sends that can read compressed responses. */
export const CODINGS: Call['headers'] = { 'accept-encoding': OFFERS.codings };

/** What a client sends that cannot read gzip: the weight 0 means "not acceptable" (RFC 9110 §12.4.2). */
export const NO_GZIP: Call['headers'] = { 'accept-encoding': 'gzip;q=0, identity' };

/**
 * The context of a trace, as long as the token of a user with many rights or the cookies of a portal: some 3,000 characters.
 * HTTP servers read at least 4,096 by default.
 */
const BAGGAGE = `assay=${'a55a'.repeat(748)}`;

/**
 * The request of a client that asks for JSON, as clients with a list of types do, prefers a language, can read compressed
 * responses, and is traced.
 */
export function offeringCodings(plain: Call): Call {
  const accepted = {
    accept: OFFERS.accept,
    ...CODINGS,
    'accept-language': OFFERS.languages,
    baggage: BAGGAGE,
  };
  return { ...plain, headers: { ...plain.headers, ...accepted } };
}

/** The request of a client that can read compressed responses, as browsers and most HTTP libraries send it. */
export function readingCodings(plain: Call): Call {
  return { ...plain, headers: { ...plain.headers, ...CODINGS } };
}

/** The same request of a client that cannot read gzip. */
export function refusingGzip(plain: Call): Call {
  return { ...plain, headers: { ...plain.headers, ...NO_GZIP } };
}

/** A request that only reads, with headers that some clients send each time, and the ETag that a cache has kept. */
export function asClientsSend(plain: Call): Call {
  const more = { 'content-type': 'application/json', 'if-none-match': '"assay"' };
  return { ...plain, headers: { ...plain.headers, ...more } };
}

/** The same request with its body in chunks, on a connection of its own. */
export function inChunks(plain: Call): Call {
  const headers = { ...plain.headers, 'transfer-encoding': 'chunked' };
  return { ...plain, headers, fresh: true };
}

/** The same request with one more query parameter. */
export function withUnknownParameter(plain: Call): Call {
  return { ...plain, path: `${plain.path}?assayUnknownParameter=assay` };
}

/** `more`: the same request with other credentials, which `sends` describes. */
export function nearRequests<More extends string = never>(
  surface: SurfaceKit,
  plain: Call,
  more: Readonly<Record<More, Call>>,
  sends: string,
): Near<More> {
  const { operation } = plain;
  const own: Readonly<Record<Name, Call>> = {
    known: plain,
    head: { ...plain, method: 'HEAD' },
    slash: { ...plain, path: `${plain.path}/` },
    tokenless: { ...plain, anonymous: true },
    basic: presenting(plain, { authorization: 'Basic YXNzYXk6YXNzYXk=' }),
  };
  const steps: Readonly<Record<Name | More, Call>> = { ...own, ...more };
  const near = scenario<Name | More>(surface, operation, {
    name: 'near-requests',
    sends: `a valid request; the same with HEAD, with a trailing slash, without a token, with a name and a password${sends}`,
    aboutCredentials: true,
    steps: () => steps,
  });
  return { operation, near };
}

export const NEAR_RULES: readonly Law<Near>[] = [
  must('no-server-error-for-near-requests', {
    statement: 'HEAD, a trailing slash or other credentials do not cause an internal server error.',
    cause:
      'A handler fails for an unexpected request: another method, another path or an unusual Authorization header.',
    fix: 'Respond with 401, 404 or 405 to unknown requests.',
    test: ({ near }) =>
      near.test({
        given: ['known'],
        judge: ({ known: _, tokenless: __, ...others }) =>
          Object.entries(others).flatMap(([what, { response }]) => {
            const { status } = response;
            const expected = worded`no server error`;
            return unlessStatus(!isCrash(status), expected, status, { of: what });
          }),
      }),
  }),
  should('head-equals-get', {
    statement:
      'HEAD gets the status of GET, without the body, and does not announce a different length.',
    cause:
      'Only the documented methods have routes, or the length does not match the omitted body.',
    fix: 'Route HEAD to GET (RFC 9110 §9.1), and omit the body; keep its Content-Length, or omit it (§8.6).',
    test: ({ near }) =>
      near.test({
        given: ['known'],
        judge: [
          ({ head }) => blaming(head, expects200(head.response.status, true)),
          ({ known, head }) => {
            if (!isAccepted(head)) return undefined;
            const lengthOf = ({ response }: CompleteExchange) => response.headers['content-length'];
            // The length of a body that changes may differ.
            const isEmpty = lengthOf(head) === '0' && lengthOf(known) !== '0';
            const expected = worded`${lengthOf(known) ?? 'none'}`;
            return unless(
              !isEmpty,
              { ...headerPlace('content-length'), of: 'HEAD' },
              expected,
              '0',
            );
          },
        ],
      }),
  }),
  must('rejects-basic-credentials', {
    statement: 'A request with a user name and a password instead of a token is rejected.',
    cause: 'Any Authorization header counts as a token, or another scheme bypasses the check.',
    fix: 'Accept only bearer tokens, and treat every other scheme as a missing token.',
    test: ({ near }) =>
      near.test({
        given: ['known'],
        judge: ({ tokenless, basic }) => turnsAwayToo(tokenless, basic),
      }),
  }),
];
