/** The rules of every operation of the ledger, whatever it does. */
import {
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { INFRASTRUCTURE, internals, responseRules } from '../../answers.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';
import { isUntidy, ownRedirect } from '../../redirects.ts';
import type { SharedProbes } from '../requests/probes.ts';
import { requestsOf } from '../requests/requests.ts';
import { ofAskedFor } from './asked-for.ts';
import { categoryOfCode, errorShape, statusOfCode } from './errors.ts';
import { ofAnswers } from './every-answer.ts';
import { requestLaws } from './request-laws.ts';

interface Subject {
  readonly operation: Operation;
  /** Probes with credentials. */
  readonly sent: readonly Probe[];
  /** The same, and those about credentials. */
  readonly all: readonly Probe[];
}

/** An operation that is open to all and takes no input has no error to respond with. */
const hasErrors = ({ operation }: Subject): boolean => operation.openToAll !== true;

const LAWS: readonly Law<Subject>[] = [
  {
    name: 'operation-exists',
    level: 'MUST',
    except: ({ operation: { core, deprecated } }) => {
      if (deprecated !== undefined)
        return { level: 'SHOULD', reason: 'the contract announces the removal of the operation' };
      return core
        ? undefined
        : { level: 'SHOULD', reason: 'the overview of the contract does not name the operation' };
    },
    clause: 'ledger-operations-are-offered',
    statement: 'The operation exists: its response differs from that of an unknown path.',
    cause:
      'A gateway forwards only some paths or drops a configured prefix, or the node is older than the contract.',
    fix: 'Forward everything below the base URL to the JSON API of the participant, also /livez and /readyz.',
    test: ({ sent }) => ({ probes: sent, expects: 'presence' }),
  },
  {
    name: 'requests-get-responses',
    level: 'MUST',
    clause: 'ledger-operations-are-offered',
    statement: 'Every request gets a response; the connection is not closed without one.',
    cause:
      'A proxy has a shorter timeout than the node, or closes the connection at a long header, path or body.',
    fix: 'Raise its limits above those of the node, and respond with 408, 413, 414 or 431 at a limit.',
    test: ({ sent }) => ({ probes: sent, expects: 'answer' }),
  },
  {
    name: 'complete-responses',
    level: 'SHOULD',
    clause: 'ledger-responses-are-complete',
    statement: 'No response is lost or truncated at random.',
    cause:
      'Some connections break while others work: a proxy with short timeouts or few workers, a node that restarts, or the network.',
    fix: 'Compare the logs of both ends for the time of one loss, and send Connection: close before closing.',
    test: ({ sent }) => ({ probes: sent, expects: 'completeness' }),
  },
  {
    name: 'no-server-error',
    level: 'MUST',
    clause: 'ledger-answers-have-their-shape',
    statement: 'No request causes an internal server error.',
    cause: 'An exception in a decoder or in a check of a party, an id or an offset becomes a 500.',
    fix: 'Check input when it is read and respond with 400 INVALID_ARGUMENT; use 404 for what is not found.',
    test: ({ all }) => ({
      probes: all,
      anyTraffic: true,
      check: ({ response: { status } }) =>
        status < 500 || INFRASTRUCTURE.has(status) || status === 501
          ? []
          : [finding('status', 'a documented status', `${status}`)],
    }),
  },
  {
    name: 'not-redirected',
    level: 'MUST',
    clause: 'ledger-answers-have-their-shape',
    statement: 'A request to a documented path is not redirected.',
    cause:
      'A router or a proxy adds a slash, a prefix or a version to the path; clients repeat a redirected POST as a GET.',
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
  },
  {
    name: 'error-object',
    level: 'MUST',
    clause: 'ledger-errors-have-one-shape',
    statement: 'A rejection carries the error object of the ledger; a 400 may be plain text.',
    cause:
      'A gateway wraps errors, sends HTML or application/problem+json, or omits context and errorCategory.',
    fix: 'Forward the error object, and give your own errors code, cause, errorCategory and context.',
    appliesTo: hasErrors,
    test: ({ operation, all }) => ({
      probes: all,
      anyTraffic: true,
      check: (exchange) => errorShape(operation, exchange),
    }),
  },
  {
    name: 'status-matches-code',
    level: 'SHOULD',
    clause: 'error-status-follows-its-code',
    statement: 'The HTTP status of an error matches its gRPC code.',
    cause: 'A layer turns every error into 400 or 500, or derives the status from the error text.',
    fix: 'Map grpcCodeValue by one table: 3, 9 and 11 are 400, 5 is 404, 6 and 10 are 409, 7 is 403, 16 is 401.',
    appliesTo: hasErrors,
    test: ({ operation, all }) => ({
      probes: all,
      anyTraffic: true,
      check: (exchange) => statusOfCode(operation, exchange),
    }),
  },
  {
    name: 'category-matches-code',
    level: 'SHOULD',
    clause: 'error-category-goes-with-its-code',
    statement: 'The category of an error matches its gRPC code.',
    cause:
      'Errors of a layer in front have the category of another error, and clients retry by the category.',
    fix: 'Take both from one definition of the error: 8 goes with code 3, 9 with 9, 10 with 6, 11 with 5, 12 with 11.',
    appliesTo: hasErrors,
    test: ({ operation, all }) => ({
      probes: all,
      anyTraffic: true,
      check: (exchange) => categoryOfCode(operation, exchange),
    }),
  },
  {
    name: 'no-internals-in-errors',
    level: 'SHOULD',
    clause: 'ledger-errors-have-one-shape',
    statement: 'Error bodies show no stack trace, no file path and no SQL of the server.',
    cause: 'The cause holds a whole exception, or a development mode shows an error page.',
    fix: 'Log stack and files under the trace id, and send that id and one sentence.',
    appliesTo: hasErrors,
    test: ({ all }) => ({
      probes: all,
      anyTraffic: true,
      check: ({ request, response }) =>
        response.status >= 400 ? internals(request, response.text) : 'inapplicable',
    }),
  },
];

/** The requirements of one operation. `more`: probes of its area whose responses are judged too. */
export function everyLedgerOperation(
  operation: Operation,
  {
    probes,
    presence,
    more,
  }: { probes: SharedProbes | undefined; presence: Probe; more: readonly Probe[] },
): Requirement[] {
  const id = (name: string): string => `ledger/${operation.name}/${name}`;
  const shared = Object.values(probes ?? {}) as Probe[];
  const own = [...shared.filter((p) => !p.aboutCredentials), ...more];
  const sent = probes === undefined ? [presence, ...more] : own;
  const all = [...sent, ...shared.filter((p) => p.aboutCredentials)];
  // A bare request shows no more than a good one.
  const bodies = requestsOf(operation)?.unknown ? own : own.filter((p) => p !== probes?.unknown);
  return [
    ...requirementsOf(LAWS, [{ operation, sent, all }], () => `ledger/${operation.name}`),
    ...(bodies.length === 0 ? [] : ofAnswers(id, operation, bodies)),
    ...ofAskedFor(id, operation, own),
    ...requestLaws({ operation, presence, ...(probes && { probes }) }),
    ...(probes === undefined ? [] : responseRules(id, own)),
  ].map((one) => onlyOf(operation, one));
}

/** Some cases hold requests to other operations or other paths, which have their own shapes and statuses. */
function onlyOf(operation: Operation, one: Requirement): Requirement {
  if (!('check' in one)) return one;
  const { check } = one;
  const fixed = operation.path.split(/\{[^}]+\}/).map(literally);
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
