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
  'malformed-json-taken-as-empty | */rejects-malformed-json | The server reads a body that is not JSON as an empty object.':
    parsing(() => JSON.stringify(ANYTHING)),
  'not-a-number-accepted | */rejects-malformed-json | The parser knows the number NaN.': parsing(
    (text) => text.replaceAll('NaN', '0'),
  ),
  'infinity-accepted | */rejects-malformed-json | The parser knows the numbers Infinity and -Infinity.':
    parsing((text) => text.replaceAll(/-?Infinity/g, '0')),
  'array-read-as-object | */rejects-body-type | The values of an array count as the members in their documented order.':
    ({ check }) => ({
      check: (value, route) => {
        if (!Array.isArray(value) || value.length !== 2) return check(value, route);
        const [first, excludeDebugFields] = value as unknown[];
        const name = route.operation === 'allocation-factory' ? 'choiceArguments' : 'meta';
        return check({ [name]: first, excludeDebugFields }, route);
      },
    }),
  'missing-body-taken-as-empty | */rejects-missing-body | The server reads a missing body as an empty object.':
    ({ parse }) => ({ parse: (text) => (text === '' ? ANYTHING : parse(text)) }),
  'array-body-accepted | */rejects-body-type | A JSON array counts as an object.': taking(
    Array.isArray,
  ),
  'string-body-accepted | */rejects-body-type | A JSON string counts as an object.': taking(
    (value) => typeof value === 'string',
  ),
  'number-body-accepted | */rejects-body-type | A JSON number counts as an object.': taking(
    (value) => typeof value === 'number',
  ),
  'false-body-accepted | */rejects-body-type | The body false counts as an empty object.': taking(
    (value) => value === false,
  ),
  'any-body-accepted | */rejects-body-type | Any JSON that is not an object counts as an empty one.':
    taking((value) => !isRecord(value)),
  'unknown-members-rejected | */ignores-unknown-member | The server rejects a body with an undocumented member.':
    rejectingBodies((body) => Object.keys(body).some((name) => !KNOWN.includes(name))),
  'unknown-null-rejected | */ignores-unknown-member | The server rejects an undocumented member that is null.':
    rejectingBodies((body) =>
      Object.entries(body).some(([name, value]) => !KNOWN.includes(name) && value === null),
    ),
  'flag-lost-beside-unknown-member | */ignores-unknown-member | The server ignores the flag in a body with an undocumented member.':
    reading((body) =>
      Object.keys(body).every((name) => KNOWN.includes(name))
        ? body
        : { ...body, excludeDebugFields: false },
    ),
  'foreign-member-crash | */no-server-error | A member that belongs to another operation causes a 500.':
    crashingOn((body, { operation }) =>
      operation === 'allocation-factory' ? 'meta' in body : 'choiceArguments' in body,
    ),
  'empty-object-rejected | {withdraw,execute-transfer,cancel}/accepts-optional-members | The empty object is rejected though no member is required.':
    rejectingBodies((body) => Object.keys(body).length === 0),
  'meta-required | {withdraw,execute-transfer,cancel}/accepts-optional-members | A body without meta is rejected.':
    rejectingBodies(
      (body, { operation }) => operation !== 'allocation-factory' && body['meta'] === undefined,
    ),
  'flag-required | */accepts-optional-members | A body without excludeDebugFields is rejected.':
    rejectingBodies((body) => body['excludeDebugFields'] === undefined),
  'meta-and-flag-exclusive | {withdraw,execute-transfer,cancel}/accepts-live-allocation | A body with both optional members is rejected.':
    rejectingBodies((body) => 'meta' in body && 'excludeDebugFields' in body),
  'charset-rejected | */charset-is-ignored | A Content-Type with a charset parameter is rejected with 415.':
    () => ({ speaks: (contentType) => contentType === 'application/json' }),
  'media-type-in-capitals-rejected | */charset-is-ignored | A media type with capitals is rejected with 415.':
    () => ({ speaks: (contentType) => contentType.startsWith('application/json') }),
  'white-space-rejected | */json-spelling-is-ignored | JSON with white space in front is rejected.':
    rejectingText((text) => /^\s/.test(text)),
  'line-breaks-rejected | */json-spelling-is-ignored | JSON over several lines is rejected.':
    rejectingText((text) => text.includes('\n')),
  'flag-found-by-text-search | */json-spelling-is-ignored | The flag is searched in the text of the body, without white space.':
    ({ respond }) => ({
      respond: (call) =>
        respond({
          ...call,
          excludeDebugFields: call.incoming.text.includes('"excludeDebugFields":true'),
        }),
    }),
  'flag-only-read-first | */json-spelling-is-ignored | The flag counts only when it is the first member of the body.':
    reading((body) =>
      Object.keys(body)[0] === 'excludeDebugFields' ? body : { ...body, excludeDebugFields: false },
    ),
  'choice-arguments-optional | allocation-factory/rejects-missing-choice-arguments | The factory accepts a body without choiceArguments.':
    reading((body) => ({ choiceArguments: {}, ...body })),
  'choice-arguments-string-accepted | allocation-factory/rejects-choice-arguments-type | The factory accepts choiceArguments that are a string.':
    reading((body) =>
      typeof body['choiceArguments'] === 'string' ? { ...body, choiceArguments: {} } : body,
    ),
  'choice-arguments-never-read | allocation-factory/rejects-choice-arguments-type | The factory accepts choiceArguments of every type.':
    reading((body) => ('choiceArguments' in body ? { ...body, choiceArguments: {} } : body)),
  'holdings-missed | allocation-factory/accepts-declared-arguments | The factory returns 404 for all holdings.':
    rejectingBodies(
      (_, { operation }) => operation === 'allocation-factory',
      new Rejection(404, 'business', 'No holdings are provided.'),
    ),
  'null-arguments-rejected | allocation-factory/accepts-declared-arguments | The factory rejects arguments in which an optional value is null.':
    rejectingBodies((body) => JSON.stringify(body['choiceArguments'])?.includes(':null') ?? false),
});
