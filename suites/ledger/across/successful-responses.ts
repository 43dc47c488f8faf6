/** Every successful response has the status, media type and shape of its operation. */

import {
  type CheckResult,
  type CompleteExchange,
  describe,
  finding,
  follow,
  type JsonSchema,
  type Operation,
  wrongStatus,
} from '../../../src/kit.ts';
import { shapeFindings } from '../../http/bodies.ts';
import { statusesOf } from '../../http/responses.ts';
import { isDateTime } from '../../kit/date-time.ts';
import { isObject, type Json, member, strings } from '../../kit/json.ts';
import { filled, isAccepted, noOther, unless } from '../../kit/judges.ts';
import { type Law, must, should } from '../../kit/law.ts';
import { once } from '../../kit/once.ts';
import { onTraffic, type Probed } from '../laws/forms.ts';
import { canHave, type DocumentedMember, documented, resolved } from '../requests/documented.ts';

const SHAPE = 'ledger-responses-have-their-shape';

/** Judges each body of a 200. */
const accepted = (
  check: (body: unknown, operation: Operation, exchange: CompleteExchange) => CheckResult,
) =>
  onTraffic('bodies', (exchange, operation) =>
    isAccepted(exchange) ? check(exchange.response.body, operation, exchange) : undefined,
  );

const hasForm = ({ operation }: Probed): boolean => formOf(operation) !== undefined;

export const RESPONSE_LAWS: readonly Law<Probed>[] = [
  should('response-is-not-wrapped', SHAPE, {
    statement: 'The members are at the top of the response, not inside a wrapper.',
    cause: 'A gateway wraps responses, so that clients find no member and use the defaults.',
    fix: 'Forward the object of the ledger unchanged.',
    // If a member is required, the shape detects the wrapper.
    appliesTo: ({ operation }) => optionalMembers(operation).length > 0,
    test: accepted((body, operation) => {
      if (!isObject(body)) return undefined;
      const members = optionalMembers(operation);
      const isMember = (name: string): boolean => members.includes(name);
      const held = Object.keys(body);
      if (held.length === 0 || held.some(isMember)) return [];
      const wraps = Object.values(body).some((v) => isObject(v) && Object.keys(v).some(isMember));
      return wraps ? [finding('', members.join(' or '), held.join(', '))] : undefined;
    }),
  }),
  must('success-has-no-error-object', SHAPE, {
    statement: 'A response with status 200 is not an error object.',
    cause: 'A gateway or an error handler writes the error into the body but keeps status 200.',
    fix: 'Send the status of the error, such as 400, 401, 403 or 404.',
    appliesTo: hasForm,
    test: accepted((body, operation) => {
      const at = isOwn(body, operation) ? undefined : errorInside(body);
      const shown = describe(body, 120);
      return unless(at === undefined, `/${at}`, 'a result, or the status of an error', shown);
    }),
  }),
  must('response-belongs-to-operation', SHAPE, {
    statement: 'A response does not belong to another operation.',
    cause: 'Concurrent requests share a variable, a buffer or a connection.',
    fix: 'Keep request data in its own scope; match responses to requests by an id.',
    appliesTo: hasForm,
    test: ({ operation, bodies }) => ({
      probes: bodies,
      proof: 'once',
      anyTraffic: true,
      check: ({ response: { status, body } }) =>
        status !== 200 || body === undefined || body === null
          ? undefined
          : ofAnother(body, operation),
    }),
  }),
  must('observers-are-no-signatories', 'observers-are-no-signatories', {
    statement: 'No observer of a created event is one of its signatories.',
    cause: 'The observers include all stakeholders of the contract.',
    fix: 'Leave signatories out of the observers wherever a created event is encoded.',
    test: onMembers(isCreation, ({ at, value }) => {
      const signatories = strings(value, 'signatories');
      const both = strings(value, 'observers').find((party) => signatories.includes(party));
      return isObject(value) ? noOther(both, `${at}/observers`, 'no signatory') : undefined;
    }),
  }),
  must('events-have-their-members', 'events-have-their-members', {
    statement:
      'Events name their package and witnesses; created events have arguments and signatories; exercised events have acting parties.',
    cause: 'A cache or an encoder lacks some members.',
    fix: 'Encode each event from the record of the ledger.',
    test: onMembers(isEvent, missingMembers),
  }),
  must('events-name-packages-by-id', 'events-name-packages-by-id', {
    statement: 'Events name templates and interfaces by the id of their package.',
    cause: 'The identifier of the filter is repeated, or the name of the package is written.',
    fix: 'Write <package id>:<module>:<name> in responses; only requests may have #<package name>.',
    test: onMembers(isIdentifier, ({ at, value }) => {
      const ids = typeof value === 'string' ? [value] : value;
      if (!Array.isArray(ids) || ids.length === 0) return undefined;
      const other = ids.find((id) => !BY_PACKAGE_ID.test(`${id}`));
      return noOther(other, at, '<package id>:<module>:<name>');
    }),
  }),
  should('times-are-rfc-3339', 'times-are-rfc-3339', {
    statement: 'Times are RFC 3339 dates and times that exist.',
    cause: 'The default format of a date type is sent, or the seconds since 1970 as a string.',
    fix: 'Format times in UTC by RFC 3339, such as 2026-01-31T12:00:00.123456Z.',
    test: onMembers(isTime, ({ at, value }) =>
      typeof value === 'string'
        ? unless(isDateTime(value), at, 'an RFC 3339 date-time', describe(value))
        : undefined,
    ),
  }),
  should('kinds-are-named', 'kinds-are-named', {
    statement: 'A member with several documented kinds names one of them.',
    cause: 'The encoder omits an unknown kind, or sends it as Empty.',
    fix: 'Encode every kind of the documents under its name.',
    followsFrom: ['rejects-unknown-update'],
    test: onMembers(isChoice, ({ at, value }) => {
      const [kind] = isObject(value) ? Object.keys(value) : [];
      const isNamed = value !== undefined && kind !== 'Empty' && kind !== 'JsEmpty';
      return unless(isNamed, at, 'one of the documented kinds', describe(value));
    }),
  }),
];

