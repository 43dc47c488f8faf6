/** What every successful answer of the ledger owes: its status, its media type and its shape. */
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
} from '../../src/index.ts';
import { jsonFindings, uniqueNames } from '../answers.ts';
import { isObject } from './alike.ts';
import { fits } from './errors.ts';
import { ofMembers } from './member-rules.ts';
import { ofOwnResponses } from './own-responses.ts';
import { within } from './sequences.ts';

/** The requirements on the successful answers of one operation. */
export function ofAnswers(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  return [
    requirement({
      id: id('answer-shape'),
      level: 'MUST',
      clause: 'ledger-answers-have-their-shape',
      statement:
        'A successful answer has the documented status, members and types; null stands for an absent optional member.',
      cause:
        'Members were renamed, a list lost the object around it, numbers became texts, or the answer is one of another version of the ledger.',
      fix: "Pass the node's JSON on unchanged, or generate the types from the document of the version that /v2/version names.",
      probes,
      anyTraffic: true,
      check: (exchange) => answerShape(operation, exchange),
    }),
    requirement({
      id: id('answer-media-type'),
      level: 'MUST',
      clause: 'ledger-bodies-are-json',
      statement: 'A successful answer has the documented media type, and JSON is JSON.',
      cause:
        'A gateway changes Content-Type, adds a page of its own with 200, or turns bytes and plain text into JSON.',
      fix: 'Let bodies and their Content-Type pass as the node sends them.',
      probes,
      anyTraffic: true,
      check: ({ response }) => answerMediaType(operation, response),
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

/** Where every member may be left out, an object around the answer has the documented shape too. */
function notWrapped(
  id: (name: string) => string,
  operation: Operation,
  probes: readonly Probe[],
): Requirement[] {
  const members = optionalMembers(operation);
  if (members.length === 0) return [];
  return [
    requirement({
      id: id('answer-is-not-wrapped'),
      level: 'SHOULD',
      clause: 'ledger-answers-have-their-shape',
      statement: 'The answer itself holds its members, and not an object around them.',
      cause:
        'A gateway puts answers into an envelope of its own, in which clients find nothing and take every member for its default.',
      fix: 'Send the object of the ledger as it is.',
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

/** The members of a successful answer, if all of them may be left out; none otherwise. */
function optionalMembers({ responses, contract }: Operation): readonly string[] {
  const named = responses[200]?.['application/json'];
  const reference = within(named, '$ref');
  const schema = typeof reference === 'string' ? follow(contract.document, reference) : named;
  return within(schema, 'required') === undefined
    ? Object.keys((within(schema, 'properties') ?? {}) as object)
    : [];
}

function answerMediaType(
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

/** What has another media type, or is no JSON, is the business of answer-media-type alone. */
function answerShape(operation: Operation, { response }: CompleteExchange): CheckResult {
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
