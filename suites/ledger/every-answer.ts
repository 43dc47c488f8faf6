/** What every successful answer of the ledger owes: its status, its media type and its shape. */
import {
  type Answered,
  describe,
  finding,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Says,
} from '../../src/index.ts';
import { fits } from './errors.ts';

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
      says: 'A successful answer has the documented status, members and types; null stands for an absent optional member.',
      mend: "Members were renamed, a list lost the object around it, numbers became texts, or the answer is one of another version of the ledger. Pass the node's JSON on unchanged, or generate the types from the document of the version that /v2/version names.",
      probes,
      anyTraffic: true,
      check: (exchange) => answerShape(operation, exchange),
    }),
    requirement({
      id: id('answer-media-type'),
      level: 'MUST',
      clause: 'ledger-bodies-are-json',
      says: 'A successful answer has the documented media type, and JSON is JSON.',
      mend: 'A gateway changes Content-Type, adds a page of its own with 200, or turns bytes and plain text into JSON. Let bodies and their Content-Type pass as the node sends them.',
      probes,
      anyTraffic: true,
      check: ({ response }) => answerMediaType(operation, response),
    }),
  ];
}

function answerMediaType(
  operation: Operation,
  { status, mediaType, body, text, bytes }: Answered['response'],
): Says {
  const content = operation.responses[status];
  if (status >= 300 || content === undefined) return undefined;
  const types = Object.keys(content);
  if (types.length === 0) return bytes === 0 ? [] : [finding('body', 'none', describe(text))];
  if (!types.includes(mediaType)) {
    return [finding('content-type', types.join(' or '), mediaType || 'no content type')];
  }
  return mediaType === 'application/json' && body === undefined
    ? [finding('body', 'JSON', describe(text))]
    : [];
}

/** What has another media type, or is no JSON, is the business of answer-media-type alone. */
function answerShape(operation: Operation, { response }: Answered): Says {
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
