/** The rules of every operation of the ledger, whatever it does. */

import {
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { INFRASTRUCTURE, internals, responseRules, uniqueNames } from '../../answers.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { isUntidy, ownRedirect } from '../../redirects.ts';
import type { SharedProbes } from '../requests/probes.ts';
import { requestsOf } from '../requests/requests.ts';
import { categoryOfCode, errorShape, statusOfCode } from './errors.ts';
import { lawsOf, onTraffic, type Probed, unless } from './laws.ts';
import { requestLaws } from './request-laws.ts';
import { matchesRequest } from './response-subjects.ts';
import { RESPONSE_LAWS } from './successful-responses.ts';

/** An operation that is open to all and takes no input has no error to respond with. */
const hasErrors = ({ operation }: Probed): boolean => operation.openToAll !== true;

const LAWS: readonly Law<Probed>[] = [
  must('operation-exists', 'ledger-operations-are-offered', {
    except: ({ operation: { core, deprecated } }) => {
      if (deprecated !== undefined)
        return { level: 'SHOULD', reason: 'the contract announces the removal of the operation' };
      return core
        ? undefined
        : { level: 'SHOULD', reason: 'the overview of the contract does not name the operation' };
    },
    statement: 'The operation exists: its response differs from that of an unknown path.',
    cause: 'A gateway forwards some paths only or drops a prefix, or the node is too old.',
    fix: 'Forward everything below the base URL to the JSON API of the participant, also /livez and /readyz.',
    test: ({ sent }) => ({ probes: sent, expects: 'presence' }),
  }),
  must('requests-get-responses', 'ledger-operations-are-offered', {
    statement: 'Every request gets a response; the connection is not closed without one.',
    cause: 'A proxy has a shorter timeout than the node, or a limit for header, path or body.',
    fix: 'Raise its limits above those of the node, and respond with 408, 413, 414 or 431 at a limit.',
    test: ({ sent }) => ({ probes: sent, expects: 'answer' }),
  }),
  should('complete-responses', 'ledger-responses-are-complete', {
    statement: 'No response is lost or truncated at random.',
    cause: 'A proxy has short timeouts or few workers, a node restarts, or the network breaks.',
    fix: 'Compare the logs of both ends for the time of one loss, and send Connection: close before closing.',
    test: ({ sent }) => ({ probes: sent, expects: 'completeness' }),
  }),
  must('no-server-error', 'ledger-answers-have-their-shape', {
    statement: 'No request causes an internal server error.',
    cause: 'An exception in a decoder or in a check of a party, an id or an offset becomes a 500.',
    fix: 'Check input when it is read and respond with 400 INVALID_ARGUMENT; use 404 for what is not found.',
    test: onTraffic('all', ({ response: { status } }) => {
      const isDocumented = status < 500 || INFRASTRUCTURE.has(status) || status === 501;
      return unless(isDocumented, 'status', 'a documented status', `${status}`);
    }),
  }),
  must('not-redirected', 'ledger-answers-have-their-shape', {
    statement: 'A request to a documented path is not redirected.',
    cause: 'A router or a proxy adds a slash, a prefix or a version to the path.',
    fix: 'Serve the documented path itself, or rewrite it inside the proxy.',
    test: ({ operation: { responses }, sent }) => ({
      probes: sent,
      anyTraffic: true,
      check: (exchange) => {
        const { request, response } = exchange;
        if (isUntidy(request.path)) return undefined;
        const redirect = ownRedirect(exchange);
        if (redirect !== undefined)
          return [finding('status', Object.keys(responses).join(', '), redirect)];
        return response.status >= 300 && response.status < 400 ? undefined : [];
      },
    }),
  }),
  must('error-object', 'ledger-errors-have-one-shape', {
    statement: 'A rejection carries the error object of the ledger; a 400 may be plain text.',
    cause: 'A gateway wraps errors, sends HTML or problem+json, or omits errorCategory.',
    fix: 'Forward the error object, and give your own errors code, cause, errorCategory and context.',
    appliesTo: hasErrors,
    test: onTraffic('all', (exchange, operation) => errorShape(operation, exchange)),
  }),
  should('status-matches-code', 'error-status-follows-its-code', {
    statement: 'The HTTP status of an error matches its gRPC code.',
    cause: 'A layer turns every error into 400 or 500, or derives the status from the error text.',
    fix: 'Map grpcCodeValue by one table: 3, 9 and 11 are 400, 5 is 404, 6 and 10 are 409, 7 is 403, 16 is 401.',
    appliesTo: hasErrors,
    test: onTraffic('all', (exchange, operation) => statusOfCode(operation, exchange)),
  }),
  should('category-matches-code', 'error-category-goes-with-its-code', {
    statement: 'The category of an error matches its gRPC code.',
    cause: 'Errors of a layer in front have a wrong category, by which clients retry.',
    fix: 'Take both from one definition of the error: 8 goes with code 3, 9 with 9, 10 with 6, 11 with 5, 12 with 11.',
    appliesTo: hasErrors,
    test: onTraffic('all', (exchange, operation) => categoryOfCode(operation, exchange)),
  }),
  should('no-internals-in-errors', 'ledger-errors-have-one-shape', {
    statement: 'Error bodies show no stack trace, no file path and no SQL of the server.',
    cause: 'The cause holds a whole exception, or a development mode shows an error page.',
    fix: 'Log stack and files under the trace id, and send that id and one sentence.',
    appliesTo: hasErrors,
    test: onTraffic('all', ({ request, response }) =>
      response.status >= 400 ? internals(request, response.text) : 'inapplicable',
    ),
  }),
];

/** The requirements of one operation. `more`: probes of its area whose responses are judged too. */
export function everyLedgerOperation(
  operation: Operation,
  probes: SharedProbes | undefined,
  presence: Probe,
  more: readonly Probe[],
): Requirement[] {
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const shared = Object.values(probes ?? {}) as Probe[];
  const own = [...shared.filter((p) => !p.aboutCredentials), ...more];
  const sent = probes === undefined ? [presence, ...more] : own;
  const all = [...sent, ...shared.filter((p) => p.aboutCredentials)];
  // A bare request shows no more than a good one.
  const bodies = requestsOf(operation)?.unknown ? own : own.filter((p) => p !== probes?.unknown);
  const subject: Probed = { operation, presence, sent, bodies, all, ...(probes && { probes }) };
  const respondsInJson = Object.entries(operation.responses).some(
    ([status, content]) => Number(status) < 300 && 'application/json' in content,
  );
  return [
    ...lawsOf(LAWS, subject),
    ...(bodies.length > 0 ? lawsOf(RESPONSE_LAWS, subject) : []),
    ...(bodies.length > 0 && respondsInJson ? [uniqueNames(id, bodies)] : []),
    ...matchesRequest(operation, own),
    ...requestLaws(subject),
    ...(probes === undefined ? [] : responseRules(id, own)),
  ].map((one) => onlyOf(operation, one));
}

/** Some cases hold requests to other operations or other paths, which have their own shapes and statuses. */
function onlyOf(operation: Operation, one: Requirement): Requirement {
  if (!('check' in one)) return one;
  const { check } = one;
  const fixed = operation.path.split(/\{[^{}]+\}/).map(literally);
  const template = new RegExp(`^${fixed.join('[^/]*')}(\\?|$)`);
  return requirement({
    ...one,
    check: (exchange, accepted) => {
      const { operation: called, method, path } = exchange.request;
      const isOwn = called === operation && method === operation.method && template.test(path);
      return isOwn ? check(exchange, accepted) : undefined;
    },
  });
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
