/** Requests that a registry accepts, requests that it rejects, and differences without an effect. */
import { between, type Probe, wrongStatus } from '../../src/kit.ts';
import { REQUEST_RULES } from '../http/requests.ts';
import { statedOn } from '../http/rules.ts';
import { breaksSchema } from '../http/wrong-bodies.ts';
import { type Law, must, should, type Test } from '../kit/law.ts';
import { expects200, expectsRefusal, isGatewayError } from '../kit/statuses.ts';
import type { Probed } from './probed.ts';
import { changeApartFromTime } from './rotation.ts';
import { SPELLED } from './spellings.ts';

/** A body that breaks the request schema in one place. */
interface Broken extends Omit<Law<Probed>, 'test'> {
  /** The label of the breaker, which ends with the keyword of the schema that it breaks. */
  readonly broken: string;
  /** A JSON Pointer, with `*` for the values of a map. */
  readonly at: string;
}

const BROKEN: readonly Broken[] = [
  must('rejects-body-type', 'request-body-is-an-object', {
    broken: 'type',
    at: '',
    statement: 'A body that is JSON but not an object is rejected.',
    cause:
      'The handler reads members of any JSON value, finds none in an array or a string, and uses defaults.',
    fix: 'Check that the body is an object, and not an array, and respond with 400.',
  }),
  must('rejects-flag-type', 'exclude-debug-fields-is-boolean', {
    broken: 'excludeDebugFields-type',
    at: '/excludeDebugFields',
    statement: 'A value of excludeDebugFields that is not a boolean is rejected.',
    cause:
      'The flag is converted: "no" and 1 are true in scripts, and many decoders convert strings to booleans by default.',
    fix: 'Decode it strictly (StrictBool in Pydantic, coerceTypes off in Ajv, ALLOW_COERCION_OF_SCALARS off in Jackson) and respond with 400.',
  }),
  must('rejects-meta-type', 'meta-is-an-object-of-strings', {
    broken: 'meta-type',
    at: '/meta',
    statement: 'A value of meta that is not an object is rejected.',
    cause: 'meta is forwarded or ignored without being read.',
    fix: 'Decode it as an object of strings even if it is not used, and respond with 400 to everything else.',
  }),
  must('rejects-meta-value-type', 'meta-is-an-object-of-strings', {
    broken: 'meta-value-type',
    at: '/meta/*',
    statement: 'A value in meta that is not a string is rejected.',
    cause: 'Numbers and booleans are converted to strings, or the values are not checked.',
    fix: 'Decode meta as an object of strings without conversion, and respond with 400.',
  }),
  must('rejects-missing-choice-arguments', 'choice-arguments-are-required', {
    broken: 'choiceArguments-required',
    at: '/choiceArguments',
    statement: 'A body without choiceArguments is rejected.',
    cause: 'A default value hides that the member is missing, or the handler never reads it.',
    fix: 'Check that it is present first and respond with 400, also if the registry does not use the content.',
  }),
  should('rejects-choice-arguments-type', 'choice-arguments-are-an-object', {
    broken: 'choiceArguments-type',
    at: '/choiceArguments',
    // The reference registry of the standard accepts any JSON here, so this can only be a SHOULD.
    statement: 'A value of choiceArguments that is not an object is rejected.',
    cause: 'The decoded type is any JSON, so that null, an array or a string is accepted.',
    fix: 'Check that it is an object and respond with 400, also if the registry does not use the content.',
  }),
];

/** The body is rejected. No requirement if the schema of the operation has no such member. */
function rejected({ broken, at, ...row }: Broken): Law<Probed> {
  return {
    ...row,
    test: ({ shared }) => {
      const probe = shared.broken.get(broken);
      return (
        probe && {
          probes: [probe],
          withControl: true,
          anyTraffic: breaksSchema(broken.split('-').at(-1) ?? '', at),
          check: (exchange) => expectsRefusal(exchange, 400),
        }
      );
    },
  };
}

/** The requests are accepted as the plain one is. */
export const acceptedToo = (probe: Probe): Test => ({
  probes: [probe],
  comparative: true,
  withControl: true,
  check: ({ response }, accepted) => expects200(response.status, accepted),
});

