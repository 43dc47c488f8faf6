/** The rules for every operation of the ledger. */
import {
  isHeader,
  type Operation,
  type Probe,
  type Requirement,
  worded,
} from '../../../src/kit.ts';
import { onOwnResponses } from '../../http/own-responses.ts';
import { REQUEST_RULES } from '../../http/requests.ts';
import { RESPONSE_RULES } from '../../http/responses.ts';
import { statedOn } from '../../http/rules.ts';
import { unlessStatus } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { hasBrokenEscape, isCrash } from '../../kit/statuses.ts';
import { CREDENTIAL_LAWS, type Guarded } from '../credentials/credentials.ts';
import { lawsOf, onTraffic, type Probed } from '../laws/forms.ts';
import type { SharedProbes } from '../requests/probes.ts';
import { requestsOf } from '../requests/requests.ts';
import { categoryOfCode, errorShape, namesItsObject, statusOfCode } from '../responses/errors.ts';
import { rulesIn } from '../rules.ts';
import { isSwitchedOff } from '../switched-off.ts';
import { FORMAT_LAWS } from './event-formats.ts';
import { changesByJson, controlled, REQUEST_LAWS } from './request-laws.ts';
import { MATCHES_REQUEST } from './response-subjects.ts';
import { RESPONSE_LAWS, responseShape } from './successful-responses.ts';

const rule = rulesIn('4.2-every-operation', 'across/every-operation.ts');

const OFFERED = 'ledger-operations-are-offered';
const SHAPE = 'ledger-responses-have-their-shape';
const ERRORS = 'ledger-errors-have-one-shape';
const UNREADABLE = 'unreadable-requests-get-text';

interface Whole extends Probed, Guarded {}

const sent = (subject: Probed): readonly Probe[] => subject.sent;
const all = (subject: Probed): readonly Probe[] => subject.all;
const bodies = (subject: Probed): readonly Probe[] => subject.bodies;
/** The probes of an operation that only reads. */
const reads = ({ probes, sent }: Probed): readonly Probe[] => (probes === undefined ? [] : sent);

/** An operation that is open to all and has no input sends no errors. */
const hasErrors = ({ operation }: Probed): boolean => operation.openToAll !== true;

const hasJson = ({ operation: { responses } }: Probed): boolean =>
  Object.entries(responses).some(
    ([status, content]) => Number(status) < 300 && 'application/json' in content,
  );

/** The operations that name an object by its id. */
const LOOKUPS: ReadonlySet<string> = new Set([
  ...['user', 'user-rights', 'user-delete', 'identity-provider', 'identity-provider-delete'],
  ...['package', 'events-by-contract-id', 'contract-by-id'],
]);

