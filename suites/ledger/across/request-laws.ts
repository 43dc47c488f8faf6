/** Rules for the responses of every operation to valid requests and to malformed ones. */
import { type CompleteExchange, type Probe, wrongStatus } from '../../../src/kit.ts';
import { hasMistypedParameter } from '../../http/client.ts';
import { hasWrongTypes } from '../../http/wrong-bodies.ts';
import { unlessStatus } from '../../kit/judges.ts';
import type { Check, Law, Test } from '../../kit/law.ts';
import {
  expects200,
  expectsAcceptance,
  expectsRefusal,
  expectsRejection,
  INFRASTRUCTURE,
} from '../../kit/statuses.ts';
import type { Probed } from '../laws/forms.ts';
import { requestsOf } from '../requests/requests.ts';
import { errorOf, mayBe } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { wronglySwitchedOff } from '../switched-off.ts';

const rule = rulesIn('4.2-every-operation', 'across/request-laws.ts');

/** Counts only if the valid request was accepted. */
export const controlled =
  (probe: Probe) =>
  (check: Check): Test => ({ probes: [probe], withControl: true, check });

/** The request is rejected. Without a probe the operation does not have the rule. */
const rejected = (probe: Probe | undefined, status = 400): Test | undefined =>
  probe && controlled(probe)((exchange) => expectsRefusal(exchange, status));

/** A single accepted request breaks the rule, from any sender. */
const whoeverSends = (isWrong: (exchange: CompleteExchange) => boolean, test: Test | undefined) =>
  test && { ...test, anyTraffic: isWrong };

/**
 * A ledger may be pruned further during the run: then lists do not begin there, and lookups find nothing. Comparisons
 * of lists and lookups show an operation that always responds so.
 */
const PRUNED: ReadonlySet<string> = new Set([
  'PARTICIPANT_PRUNED_DATA_ACCESSED',
  'UPDATE_NOT_FOUND',
  'COMPLETION_NOT_FOUND',
]);

const undecodable = ({ presence }: Probed, status: number): Test => ({
  probes: [presence],
  check: ({ response }) => expectsRejection(response.status, status),
});

/** True if the undecodable request to a changing operation is malformed JSON. */
export const changesByJson = ({ operation, probes }: Probed): boolean =>
  probes === undefined && operation.requestContent?.['application/json'] !== undefined;

export const REQUEST_LAWS: readonly Law<Probed>[] = [
  rule('accepted', {
    except: ({ operation: { method, request } }) =>
      method === 'GET' && request !== undefined
        ? { level: 'SHOULD', reason: 'intermediaries may drop the body of a GET (RFC 9110 §9.3.1)' }
        : undefined,
    on: ({ probes }) => probes?.good,
    ofGoodRequests: true,
    check: (exchange, { operation }) => {
      if (mayBe(exchange, requestsOf(operation)?.none)) return 'inapplicable';
      if (PRUNED.has(errorOf(exchange)?.code ?? '')) return undefined;
      const wrongly = wronglySwitchedOff(exchange.response);
      if (wrongly) return wrongly;
      // A valid request is accepted in each of its forms: 501 does not accept it.
      if (exchange.response.status === 501) return [wrongStatus(200, 501)];
      return expects200(exchange.response.status) ?? expectsAcceptance(exchange);
    },
  }),
  rule('rejects-type-mismatch', {
    test: ({ probes }) => whoeverSends(hasWrongTypes, rejected(probes?.typeMismatch)),
  }),
  rule('bad-request-is-400', {
    test: ({ probes }) => {
      const wrong = ['typeMismatch', 'malformed', 'noBody', 'wrongQuery'] as const;
      const sent = wrong.flatMap((name) => probes?.[name] ?? []);
      if (sent.length === 0) return undefined;
      return {
        probes: sent,
        withControl: true,
        check: ({ response: { status } }) => {
          if (status < 400 || status >= 500 || INFRASTRUCTURE.has(status)) return undefined;
          return unlessStatus(status === 400, 400, status);
        },
      };
    },
  }),
  rule('rejects-mistyped-parameter', {
    test: ({ probes }) => whoeverSends(hasMistypedParameter, rejected(probes?.wrongQuery)),
  }),
  rule('rejects-empty-token', {
    appliesTo: ({ operation, probes }) =>
      probes === undefined && operation.requestContent === undefined,
    test: (subject) => undecodable(subject, 401),
  }),
];