/** Another spelling of the request changes nothing. */
const asSpelled =
  (other: 'rewritten' | 'charset') =>
  ({ shared }: Probed): Test => ({
    probes: [shared.spelling],
    comparative: true,
    withControl: true,
    relation: SPELLED.judged(
      ({ plain, [other]: spelled, again }) =>
        plain && spelled && again && changeApartFromTime(plain, spelled, again),
    ),
  });

export const REQUEST_LAWS: readonly Law<Probed>[] = [
  must('accepts-optional-members', 'optional-members-may-be-left-out', {
    statement: 'A body with any subset of the optional members is accepted.',
    cause:
      'A schema that requires every member rejects valid bodies, most often those without excludeDebugFields; or the handler reads an absent member and responds with a 500.',
    fix: 'Make optional what the document does not list as required, with false as the default of the flag; {} is a complete body of a context.',
    test: ({ shared }) => acceptedToo(shared.optional),
  }),
  ...statedOn<Probed>(REQUEST_RULES, {
    'ignores-unknown-member': {
      clause: 'request-objects-are-open',
      statement: 'A member that the contract does not name makes no difference.',
      test: ({ shared }) => ({
        probes: [shared.spelling],
        comparative: true,
        withControl: true,
        followsFrom: ['debug-fields-omitted'],
        relation: SPELLED.judged(({ plain, extended, again }) => {
          if (!plain || !extended || !again) return undefined;
          const accepted = expects200(extended.response.status, plain.response.status === 200);
          return accepted?.length === 0
            ? changeApartFromTime(plain, extended, again)
            : between([plain, extended], accepted);
        }),
      }),
    },
  }),
  must('json-spelling-is-ignored', 'json-spelling-is-irrelevant', {
    statement: 'White space and the order of keys in the request make no difference.',
    cause:
      'The text of the body is hashed, compared or searched before it is parsed, for a cache or a signature.',
    fix: 'Parse first, and use the parsed value only, also in cache keys.',
    followsFrom: ['debug-fields-omitted'],
    test: asSpelled('rewritten'),
  }),
  should('charset-is-ignored', 'charset-parameter-has-no-effect', {
    statement:
      'Capitals and a charset parameter in the media type of the request make no difference.',
    cause: 'The whole Content-Type is compared with application/json.',
    fix: 'Compare type and subtype only, case-insensitively, and ignore parameters.',
    test: asSpelled('charset'),
  }),
  ...statedOn<Probed>(REQUEST_RULES, {
    'rejects-malformed-json': {
      clause: 'requests-are-json',
      on: ({ shared }) => shared.malformedJson,
    },
    'rejects-other-encodings': {
      clause: 'requests-are-utf-8',
      on: ({ shared }) => shared.otherEncodings,
    },
    'accepts-offered-codings': {
      clause: 'codings-are-an-offer',
      on: ({ shared }) => shared.codings,
    },
    'accepts-chunked-body': {
      clause: 'chunked-bodies-are-bodies',
      on: ({ shared }) => shared.chunked,
    },
    'rejects-missing-body': {
      clause: 'request-body-is-required',
      on: ({ shared }) => shared.missingBody,
      fix: 'Reject an empty body with 400 before it is decoded; the body {} is valid.',
    },
    'rejects-wrong-method': {
      clause: 'other-methods-are-rejected',
      on: ({ shared }) => [shared.wrongMethod, shared.preflight],
    },
  }),
  ...BROKEN.map(rejected),
  should('bad-request-is-400', 'broken-requests-are-bad-requests', {
    statement: 'A body that is not JSON or breaks the request schema is rejected with 400.',
    cause:
      'Some frameworks respond with 422 to failed validation by default, such as FastAPI and Rails.',
    fix: 'Set the status to 400 in the place where validation errors become responses.',
    on: ({ shared }) => [...shared.broken.values(), shared.malformedJson],
    withControl: true,
    check: ({ response: { status } }) => {
      if (status < 400 || isGatewayError(status)) return undefined;
      return status === 400 ? [] : [wrongStatus(400, status)];
    },
  }),
];
