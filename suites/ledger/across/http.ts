/** HTTP details: methods, slashes, credentials, media types, unknown paths. Each is tested on one operation. */
import type { CheckResult, CompleteExchange, Operation } from '../../../src/kit.ts';
import { call, wantsCredential, worded, wrongStatus } from '../../../src/kit.ts';
import { NEAR_RULES, nearRequests, presenting } from '../../http/near-requests.ts';
import { stated } from '../../http/rules.ts';
import { turnsAwayToo, unlessStatus } from '../../kit/judges.ts';
import {
  expects200,
  expectsRejection,
  isCrash,
  isGatewayError,
  mayBeGateways,
} from '../../kit/statuses.ts';
import type { Area } from '../area.ts';
import { lawsOf } from '../laws/forms.ts';
import { rowsOf, vettingDifference } from '../packages/vetting-rows.ts';
import { FORGED } from '../requests/probes.ts';
import { rulesIn } from '../rules.ts';
import { sameIds } from '../state/checks.ts';
import { LEDGER } from '../surface.ts';

const rule = rulesIn('4.2-every-operation', 'across/http.ts');

/** The same request in other spellings, and with other credentials. */
export const nearby: Area = ({ operation }) => near(operation('participant-id'));

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

/** Expects the same rows as for the plain requests, unless one of these statuses rejects the header. */
const hasSameRows =
  (...rejections: readonly number[]) =>
  (other: CompleteExchange, plain: CompleteExchange, again: CompleteExchange): CheckResult => {
    const { status } = other.response;
    if (rejections.includes(status)) return [wrongStatus(200, status)];
    if (status !== 200) return expects200(status);
    const [left, right, last] = [plain, other, again].map(rowsOf);
    const found = vettingDifference(left, right, '/vettedPackages');
    // Others may vet packages meanwhile.
    return found.length > 0 && vettingDifference(left, last).length > 0 ? undefined : found;
  };

const isReadInChunks = hasSameRows(400);

export const HTTP_CHECKS = {
  charsetIsIgnored: hasSameRows(400, 415),
  weightsAreRead: hasSameRows(406),
  offersAreRead: hasSameRows(400, 406, 415, 431),
  chunksAreRead: (chunked: CompleteExchange, plain: CompleteExchange, again: CompleteExchange) =>
    chunked.response.status === 411 ? [] : isReadInChunks(chunked, plain, again),
  unknownPathIs404: ({ response: { status } }: CompleteExchange) =>
    mayBeGateways(status) ? undefined : unlessStatus(status === 404, 404, status),
  unknownMethodIs405: ({ response: { status } }: CompleteExchange) =>
    isGatewayError(status) ? undefined : unlessStatus(status === 405, 405, status),
  isNoCrash: ({ response: { status } }: CompleteExchange) =>
    unlessStatus(!isCrash(status) || status === 501, worded`no server error`, status),
  nullIsAbsent: ({ response }: CompleteExchange) => expects200(response.status),
  isRejectedAsBad: ({ response }: CompleteExchange) => expectsRejection(response.status, 400),
};
