/** HTTP details: methods, slashes, credentials, media types, unknown paths. Each is tested on one operation. */
import type { CheckResult, CompleteExchange, Operation, Probe } from '../../../src/kit.ts';
import { call, NOWHERE, wantsCredential, worded, wrongStatus } from '../../../src/kit.ts';
import {
  inChunks,
  NEAR_RULES,
  nearRequests,
  offeringCodings,
  preflightOf,
  presenting,
} from '../../http/near-requests.ts';
import { stated } from '../../http/rules.ts';
import { turnsAwayToo, unlessStatus } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { each } from '../../kit/probes.ts';
import { expects200, isCrash, isGatewayError, mayBeGateways } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { across, lawsOf, type Subject, scenario } from '../laws/forms.ts';
import { rowsOf, vettingDifference } from '../packages/vetting-rows.ts';
import { pageOf } from '../requests/formats.ts';
import { FORGED } from '../requests/probes.ts';
import { LEDGER } from '../surface.ts';

export const http: Area = ({ operation }) => [
  ...near(operation('participant-id')),
  ...mediaTypes(operation('package-vetting-list')),
  ...lawsOf(
    unknownPaths(
      otherMethodsThan(['contract-by-id', 'preferred-packages'].map((name) => operation(name))),
    ),
    { operation: operation('participant-id') },
  ),
];

function near(operation: Operation) {
  const plain = call(operation);
  const all = nearRequests(
    LEDGER,
    plain,
    {
      empty: presenting(plain, { authorization: 'Bearer ' }),
      websocket: presenting(plain, {
        'sec-websocket-protocol': `daml.ws.auth, jwt.token.${FORGED}`,
      }),
    },
    ', with an empty token, and with a forged one as websockets send it',
  );
  const alike = { clause: 'near-requests-are-served-alike' };
  const rules = stated(NEAR_RULES, {
    'no-server-error-for-near-requests': { clause: 'ledger-responses-have-their-shape' },
    'head-equals-get': alike,
    'rejects-basic-credentials': { clause: 'credentials-are-bearer-tokens' },
  });
  return [
    ...lawsOf(rules, all),
    ...all.near.rules(
      must('rejects-forged-websocket-token', 'credentials-are-bearer-tokens', {
        statement: 'A forged token in the websocket header is rejected.',
        cause: 'Separate code reads Sec-WebSocket-Protocol, and does not verify the token.',
        fix: 'Verify the tokens of both headers with the same function.',
        given: ['known'],
        judge: ({ tokenless, websocket }) => turnsAwayToo(tokenless, websocket),
      }),
      should('empty-token-is-400', 'empty-tokens-are-unreadable', {
        statement: 'A bearer header without a token is rejected with 400.',
        cause: 'The empty string is checked as a token and gets a 401, or counts as no token.',
        fix: 'Reject the header with 400 before anything is checked.',
        given: ['known'],
        judge: ({ tokenless, empty: { response } }) => {
          const { status } = response;
          // A server without authentication need not read the header.
          if (status === 200 && !wantsCredential(tokenless.response)) return 'inapplicable';
          // A redirect to a login is a rejection.
          if (mayBeGateways(status) && !wantsCredential(response)) return undefined;
          return unlessStatus(status === 400, 400, status);
        },
      }),
    ),
  ];
}

const WEIGHTED = 'accepted-types-may-have-weights';

/** The Accept header of browsers. */
const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

