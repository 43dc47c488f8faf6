/** Every successful response has the status, media type and shape of its operation. */
import type { CheckResult, CompleteExchange, JsonSchema, Operation } from '../../../src/kit.ts';
import {
  BODY_TEXT,
  describe,
  finding,
  loadDocument,
  resolved,
  wrongStatus,
} from '../../../src/kit.ts';
import { shapeFindings } from '../../http/bodies.ts';
import { statusesOf } from '../../http/responses.ts';
import type { Chapter } from '../../kit/chapters/chapter.ts';
import { memberLaws } from '../../kit/chapters/members.ts';
import { isObject } from '../../kit/json.ts';
import { unless } from '../../kit/judges.ts';
import type { Law } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { chapterFiles, clauseOf } from '../contract.ts';
import { accepted, type Probed } from '../laws/forms.ts';
import { MEMBER_FORMS } from '../responses/member-forms.ts';
import { rulesIn } from '../rules.ts';

const rule = rulesIn('4.2-every-operation', 'across/successful-responses.ts');

const hasForm = ({ operation }: Probed): boolean => formOf(operation) !== undefined;

export const RESPONSE_LAWS: readonly Law<Probed>[] = [
  rule('response-is-not-wrapped', {
    // If a member is required, the shape detects the wrapper.
    appliesTo: ({ operation }) => optionalMembers(operation).length > 0,
    test: accepted((body, _, operation) => {
      if (!isObject(body)) return undefined;
      const members = optionalMembers(operation);
      const isMember = (name: string): boolean => members.includes(name);
      const held = Object.keys(body);
      if (held.length === 0 || held.some(isMember)) return [];
      const wraps = Object.values(body).some((v) => isObject(v) && Object.keys(v).some(isMember));
      return wraps ? [finding('', members.join(' or '), held.join(', '))] : undefined;
    }),
  }),
  rule('success-has-no-error-object', {
    appliesTo: hasForm,
    test: accepted((body, _, operation) => {
      const at = isOwn(body, operation) ? undefined : errorInside(body);
      const shown = describe(body, 120);
      return unless(at === undefined, `/${at}`, 'a result, or the status of an error', shown);
    }),
  }),
  rule('response-belongs-to-operation', {
    appliesTo: hasForm,
    on: ({ bodies }) => bodies,
    proof: 'once',
    anyTraffic: true,
    check: ({ response: { status, body } }, { operation }) =>
      status !== 200 || body === undefined || body === null
        ? undefined
        : ofAnother(body, operation),
  }),
  ...memberLaws(MEMBER_FORMS, accepted, loadDocument(chapterFiles('members')) as Chapter, clauseOf),
];

/** The shape by the status and the media type; another media type breaks response-media-type only. */
export function responseShape({ response }: CompleteExchange, operation: Operation): CheckResult {
  const { status, mediaType, body, truncated, text } = response;
  if (status >= 300 || truncated) return undefined;
  const content = operation.responses[status];
  if (content === undefined) return [wrongStatus(statusesOf(operation), status)];
  const schema = content[mediaType];
  if (schema === undefined) return Object.keys(content).length === 0 ? [] : undefined;
  if (mediaType === 'text/plain') return unless(text.trim() !== '', BODY_TEXT, 'text', undefined);
  if (mediaType !== 'application/json') return [];
  return body === undefined ? undefined : shapeFindings(operation, schema, body);
}

/** The members of a successful response if all are optional; otherwise none. */
const optionalMembers = once(({ responses, contract }: Operation): readonly string[] => {
  const schema = resolved(contract, responses[200]?.['application/json'] ?? false);
  return schema['required'] === undefined ? Object.keys(Object(schema['properties'])) : [];
});

/** The member that identifies a body as an error object; `undefined` for other bodies. */
export function errorInside(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const has = (name: string): boolean => (body[name] ?? undefined) !== undefined;
  if (has('errorCategory')) return 'errorCategory';
  if (has('code') && (has('cause') || has('message'))) return 'code';
  return ['errors', 'error', 'fault', 'exception'].find(has);
}

/** A finding if the body has the members of another operation, and none of its own. */
function ofAnother(body: unknown, operation: Operation): CheckResult {
  const names = namesIn(body);
  if (names.length === 0 || isOwn(body, operation)) return [];
  const other = operation.contract.operations.find((one) => {
    const form = one === operation ? undefined : formOf(one);
    return form?.list === Array.isArray(body) && names.every((name) => form.names.has(name));
  });
  const expected = [...(formOf(operation)?.names ?? [])].join(' or ') || 'no members';
  const shown = other && `${names.join(', ')}, as ${other.method} ${other.path}`;
  return shown === undefined ? [] : [finding('', expected, shown)];
}

function isOwn(body: unknown, operation: Operation): boolean {
  return namesIn(body).some((name) => formOf(operation)?.names.has(name));
}

function namesIn(body: unknown): readonly string[] {
  const one: unknown = Array.isArray(body) ? body[0] : body;
  return isObject(one) ? Object.keys(one) : [];
}

/** The members of a successful JSON response, or of each element of an array; none without one. */
const formOf = once(({ contract, responses }: Operation) => {
  const schema = responses[200]?.['application/json'];
  if (schema === undefined) return undefined;
  const { items, ...whole } = resolved(contract, schema);
  const { properties = {} } = items === undefined ? whole : resolved(contract, items as JsonSchema);
  return { names: new Set(Object.keys(properties as object)), list: items !== undefined };
});