/** The shape by the status and the media type; another media type breaks response-media-type only. */
export function responseShape({ response }: CompleteExchange, operation: Operation): CheckResult {
  const { status, mediaType, body, truncated, text } = response;
  if (status >= 300 || truncated) return undefined;
  const content = operation.responses[status];
  if (content === undefined) return [wrongStatus(statusesOf(operation), status)];
  const schema = content[mediaType];
  if (schema === undefined) return Object.keys(content).length === 0 ? [] : undefined;
  if (mediaType === 'text/plain') return unless(text.trim() !== '', 'body', 'text', undefined);
  if (mediaType !== 'application/json') return [];
  return body === undefined ? undefined : shapeFindings(operation, schema, body);
}

/** The members of a successful response if all are optional; otherwise none. */
const optionalMembers = once(({ responses, contract }: Operation): readonly string[] => {
  const named = responses[200]?.['application/json'];
  const reference = member(named, '$ref');
  const schema = typeof reference === 'string' ? follow(contract.document, reference) : named;
  const isOptional = member(schema, 'required') === undefined;
  return isOptional ? Object.keys(Object(member(schema, 'properties'))) : [];
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

/** Members that the documents describe as times, but declare as strings without a format. */
function isTime(name: string, { type }: Json): boolean {
  const times = ['createdAt', 'effectiveAt', 'recordTime', 'estimationTimestamp'];
  const periods = ['validFromInclusive', 'validUntilExclusive'];
  return type === 'string' && [...times, ...periods].includes(name);
}

/** True for a member that holds a created event, whatever its name is. */
function isCreation(_: string, { properties }: Json): boolean {
  return isObject(properties) && 'signatories' in properties && 'observers' in properties;
}

/** True for a member that holds an event of a contract. */
function isEvent(_: string, { properties }: Json): boolean {
  return isObject(properties) && 'witnessParties' in properties && 'packageName' in properties;
}

/** Findings about members that the documents require of every event. */
function missingMembers(
  { at, value, schema }: DocumentedMember,
  { request }: CompleteExchange,
): CheckResult {
  if (!isObject(value)) return undefined;
  const { properties } = schema;
  const needed = ['packageName', 'witnessParties', 'signatories', 'actingParties'];
  // The lookup of a contract shows the parties of the request that see it; there may be none.
  const isLookup = request.operation.name === 'contract-by-id';
  const missing = needed
    .filter((name) => name in Object(properties) && !(isLookup && name === 'witnessParties'))
    .flatMap((name) => filled(value, name, at));
  // An event that only an interface selects has a view and no arguments.
  const hasArguments =
    'createArgument' in Object(properties) && !request.body?.includes('InterfaceFilter');
  const { createArgument } = value;
  return hasArguments
    ? [
        ...missing,
        ...unless(
          isObject(createArgument),
          `${at}/createArgument`,
          'an object',
          describe(createArgument),
        ),
      ]
    : missing;
}

/** Members that name templates or interfaces. */
function isIdentifier(name: string): boolean {
  return ['templateId', 'interfaceId', 'implementedInterfaces'].includes(name);
}

const BY_PACKAGE_ID = /^[^#:][^:]*:[^:]+:[^:]+$/;

/** Members with a kind; others of this form may be empty. */
function isChoice(name: string, { oneOf }: Json): boolean {
  const choices = ['kind', 'update', 'event', 'contractEntry', 'completionResponse'];
  return Array.isArray(oneOf) && choices.includes(name);
}

/** Judges each member of that kind, for operations whose responses can have one. */
function onMembers(
  isOne: (name: string, schema: Json) => boolean,
  judge: (place: DocumentedMember, exchange: CompleteExchange) => CheckResult,
): Law<Probed>['test'] {
  return (subject) => {
    const { contract, responses } = subject.operation;
    const schema = responses[200]?.['application/json'];
    if (schema === undefined || !canHave(contract, schema, isOne)) return undefined;
    return accepted((body, _, exchange) => {
      let seen = false;
      for (const place of documented(contract, schema, body)) {
        const found = isOne(place.name, place.schema) ? judge(place, exchange) : undefined;
        if (found?.length) return found;
        seen ||= found !== undefined;
      }
      return seen ? [] : 'inapplicable';
    })(subject);
  };
}
