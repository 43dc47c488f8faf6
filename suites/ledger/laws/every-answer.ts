/** The rules of every successful response of the ledger: status, media type and shape. */
import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  follow,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
} from '../../../src/index.ts';
import { jsonFindings, uniqueNames } from '../../answers.ts';
import { isObject } from '../requests/alike.ts';
import { within } from '../requests/sequences.ts';
import { fits } from './errors.ts';
import { ofMembers } from './member-rules.ts';
import { ofOwnResponses } from './own-responses.ts';

/** The requirements on the successful responses of one operation. */
export function ofAnswers(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  return [
    requirement({
      id: id('response-shape'),
      level: 'MUST',
      clause: 'ledger-answers-have-their-shape',
      statement:
        'A successful response has the documented status, members and types; null counts as an absent optional member.',
      cause:
        'Members are renamed, an array lacks the object around it, numbers are strings, or the response is of another version.',
      fix: "Forward the node's JSON unchanged, or generate the types from the document of the version that /v2/version names.",
      probes,
      anyTraffic: true,
      check: (exchange) => responseShape(operation, exchange),
    }),
    requirement({
      id: id('response-media-type'),
      level: 'MUST',
      clause: 'ledger-bodies-are-json',
      statement: 'A successful response has the documented media type, and its JSON can be parsed.',
      cause:
        'A gateway changes Content-Type, sends its own page with 200, or turns bytes and plain text into JSON.',
      fix: 'Forward bodies and their Content-Type unchanged.',
      probes,
      anyTraffic: true,
      check: ({ response }) => responseMediaType(operation, response),
    }),
    ...(speaksJson(operation) ? [uniqueNames(id, probes)] : []),
    ...notWrapped(id, operation, probes),
    ...ofOwnResponses(id, operation, probes),
    ...ofMembers(id, operation, probes),
  ];
}

function speaksJson({ responses }: Operation): boolean {
  return Object.entries(responses).some(
    ([status, content]) => Number(status) < 300 && 'application/json' in content,
  );
}

/** If every member is optional, a wrapped response has the documented shape too. */
function notWrapped(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  const members = optionalMembers(operation);
  if (members.length === 0) return [];
  return [
    requirement({
      id: id('response-is-not-wrapped'),
      level: 'SHOULD',
      clause: 'ledger-answers-have-their-shape',
      statement: 'The members are at the top of the response, not inside a wrapper.',
      cause: 'A gateway wraps responses, so that clients find no member and use the defaults.',
      fix: 'Forward the object of the ledger unchanged.',
      probes,
      anyTraffic: true,
      check: ({ response: { status, body } }) => {
        if (status !== 200 || !isObject(body)) return undefined;
        const isMember = (name: string): boolean => members.includes(name);
        const held = Object.keys(body);
        if (held.length === 0 || held.some(isMember)) return [];
        const wraps = Object.values(body).some((v) => isObject(v) && Object.keys(v).some(isMember));
        return wraps ? [finding('', members.join(' or '), held.join(', '))] : undefined;
      },
    }),
  ];
}

/** The members of a successful response if all of them are optional; otherwise none. */
function optionalMembers({ responses, contract }: Operation): readonly string[] {
  const named = responses[200]?.['application/json'];
  const reference = within(named, '$ref');
  const schema = typeof reference === 'string' ? follow(contract.document, reference) : named;
  return within(schema, 'required') === undefined
    ? Object.keys((within(schema, 'properties') ?? {}) as object)
    : [];
}

function responseMediaType(
  operation: Operation,
  response: CompleteExchange['response'],
): CheckResult {
  const { status, mediaType, text, bytes } = response;
  const content = operation.responses[status];
  if (status >= 300 || content === undefined) return undefined;
  const types = Object.keys(content);
  if (types.length === 0) return bytes === 0 ? [] : [finding('body', 'none', describe(text))];
  if (!types.includes(mediaType)) {
    return [finding('content-type', types.join(' or '), mediaType || 'no content type')];
  }
  return mediaType === 'application/json' ? jsonFindings(response) : [];
}

/** Another media type, or text that is not JSON, breaks response-media-type only. */
function responseShape(operation: Operation, { response }: CompleteExchange): CheckResult {
  const { status, mediaType, body, truncated, text } = response;
  if (status >= 300 || truncated) return undefined;
  const content = operation.responses[status];
  if (content === undefined) {
    return [finding('status', Object.keys(operation.responses).join(', '), `${status}`)];
  }
  const schema = content[mediaType];
  if (schema === undefined) return Object.keys(content).length === 0 ? [] : undefined;
  if (mediaType === 'text/plain')
    return text.trim() === '' ? [finding('body', 'text', 'nothing')] : [];
  if (mediaType !== 'application/json') return [];
  return body === undefined ? undefined : fits(operation, schema, body);
}
