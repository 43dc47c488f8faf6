/** Faults in reading a request: too lenient, too strict, or dependent on how the JSON is written. */
import { crashingOn, type Defect, reading, rejectingBodies, table } from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Rejection } from '../reply.ts';
import type { Change } from '../steps.ts';

/** A body that every operation accepts: what lenient servers make of anything. */
const ANYTHING = { choiceArguments: {} };
const KNOWN = ['meta', 'excludeDebugFields', 'choiceArguments'];

const taking =
  (when: (value: unknown) => boolean, as: unknown = ANYTHING): Change =>
  ({ check }) => ({
    check: (value, route) => check(when(value) ? as : value, route),
  });

const parsing =
  (repair: (text: string) => string): Change =>
  ({ parse }) => ({
    parse: (text) => {
      const value = parse(text);
      return value instanceof Rejection && value.why === 'malformed' ? parse(repair(text)) : value;
    },
  });

const rejectingText =
  (bad: (text: string) => boolean): Change =>
  ({ parse }) => ({
    parse: (text) => (bad(text) ? new Rejection(400, 'malformed', 'Bad request.') : parse(text)),
  });

export const requestFaults: readonly Defect[] = table({
  'malformed-json-taken-as-empty': {
    description: 'The server reads a body that is not JSON as an empty object.',
    killedBy: 'registry/*/rejects-malformed-json',
    change: parsing(() => JSON.stringify(ANYTHING)),
  },
  'not-a-number-accepted': {
    description: 'The parser knows the number NaN.',
    killedBy: 'registry/*/rejects-malformed-json',
    change: parsing((text) => text.replaceAll('NaN', '0')),
  },
  'infinity-accepted': {
    description: 'The parser knows the numbers Infinity and -Infinity.',
    killedBy: 'registry/*/rejects-malformed-json',
    change: parsing((text) => text.replaceAll(/-?Infinity/g, '0')),
  },
  'array-read-as-object': {
    description: 'The values of an array count as the members in their documented order.',
    killedBy: 'registry/*/rejects-body-type',
    change: ({ check }) => ({
      check: (value, route) => {
        if (!Array.isArray(value) || value.length !== 2) return check(value, route);
        const [first, excludeDebugFields] = value as unknown[];
        const name = route.operation === 'allocation-factory' ? 'choiceArguments' : 'meta';
        return check({ [name]: first, excludeDebugFields }, route);
      },
    }),
  },
  'missing-body-taken-as-empty': {
    description: 'The server reads a missing body as an empty object.',
    killedBy: 'registry/*/rejects-missing-body',
    change: ({ parse }) => ({ parse: (text) => (text === '' ? ANYTHING : parse(text)) }),
  },
  'array-body-accepted': {
    description: 'A JSON array counts as an object.',
    killedBy: 'registry/*/rejects-body-type',
    change: taking(Array.isArray),
  },
  'string-body-accepted': {
    description: 'A JSON string counts as an object.',
    killedBy: 'registry/*/rejects-body-type',
    change: taking((value) => typeof value === 'string'),
  },
  'number-body-accepted': {
    description: 'A JSON number counts as an object.',
    killedBy: 'registry/*/rejects-body-type',
    change: taking((value) => typeof value === 'number'),
  },
  'false-body-accepted': {
    description: 'The body false counts as an empty object.',
    killedBy: 'registry/*/rejects-body-type',
    change: taking((value) => value === false),
  },
  'any-body-accepted': {
    description: 'Any JSON that is not an object counts as an empty one.',
    killedBy: 'registry/*/rejects-body-type',
    change: taking((value) => !isRecord(value)),
  },
  'unknown-members-rejected': {
    description: 'The server rejects a body with an undocumented member.',
    killedBy: 'registry/*/ignores-unknown-member',
    change: rejectingBodies((body) => Object.keys(body).some((name) => !KNOWN.includes(name))),
  },
  'unknown-null-rejected': {
    description: 'The server rejects an undocumented member that is null.',
    killedBy: 'registry/*/ignores-unknown-member',
    change: rejectingBodies((body) =>
      Object.entries(body).some(([name, value]) => !KNOWN.includes(name) && value === null),
    ),
  },
  'flag-lost-beside-unknown-member': {
    description: 'The server ignores the flag in a body with an undocumented member.',
    killedBy: 'registry/*/ignores-unknown-member',
    change: reading((body) =>
      Object.keys(body).every((name) => KNOWN.includes(name))
        ? body
        : { ...body, excludeDebugFields: false },
    ),
  },
  'foreign-member-crash': {
    description: 'A member that belongs to another operation causes a 500.',
    killedBy: 'registry/*/no-server-error',
    change: crashingOn((body, { operation }) =>
      operation === 'allocation-factory' ? 'meta' in body : 'choiceArguments' in body,
    ),
  },
  'empty-object-rejected': {
    description: 'The empty object is rejected though no member is required.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/accepts-optional-members',
    change: rejectingBodies((body) => Object.keys(body).length === 0),
  },
  'meta-required': {
    description: 'A body without meta is rejected.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/accepts-optional-members',
    change: rejectingBodies(
      (body, { operation }) => operation !== 'allocation-factory' && body['meta'] === undefined,
    ),
  },
  'flag-required': {
    description: 'A body without excludeDebugFields is rejected.',
    killedBy: 'registry/*/accepts-optional-members',
    change: rejectingBodies((body) => body['excludeDebugFields'] === undefined),
  },
  'meta-and-flag-exclusive': {
    description: 'A body with both optional members is rejected.',
    killedBy: 'registry/{withdraw,execute-transfer,cancel}/accepts-live-allocation',
    change: rejectingBodies((body) => 'meta' in body && 'excludeDebugFields' in body),
  },
  'charset-rejected': {
    description: 'A Content-Type with a charset parameter is rejected with 415.',
    killedBy: 'registry/*/charset-is-ignored',
    change: () => ({ speaks: (contentType) => contentType === 'application/json' }),
  },
  'media-type-in-capitals-rejected': {
    description: 'A media type with capitals is rejected with 415.',
    killedBy: 'registry/*/charset-is-ignored',
    change: () => ({ speaks: (contentType) => contentType.startsWith('application/json') }),
  },
  'white-space-rejected': {
    description: 'JSON with white space in front is rejected.',
    killedBy: 'registry/*/json-spelling-is-ignored',
    change: rejectingText((text) => /^\s/.test(text)),
  },
  'line-breaks-rejected': {
    description: 'JSON over several lines is rejected.',
    killedBy: 'registry/*/json-spelling-is-ignored',
    change: rejectingText((text) => text.includes('\n')),
  },
  'flag-found-by-text-search': {
    description: 'The flag is searched in the text of the body, without white space.',
    killedBy: 'registry/*/json-spelling-is-ignored',
    change: ({ respond }) => ({
      respond: (call) =>
        respond({
          ...call,
          excludeDebugFields: call.incoming.text.includes('"excludeDebugFields":true'),
        }),
    }),
  },
  'flag-only-read-first': {
    description: 'The flag counts only when it is the first member of the body.',
    killedBy: 'registry/*/json-spelling-is-ignored',
    change: reading((body) =>
      Object.keys(body)[0] === 'excludeDebugFields' ? body : { ...body, excludeDebugFields: false },
    ),
  },
  'choice-arguments-optional': {
    description: 'The factory accepts a body without choiceArguments.',
    killedBy: 'registry/allocation-factory/rejects-missing-choice-arguments',
    change: reading((body) => ({ choiceArguments: {}, ...body })),
  },
  'choice-arguments-string-accepted': {
    description: 'The factory accepts choiceArguments that are a string.',
    killedBy: 'registry/allocation-factory/rejects-choice-arguments-type',
    change: reading((body) =>
      typeof body['choiceArguments'] === 'string' ? { ...body, choiceArguments: {} } : body,
    ),
  },
  'choice-arguments-never-read': {
    description: 'The factory accepts choiceArguments of every type.',
    killedBy: 'registry/allocation-factory/rejects-choice-arguments-type',
    change: reading((body) =>
      'choiceArguments' in body ? { ...body, choiceArguments: {} } : body,
    ),
  },
  'holdings-missed': {
    description: 'The factory returns 404 for all holdings.',
    killedBy: 'registry/allocation-factory/accepts-declared-arguments',
    change: rejectingBodies(
      (_, { operation }) => operation === 'allocation-factory',
      new Rejection(404, 'business', 'No holdings are provided.'),
    ),
  },
  'null-arguments-rejected': {
    description: 'The factory rejects arguments in which an optional value is null.',
    killedBy: 'registry/allocation-factory/accepts-declared-arguments',
    change: rejectingBodies(
      (body) => JSON.stringify(body['choiceArguments'])?.includes(':null') ?? false,
    ),
  },
});
