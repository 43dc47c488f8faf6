/** What chapters check of transactions that are prepared for external signing. */
import { type CheckResult, type CompleteExchange, describe, sent } from '../../../src/kit.ts';
import { isBase64, shownBytes } from '../../kit/base64.ts';
import { count, difference, member, string } from '../../kit/json.ts';
import { isAccepted, shown, unless } from '../../kit/judges.ts';

/** Judges the body of an accepted response, and the body of its request. */
const onPrepared =
  (judge: (body: unknown, request: unknown) => CheckResult) =>
  (exchange: CompleteExchange): CheckResult =>
    isAccepted(exchange) ? judge(exchange.response.body, sent(exchange.request)) : undefined;

function hashedBy(expected: string, body: unknown): CheckResult {
  const scheme = string(body, 'hashingSchemeVersion');
  return unless(scheme === expected, '/hashingSchemeVersion', expected, describe(scheme));
}

const hasTransactionAndHash = onPrepared((body) =>
  ['preparedTransaction', 'preparedTransactionHash'].flatMap((name) => {
    const bytes = string(body, name);
    const isThere = bytes !== '' && isBase64(bytes);
    return unless(isThere, `/${name}`, 'bytes in base64', shownBytes(member(body, name)));
  }),
);

const hasDefaultScheme = onPrepared((body, request) => {
  const isNamed = member(request, 'hashingSchemeVersion') !== undefined;
  return isNamed ? undefined : hashedBy('HASHING_SCHEME_VERSION_V2', body);
});

const hasScheme = onPrepared((body, request) =>
  hashedBy(string(request, 'hashingSchemeVersion'), body),
);

/** A server may support one scheme only. */
const keepsScheme = (exchange: CompleteExchange): CheckResult =>
  exchange.response.status === 400 ? 'inapplicable' : hasScheme(exchange);

const hasNoDisabledCosts = onPrepared((body, request) => {
  if (member(request, 'estimateTrafficCost', 'disabled') !== true) return undefined;
  const estimated = member(body, 'costEstimation') ?? undefined;
  return unless(estimated === undefined, '/costEstimation', undefined, describe(estimated));
});

const costsAddUp = onPrepared((body) => {
  const [total, request, response] = ['total', 'confirmationRequest', 'confirmationResponse'].map(
    (name) => count(member(body, 'costEstimation'), `${name}TrafficCostEstimation`),
  );
  if (total === undefined || request === undefined || response === undefined) return 'inapplicable';
  return difference(request + response, total, '/costEstimation/totalTrafficCostEstimation');
});

function hasHashingDetails(exchange: CompleteExchange): CheckResult {
  if (!isAccepted(exchange)) return undefined;
  const details = shown(exchange, 'hashingDetails');
  const isThere = typeof details === 'string' && details !== '';
  return unless(isThere, '/hashingDetails', 'a string', describe(details));
}

const hasNoOtherDetails = onPrepared((body, request) => {
  if (member(request, 'verboseHashing') === true) return undefined;
  const details = string(body, 'hashingDetails');
  return unless(details === '', '/hashingDetails', undefined, describe(details, 40));
});

export const PREPARATION_CHECKS = {
  ...{ hasTransactionAndHash, hasDefaultScheme, keepsScheme, hasNoDisabledCosts, costsAddUp },
  ...{ hasHashingDetails, hasNoOtherDetails },
};