const RULES: readonly Law<Whole>[] = [
  ...statedOn<Whole>([...RESPONSE_RULES, ...REQUEST_RULES], {
    'operation-exists': {
      clause: OFFERED,
      on: sent,
      appliesTo: ({ operation }) => operation.optional === undefined,
      cause: 'The operation has no route, its path is not forwarded, or the node is too old.',
      fix: 'Forward everything below the base URL to the JSON API of the participant, including /livez and /readyz.',
    },
    'requests-get-responses': {
      clause: OFFERED,
      on: sent,
      cause:
        'The connection ends before the response does: the handler fails, or a limit on time or size is reached.',
      fix: 'Catch errors and respond; raise limits above those of the node, and respond with 408, 413, 414 or 431 when one is exceeded.',
    },
    'complete-responses': { clause: 'ledger-responses-are-complete', on: sent },
    'no-server-error': {
      clause: SHAPE,
      on: all,
      // 501 belongs to a gRPC code.
      check: ({ response: { status } }) =>
        unlessStatus(!isCrash(status) || status === 501, worded`a documented status`, status),
      cause: 'An exception in a decoder, a check or a lookup results in a 500.',
      fix: 'Check input when it is read and respond with 400 INVALID_ARGUMENT; use 404 for missing resources.',
    },
    'not-redirected': { clause: SHAPE, on: sent },
    'no-internals-in-errors': {
      clause: ERRORS,
      on: all,
      appliesTo: hasErrors,
      fix: 'Log the stack and the file paths with the trace id, and send only that id and one sentence.',
    },
    'response-shape': {
      clause: SHAPE,
      on: bodies,
      check: responseShape,
      statement:
        'A successful response has the documented status, members and types; null counts as an absent optional member.',
      cause:
        'The response is encoded with types that differ from the document or belong to another version.',
      fix: "Forward the node's JSON unchanged, or generate the types from the document of the version that /v2/version names.",
    },
    'response-media-type': {
      clause: 'ledger-bodies-are-json',
      on: bodies,
      cause:
        'Code other than the JSON encoder writes the body or its Content-Type, or a proxy changes or replaces them.',
      fix: 'Forward bodies and their Content-Type unchanged.',
    },
    'unique-names': { clause: 'json-names-are-unique', on: bodies, appliesTo: hasJson },
    'utf8-charset': { clause: 'json-is-unicode-text', on: reads },
    'ignores-unknown-member': {
      clause: 'ledger-objects-are-open',
      on: ({ probes }) => probes?.unknownMember,
      cause: 'A strict decoder or a closed schema rejects the members of newer clients.',
    },
    'rejects-malformed-json': {
      clause: UNREADABLE,
      on: (subject) => (changesByJson(subject) ? subject.presence : subject.probes?.malformed),
      fix: 'Use a strict parser and respond with 400; plain text is allowed.',
    },
    'rejects-missing-body': { clause: UNREADABLE, on: ({ probes }) => probes?.noBody },
  }),
  rule('error-object', {
    appliesTo: hasErrors,
    causes: [
      {
        when: ({ finding: { at }, exchange }) =>
          isHeader(at, 'content-type') && exchange?.response?.mediaType === 'application/json',
        cause:
          'The content type of JSON is set for every response, also where the body is plain text.',
        fix: 'Set text/plain where the body is plain text, or send the error object.',
      },
    ],
    test: onTraffic('all', (exchange, operation) =>
      hasBrokenEscape(exchange.request.path) ? 'inapplicable' : errorShape(operation, exchange),
    ),
  }),
  rule('status-matches-code', {
    appliesTo: hasErrors,
    test: onTraffic('all', (exchange, operation) => statusOfCode(operation, exchange)),
  }),
  rule('category-matches-code', {
    appliesTo: hasErrors,
    // The error of what is switched off has a category of its own.
    test: onTraffic('all', (exchange, operation) =>
      isSwitchedOff(exchange.response) ? 'inapplicable' : categoryOfCode(operation, exchange),
    ),
  }),
  rule('errors-name-their-object', {
    appliesTo: ({ operation }) => LOOKUPS.has(operation.name),
    test: onTraffic('all', namesItsObject),
  }),
  ...RESPONSE_LAWS,
  MATCHES_REQUEST,
  ...FORMAT_LAWS,
  ...REQUEST_LAWS,
  ...CREDENTIAL_LAWS,
];

const LAWS = RULES.map(onOwnResponses);

/** The requirements of one operation. `more`: probes of its area that are judged too. */
export function everyLedgerOperation(
  operation: Operation,
  probes: SharedProbes | undefined,
  presence: Probe,
  more: readonly Probe[],
): Requirement[] {
  const shared = Object.values(probes ?? {}) as Probe[];
  const known = [...(probes === undefined ? [presence] : []), ...shared, ...more];
  const all = [...new Set(known)];
  const sent = all.filter((p) => !p.aboutCredentials);
  const own = sent.filter((p) => probes !== undefined || more.includes(p));
  // A bare request shows no more than a good one.
  const bodies = requestsOf(operation)?.unknown ? own : own.filter((p) => p !== probes?.unknown);
  return lawsOf(LAWS, {
    operation,
    presence,
    own,
    sent,
    bodies,
    all,
    ...(probes && { probes }),
    missing: probes?.anonymous && controlled(probes.anonymous),
    forged: probes?.badToken && controlled(probes.badToken),
  });
}
