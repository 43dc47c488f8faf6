/** HTTP details: methods, slashes, credentials, media types, unknown paths. Each is tested on one operation. */
import type { Call, CheckResult, CompleteExchange, Operation, Probe } from '../../../src/kit.ts';
import { call, NOWHERE, wantsCredential, worded, wrongStatus } from '../../../src/kit.ts';
import { BROWSER_ACCEPT } from '../../http/browsers.ts';
import {
  inChunks,
  NEAR_RULES,
  nearRequests,
  offeringCodings,
  presenting,
} from '../../http/near-requests.ts';
import { stated } from '../../http/rules.ts';
import { turnsAwayToo, unlessStatus } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { each } from '../../kit/probes.ts';
import { expects200, isCrash, isGatewayError, mayBeGateways } from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { across, lawsOf, type Subject, scenario } from '../laws/forms.ts';
import { rowsOf, vettingDifference } from '../packages/vetting-rows.ts';
import { pageOf } from '../requests/formats.ts';
import { FORGED } from '../requests/probes.ts';
import { rulesIn } from '../rules.ts';
import { sameIds } from '../state/checks.ts';
import { LEDGER } from '../surface.ts';

const rule = rulesIn('4.2-every-operation', 'across/http.ts');

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
      rule('rejects-forged-websocket-token', {
        given: ['known'],
        judge: ({ tokenless, websocket }) => turnsAwayToo(tokenless, websocket),
      }),
      rule('empty-token-is-400', {
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
      rule('same-id-for-near-requests', {
        given: ['known'],
        judge: ({ known, ...others }) => sameIds([known, ...Object.values(others)]),
      }),
    ),
  ];
}

/**
 * The same request with a trace that cannot be read, which is replaced by a new one (W3C Trace Context), and a longer
 * context: it may have 8,192 characters (W3C Baggage), and the ledger reads header values up to this length. It leaves
 * room for a long token, because some servers read as much in total.
 */
function tracedOddly(plain: Call): Call {
  const baggage = 'assay='.padEnd(4200, 'a55a');
  return { ...plain, headers: { ...plain.headers, traceparent: 'assay', baggage } };
}

function mediaTypes(operation: Operation) {
  const typed = scenario(operation, {
    name: 'media-types',
    clause: 'media-types-may-have-parameters',
    sends:
      'the same body as JSON, as JSON in UTF-8, in chunks and with media types other than JSON; and with a weighted Accept header, the Accept header of a browser, and accepted compression with a long header and an unreadable trace',
    steps: (f) => {
      const json = { pageSize: pageOf(f, 'maxVettedPackagesPageSize', 2) };
      const plain = call(operation, { json });
      const accept = 'application/json;q=0.9, */*;q=0.1';
      return {
        plain,
        charset: call(operation, { json, contentType: 'application/json; charset=utf-8' }),
        weighted: { ...plain, headers: { ...plain.headers, accept } },
        browser: { ...plain, headers: { ...plain.headers, accept: BROWSER_ACCEPT } },
        offering: tracedOddly(offeringCodings(plain)),
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
    rule('charset-is-ignored', {
      given: ['plain'],
      judge: (at) => sameRows(at, at.charset, 400, 415),
    }),
    rule('accept-may-have-weights', {
      given: ['plain'],
      judge: [(at) => sameRows(at, at.weighted, 406), (at) => sameRows(at, at.browser, 406)],
    }),
    rule('accepts-offered-codings', {
      given: ['plain'],
      judge: (at) => sameRows(at, at.offering, 400, 406, 415, 431),
    }),
    rule('accepts-chunked-body', {
      given: ['plain'],
      judge: (at) => (at.chunked.response.status === 411 ? [] : sameRows(at, at.chunked, 400)),
    }),
  );
}

const unknownPaths = (otherMethods: (subject: Subject) => Probe): readonly Law<Subject>[] => [
  rule('unknown-path-is-404', {
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
  rule('unknown-method-is-405', {
    on: otherMethods,
    check: ({ response: { status } }) =>
      isGatewayError(status) ? undefined : unlessStatus(status === 405, 405, status),
  }),
  rule('no-server-error-for-other-methods', {
    on: otherMethods,
    check: ({ response: { status } }) =>
      unlessStatus(!isCrash(status) || status === 501, worded`no server error`, status),
  }),
];

/** The same probe for each rule, so that it is sent once. */
const otherMethodsThan = (posts: readonly Operation[]) =>
  once(({ operation }: Subject) =>
    across(operation, 'unknown-methods', {
      sends: 'GET where only POST is documented',
      caseGroups: () => each(posts.map((one) => call(one, { method: 'GET' }))),
    }),
  );