function mediaTypes(operation: Operation) {
  const typed = scenario(operation, {
    name: 'media-types',
    clause: 'media-types-may-have-parameters',
    sends:
      'the same body as JSON, as JSON in UTF-8, with a weighted Accept header and with that of a browser, with gzip and br accepted, in chunks, and as media types other than JSON',
    steps: (f) => {
      const json = { pageSize: pageOf(f, 'maxVettedPackagesPageSize', 2) };
      const plain = call(operation, { json });
      const accept = 'application/json;q=0.9, */*;q=0.1';
      return {
        plain,
        charset: call(operation, { json, contentType: 'application/json; charset=utf-8' }),
        weighted: { ...plain, headers: { ...plain.headers, accept } },
        browser: { ...plain, headers: { ...plain.headers, accept: BROWSER } },
        offering: offeringCodings(plain),
        chunked: inChunks(plain),
        again: plain,
        // A server may accept or reject these, but must not crash.
        form: call(operation, { json, contentType: 'multipart/form-data' }),
        anyType: call(operation, { json, contentType: '*/*' }),
      };
    },
  });
  /** Expects the same rows as for the plain requests, unless one of these statuses rejects the header. */
  const sameRows = (
    { plain, again }: { readonly plain: CompleteExchange; readonly again: CompleteExchange },
    other: CompleteExchange,
    ...rejections: readonly number[]
  ): CheckResult => {
    const { status } = other.response;
    if (rejections.includes(status)) return [wrongStatus(200, status)];
    if (status !== 200) return expects200(status);
    const [left, right, last] = [plain, other, again].map(rowsOf);
    const found = vettingDifference(left, right, '/vettedPackages');
    // Others may vet packages meanwhile.
    return found.length > 0 && vettingDifference(left, last).length > 0 ? undefined : found;
  };
  return typed.rules(
    should('charset-is-ignored', {
      statement: '`application/json; charset=utf-8` is treated like `application/json`.',
      cause: 'The whole Content-Type is compared with application/json.',
      fix: 'Compare type and subtype only, since many clients add the charset.',
      given: ['plain'],
      judge: (at) => sameRows(at, at.charset, 400, 415),
    }),
    should('accept-may-have-weights', WEIGHTED, {
      statement: 'A request that accepts JSON among other types gets the JSON.',
      cause:
        'The whole Accept header is compared with application/json, or browsers get a page of HTML.',
      fix: 'Read it as a list of types with weights, and reject only if none matches.',
      given: ['plain'],
      judge: [(at) => sameRows(at, at.weighted, 406), (at) => sameRows(at, at.browser, 406)],
    }),
    should('accepts-offered-codings', 'codings-are-an-offer', {
      statement: 'A request that offers to read compressed responses gets the same response.',
      cause: 'The compression in front of the handler fails, or the offer is taken for a demand.',
      fix: 'Compress with a coding that the request offers, or not at all (RFC 9110 §12.5.3).',
      given: ['plain'],
      judge: (at) => sameRows(at, at.offering, 400, 406, 415),
    }),
    should('accepts-chunked-body', 'chunked-bodies-are-bodies', {
      statement: 'A body in chunks is read like one with a length, or refused with 411.',
      cause: 'The body is read by its Content-Length, which such a request does not have.',
      fix: 'Read the body to its end with the HTTP library (RFC 9112 §7.1), or require a length with 411.',
      given: ['plain'],
      judge: (at) => (at.chunked.response.status === 411 ? [] : sameRows(at, at.chunked, 400)),
    }),
  );
}

const unknownPaths = (otherMethods: (subject: Subject) => Probe): readonly Law<Subject>[] => [
  should('unknown-path-is-404', 'unknown-paths-are-not-found', {
    statement: 'An unknown path gets a 404.',
    cause: 'A catch-all route of a gateway or a web page sends 200 for every path.',
    fix: 'Respond with 404 where no operation is served.',
    on: ({ operation }) =>
      across(operation, 'unknown-paths', {
        sends: 'unknown paths: below the version, and below an operation',
        caseGroups: () => {
          const paths = ['/v2', operation.path].map((at) => `${at}/${NOWHERE}`);
          return each(paths.map((path) => ({ ...call(operation), path })));
        },
      }),
    check: ({ response: { status } }) =>
      mayBeGateways(status) ? undefined : unlessStatus(status === 404, 404, status),
  }),
  should('unknown-method-is-405', 'unknown-methods-are-rejected', {
    statement: 'A method that a path does not support gets a 405.',
    cause: 'Path and method are matched together, or a route accepts all methods.',
    fix: 'Respond with 405 if the path is known.',

    // A server may respond to the OPTIONS of browsers.
    on: otherMethods,
    check: ({ request: { method }, response: { status } }) =>
      isGatewayError(status) || method === 'OPTIONS'
        ? undefined
        : unlessStatus(status === 405, 405, status),
  }),
  must('no-server-error-for-other-methods', 'ledger-responses-have-their-shape', {
    statement: 'A method that a path does not support does not cause an internal server error.',
    cause: 'The handler of other methods fails, or none is set.',
    fix: 'Respond with 405 to other methods.',
    on: otherMethods,
    check: ({ response: { status } }) =>
      unlessStatus(!isCrash(status) || status === 501, worded`no server error`, status),
  }),
];

/** The same probe for each rule, so that it is sent once. */
const otherMethodsThan = (posts: readonly Operation[]) =>
  once(({ operation }: Subject) =>
    across(operation, 'unknown-methods', {
      sends: 'GET where only POST is documented, and the OPTIONS of a browser before the POST',
      caseGroups: () => {
        const wrong = posts.map((one) => call(one, { method: 'GET' }));
        return each([...wrong, ...posts.slice(0, 1).map((one) => preflightOf(call(one)))]);
      },
    }),
  );
