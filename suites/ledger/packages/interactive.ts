/** Submissions that are prepared for external signing. */
import type { Fixtures, Operation } from '../../../src/kit.ts';
import { call, describe, sent } from '../../../src/kit.ts';
import { isBase64 } from '../../kit/base64.ts';
import { count, difference, type Json, member, string } from '../../kit/json.ts';
import { isAccepted, shown, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import { lawsOf, onAnyBody, ownProbe } from '../laws/forms.ts';
import { bodyMember } from '../requests/documented.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-interactive-submission', 'packages/interactive.ts');

const PREPARED = 'submissions-are-prepared';

export const interactive: Area = (ledger) => {
  const operation = ledger.operation('prepare');
  return lawsOf(HASHES, { operation, clause: PREPARED });
};

const V3 = 'HASHING_SCHEME_VERSION_V3';

const inDetail = once(({ operation: prepare }: Subject) =>
  ownProbe(prepare, 'verbose', {
    sends: 'a good request with verboseHashing',
    steps: (f) => [call(prepare, { json: { ...plain(prepare, f), verboseHashing: true } })],
  }),
);

function hashedBy(expected: string, body: unknown) {
  const scheme = string(body, 'hashingSchemeVersion');
  return unless(scheme === expected, '/hashingSchemeVersion', expected, describe(scheme));
}

const HASHES: readonly Law<Subject>[] = [
  rule('response-has-transaction-and-hash', {
    test: onAnyBody((body) =>
      ['preparedTransaction', 'preparedTransactionHash'].flatMap((name) => {
        const bytes = string(body, name);
        const isThere = bytes !== '' && isBase64(bytes);
        return unless(isThere, `/${name}`, 'bytes in base64', describe(member(body, name)));
      }),
    ),
  }),
  rule('default-hashing-scheme-is-v2', {
    test: onAnyBody((body, { request }) => {
      const isNamed = member(sent(request), 'hashingSchemeVersion') !== undefined;
      return isNamed ? undefined : hashedBy('HASHING_SCHEME_VERSION_V2', body);
    }),
  }),
  rule('hashing-scheme-is-kept', {
    appliesTo: ({ operation }) => bodyMember(operation, 'hashingSchemeVersion') !== undefined,
    on: ({ operation: prepare }) =>
      ownProbe(prepare, 'newer-scheme', {
        sends: 'a good request for a hash by scheme V3',
        steps: (f) => [call(prepare, { json: { ...plain(prepare, f), hashingSchemeVersion: V3 } })],
      }),
    check: (exchange) => {
      // A server may support one scheme only.
      if (exchange.response.status === 400) return 'inapplicable';
      return isAccepted(exchange) ? hashedBy(V3, exchange.response.body) : undefined;
    },
  }),
  rule('estimation-can-be-disabled', {
    appliesTo: ({ operation }) => bodyMember(operation, 'estimateTrafficCost') !== undefined,
    test: onAnyBody((body, { request }) => {
      if (member(sent(request), 'estimateTrafficCost', 'disabled') !== true) return undefined;
      const estimated = member(body, 'costEstimation') ?? undefined;
      return unless(estimated === undefined, '/costEstimation', undefined, describe(estimated));
    }),
  }),
  rule('estimated-costs-add-up', {
    test: onAnyBody((body) => {
      const [total, ...parts] = ['total', 'confirmationRequest', 'confirmationResponse'].map(
        (name) => count(member(body, 'costEstimation'), `${name}TrafficCostEstimation`),
      );
      const [request, response] = parts;
      if (total === undefined || request === undefined || response === undefined)
        return 'inapplicable';
      return difference(request + response, total, '/costEstimation/totalTrafficCostEstimation');
    }),
  }),
  rule('hashing-details-on-request', {
    on: inDetail,
    check: (exchange) => {
      if (!isAccepted(exchange)) return undefined;
      const details = shown(exchange, 'hashingDetails');
      const isThere = typeof details === 'string' && details !== '';
      return unless(isThere, '/hashingDetails', 'a string', describe(details));
    },
  }),
  rule('hashing-details-only-on-request', {
    test: onAnyBody((body, { request }) => {
      if (member(sent(request), 'verboseHashing') === true) return undefined;
      const details = string(body, 'hashingDetails');
      return unless(details === '', '/hashingDetails', undefined, describe(details, 40));
    }),
  }),
];

function plain(prepare: Operation, f: Fixtures): Json {
  return Object(sent(acceptableCalls(prepare, f)[0] ?? call(prepare))) as Json;
}
