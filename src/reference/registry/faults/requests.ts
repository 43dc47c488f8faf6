/** Faults in reading a request: too lenient, too strict, or dependent on how the JSON is written. */
import {
  contexts,
  crashingOn,
  type Defect,
  everywhere,
  factory,
  reading,
  refusingBodies,
} from '../fault.ts';
import { isRecord } from '../read-body.ts';
import { Refusal } from '../reply.ts';
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
      return value instanceof Refusal && value.why === 'malformed' ? parse(repair(text)) : value;
    },
  });

const refusingText =
  (bad: (text: string) => boolean): Change =>
  ({ parse }) => ({
    parse: (text) => (bad(text) ? new Refusal(400, 'malformed', 'Bad request.') : parse(text)),
  });

export const requestFaults: readonly Defect[] = [
  {
    id: 'malformed-json-taken-as-empty',
    description: 'A body that is not JSON is taken for an empty object.',
    killedBy: everywhere('malformed-json-refused'),
    change: parsing(() => JSON.stringify(ANYTHING)),
  },
  {
    id: 'missing-body-taken-as-empty',
    description: 'A request without a body is answered as if it had an empty object.',
    killedBy: everywhere('body-required'),
    change: ({ parse }) => ({ parse: (text) => (text === '' ? ANYTHING : parse(text)) }),
  },
  {
    id: 'array-body-accepted',
    description: 'A JSON array is taken for an object.',
    killedBy: everywhere('body-type-refused'),
    change: taking(Array.isArray),
  },
  {
    id: 'string-body-accepted',
    description: 'A JSON string is taken for an object.',
    killedBy: everywhere('body-type-refused'),
    change: taking((value) => typeof value === 'string'),
  },
  {
    id: 'number-body-accepted',
    description: 'A JSON number is taken for an object.',
    killedBy: everywhere('body-type-refused'),
    change: taking((value) => typeof value === 'number'),
  },
  {
    id: 'false-body-accepted',
    description: 'The body false is taken for an empty object.',
    killedBy: everywhere('body-type-refused'),
    change: taking((value) => value === false),
  },
  {
    id: 'any-body-accepted',
    description: 'Whatever JSON comes that is not an object is taken for an empty one.',
    killedBy: everywhere('body-type-refused'),
    change: taking((value) => !isRecord(value)),
  },
  {
    id: 'unknown-members-refused',
    description: 'A body with a member that the contract does not name is refused.',
    killedBy: everywhere('unknown-members-tolerated'),
    change: refusingBodies((body) => Object.keys(body).some((name) => !KNOWN.includes(name))),
  },
  {
    id: 'unknown-null-refused',
    description: 'A member that the contract does not name is refused when it is null.',
    killedBy: everywhere('unknown-members-tolerated'),
    change: refusingBodies((body) =>
      Object.entries(body).some(([name, value]) => !KNOWN.includes(name) && value === null),
    ),
  },
  {
    id: 'flag-lost-beside-unknown-member',
    description:
      'A body with a member that the contract does not name is answered as if it were plain.',
    killedBy: everywhere('unknown-members-tolerated'),
    collateral: [everywhere('debug-fields-omitted')],
    change: reading((body) =>
      Object.keys(body).every((name) => KNOWN.includes(name))
        ? body
        : { ...body, excludeDebugFields: false },
    ),
  },
  {
    id: 'foreign-member-crash',
    description: 'A member that belongs to another operation ends in a 500.',
    killedBy: everywhere('no-server-error'),
    collateral: [everywhere('{documented-status,unknown-members-tolerated}')],
    change: crashingOn((body, { chapter }) =>
      chapter === 'allocation-factory' ? 'meta' in body : 'choiceArguments' in body,
    ),
  },
  {
    id: 'empty-object-refused',
    description: 'The empty object is refused though no member is required.',
    killedBy: contexts('optional-members'),
    collateral: [contexts('{live-allocation-answered,unknown-id-404,reassigning-409}')],
    change: refusingBodies((body) => Object.keys(body).length === 0),
  },
  {
    id: 'meta-required',
    description: 'A body without meta is refused.',
    killedBy: contexts('optional-members'),
    collateral: [
      contexts('{live-allocation-answered,flag-default,unknown-id-404,reassigning-409}'),
    ],
    change: refusingBodies(
      (body, { chapter }) => chapter !== 'allocation-factory' && body['meta'] === undefined,
    ),
  },
  {
    id: 'flag-required',
    description: 'A body without excludeDebugFields is refused.',
    killedBy: everywhere('optional-members'),
    collateral: [
      contexts('{live-allocation-answered,unknown-id-404,reassigning-409}'),
      factory('declared-arguments-answered'),
      everywhere('flag-default'),
    ],
    change: refusingBodies((body) => body['excludeDebugFields'] === undefined),
  },
  {
    id: 'meta-and-flag-exclusive',
    description: 'A body with both optional members is refused.',
    killedBy: contexts('live-allocation-answered'),
    collateral: [
      contexts('{optional-members,reassigning-409}'),
      factory('unknown-members-tolerated'),
    ],
    change: refusingBodies((body) => 'meta' in body && 'excludeDebugFields' in body),
  },
  {
    id: 'charset-refused',
    description: 'A Content-Type with a charset parameter is refused with 415.',
    killedBy: everywhere('media-type-parameter'),
    change: () => ({ speaks: (contentType) => contentType === 'application/json' }),
  },
  {
    id: 'white-space-refused',
    description: 'JSON with white space in front is refused.',
    killedBy: everywhere('json-text-irrelevant'),
    change: refusingText((text) => /^\s/.test(text)),
  },
  {
    id: 'line-breaks-refused',
    description: 'JSON over several lines is refused.',
    killedBy: everywhere('json-text-irrelevant'),
    change: refusingText((text) => text.includes('\n')),
  },
  {
    id: 'flag-found-by-text-search',
    description: 'The flag is searched in the text of the body, without white space.',
    killedBy: everywhere('json-text-irrelevant'),
    collateral: [everywhere('debug-fields-omitted')],
    change: ({ answer }) => ({
      answer: (asked) =>
        answer({
          ...asked,
          excludeDebugFields: asked.incoming.text.includes('"excludeDebugFields":true'),
        }),
    }),
  },
  {
    id: 'flag-only-read-first',
    description: 'The flag counts only when it is the first member of the body.',
    killedBy: everywhere('json-text-irrelevant'),
    collateral: [everywhere('{debug-fields-omitted,flag-type-refused,no-leak-between-requests}')],
    change: reading((body) =>
      Object.keys(body)[0] === 'excludeDebugFields' ? body : { ...body, excludeDebugFields: false },
    ),
  },
  {
    id: 'choice-arguments-optional',
    description: 'The factory answers without choiceArguments.',
    killedBy: factory('choice-arguments-required'),
    change: reading((body) => ({ choiceArguments: {}, ...body })),
  },
  {
    id: 'choice-arguments-string-accepted',
    description: 'The factory accepts choiceArguments that are a string.',
    killedBy: factory('choice-arguments-type-refused'),
    change: reading((body) =>
      typeof body['choiceArguments'] === 'string' ? { ...body, choiceArguments: {} } : body,
    ),
  },
  {
    id: 'choice-arguments-never-read',
    description: 'The factory accepts choiceArguments of every type.',
    killedBy: factory('choice-arguments-type-refused'),
    change: reading((body) =>
      'choiceArguments' in body ? { ...body, choiceArguments: {} } : body,
    ),
  },
  {
    id: 'holdings-missed',
    description: 'The factory answers 404 whatever holdings are named.',
    killedBy: factory('declared-arguments-answered'),
    collateral: [factory('optional-members')],
    change: refusingBodies(
      (_, { chapter }) => chapter === 'allocation-factory',
      new Refusal(404, 'business', 'No holdings are provided.'),
    ),
  },
  {
    id: 'null-arguments-refused',
    description: 'The factory refuses arguments in which an optional value is null.',
    killedBy: factory('declared-arguments-answered'),
    collateral: [factory('optional-members')],
    change: refusingBodies(
      (body) => JSON.stringify(body['choiceArguments'])?.includes(':null') ?? false,
    ),
  },
];
