/** Submissions that are prepared for external signing. */
import type { CheckResult, Fixtures, Operation } from '../../../src/kit.ts';
import { call, describe, sent, worded } from '../../../src/kit.ts';
import { isBase64 } from '../../kit/base64.ts';
import { count, difference, type Json, member, string, strings } from '../../kit/json.ts';
import { isAccepted, shown, shownList, unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import type { Area, Ledger } from '../area.ts';
import type { Subject } from '../laws/forms.ts';
import { lawsOf, onAnyBody, ownProbe, scenario } from '../laws/forms.ts';
import { bodyMember } from '../requests/documented.ts';
import { updatesOf } from '../requests/formats.ts';
import { openList } from '../requests/open-lists.ts';
import { acceptableCalls } from '../requests/requests.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-interactive-submission', 'packages/interactive.ts');

const PREPARED = 'submissions-are-prepared';

export const interactive: Area = (ledger) => {
  const operation = ledger.operation('prepare');
  return [...lawsOf(HASHES, { operation, clause: PREPARED }), ...submitsNothing(ledger, operation)];
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

/**
 * The ledger end, a preparation, and the later updates. The command id contains the end, so that a ledger that submits
 * the first of two does not reject the second as a repetition.
 */
function submitsNothing({ operation }: Ledger, prepare: Operation) {
  const from = (end: unknown): number => Number(member(end, 'offset') ?? 0);
  return scenario(prepare, {
    name: 'afterwards',
    clause: PREPARED,
    sends: 'the ledger end, a good request, and then the updates since',
    asGood: true,
    steps: (f) => {
      const good = plain(prepare, f);
      const parties = strings(good, 'actAs');
      const updateFormat = updatesOf(parties, 'TRANSACTION_SHAPE_LEDGER_EFFECTS', false);
      return {
        end: call(operation('ledger-end')),
        prepared: ({ end }) =>
          call(prepare, { json: { ...good, commandId: `assay-prepare-${from(end)}` } }),
        since: ({ end }) =>
          openList(operation('updates'), f, { beginExclusive: from(end), updateFormat }),
      };
    },
  }).rules(
    rule('preparation-submits-nothing', {
      given: ['end', 'prepared', 'since'],
      judge: ({ prepared, since }): CheckResult => {
        const command = string(sent(prepared.request), 'commandId');
        const found = shownList(since).some(
          (one) => string(one, 'update', 'Transaction', 'value', 'commandId') === command,
        );
        return unless(!found, '/update', worded`none of command ${command}`, 'one');
      },
    }),
  );
}

function plain(prepare: Operation, f: Fixtures): Json {
  return Object(sent(acceptableCalls(prepare, f)[0] ?? call(prepare))) as Json;
}
