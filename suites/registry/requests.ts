/** Which requests a registry accepts, which it rejects, and what makes no difference. */
import { finding, type Probe, type Requirement, requirement } from '../../src/index.ts';
import { expects200, expectsRejection, isGatewayError } from '../answers.ts';
import { drift } from './compare.ts';
import type { SharedProbes } from './probes.ts';
import type { Subject } from './subject.ts';

/** The requirements on requests that every operation of the registry shares. */
export function requests({ operation }: Subject, probes: SharedProbes): Requirement[] {
  const id = (name: string): string => `registry/${operation.name}/${name}`;
  return [
    requirement({
      id: id('accepts-optional-members'),
      level: 'MUST',
      clause: 'optional-members-may-be-left-out',
      statement: 'A body with any subset of the optional members is accepted.',
      cause:
        'A schema that requires every member rejects valid bodies, most often those without excludeDebugFields; or the handler reads an absent member and responds with a 500.',
      fix: 'Make optional what the document does not list as required, with false as the default of the flag; {} is a complete body of a context.',
      probes: [probes.optional],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('ignores-unknown-member'),
      level: 'SHOULD',
      clause: 'request-objects-are-open',
      statement: 'A member that the contract does not name makes no difference.',
      cause:
        'A strict decoder rejects unknown members: FAIL_ON_UNKNOWN_PROPERTIES in Jackson, extra = forbid in Pydantic, strict objects in Zod, additionalProperties: false.',
      fix: 'Ignore such members, so that newer clients still work.',
      probes: [probes.spelling],
      comparative: true,
      withControl: true,
      relation: ([plain, , , extended, again]) => {
        if (!plain || !extended || !again) return undefined;
        const accepted = expects200(extended.response.status, plain.response.status === 200);
        return accepted?.length === 0 ? drift(plain, extended, again) : accepted;
      },
    }),
    requirement({
      id: id('json-spelling-is-ignored'),
      level: 'MUST',
      clause: 'json-spelling-is-irrelevant',
      statement: 'White space and the order of keys in the request make no difference.',
      cause:
        'The text of the body is hashed, compared or searched before it is parsed, for a cache or a signature.',
      fix: 'Parse first, and use the parsed value only, also in cache keys.',
      probes: [probes.spelling],
      comparative: true,
      withControl: true,
      relation: ([plain, rewritten, , , again]) =>
        plain && rewritten && again && drift(plain, rewritten, again),
    }),
    requirement({
      id: id('charset-is-ignored'),
      level: 'SHOULD',
      clause: 'charset-parameter-has-no-effect',
      statement:
        'Capitals and a charset parameter in the media type of the request make no difference.',
      cause: 'The whole Content-Type is compared with application/json.',
      fix: 'Compare type and subtype only, case-insensitively, and ignore parameters.',
      probes: [probes.spelling],
      comparative: true,
      withControl: true,
      relation: ([plain, , charset, , again]) =>
        plain && charset && again && drift(plain, charset, again),
    }),
    requirement({
      id: id('rejects-malformed-json'),
      level: 'MUST',
      clause: 'requests-are-json',
      statement: 'A body that is not JSON is rejected.',
      cause:
        'A lenient parser accepts single quotes, trailing commas or text after the value, or returns {} when it fails.',
      fix: 'Use a strict parser, and respond with 400 when it throws.',
      probes: [probes.malformedJson],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
    requirement({
      id: id('rejects-missing-body'),
      level: 'MUST',
      clause: 'request-body-is-required',
      statement: 'A request without its body is rejected.',
      cause: 'The parser turns an empty body into {} or null, and the handler uses defaults.',
      fix: 'Reject an empty body with 400 before it is decoded; the body {} is valid.',
      probes: [probes.missingBody],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
    requirement({
      id: id('rejects-wrong-method'),
      level: 'SHOULD',
      clause: 'other-methods-are-refused',
      statement: 'A method other than the documented one is rejected.',
      cause: 'A route for all methods, or a catch-all handler, responds to GET and PUT too.',
      fix: 'Register the route for POST only; the framework then responds with 404 or 405.',
      probes: [probes.wrongMethod],
      withControl: true,
      check: ({ response: { status } }) =>
        status === 501 ? [] : expectsRejection(status, '404 or 405'),
    }),
    ...BROKEN.flatMap((row) => rejected(id, row, probes.broken.get(row.broken))),
    requirement({
      id: id('bad-request-is-400'),
      level: 'SHOULD',
      clause: 'broken-requests-are-bad-requests',
      statement: 'A body that is not JSON or breaks the request schema is rejected with 400.',
      cause:
        'Some frameworks respond with 422 to failed validation by default, such as FastAPI and Rails.',
      fix: 'Set the status to 400 in the place where validation errors become responses.',
      probes: [...probes.broken.values(), probes.malformedJson],
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || isGatewayError(status)) return undefined;
        return status === 400 ? [] : [finding('status', '400', `${status}`)];
      },
    }),
    requirement({
      id: id('allows-browsers'),
      level: 'MAY',
      clause: 'browsers-may-be-let-in',
      statement: 'The response to a preflight request allows a browser of another origin.',
      cause:
        'Browsers send OPTIONS first, and get a 404 or 405 without the header that allows them.',
      fix: 'To allow browsers, run the CORS middleware before routing and authentication; otherwise change nothing.',
      probes: [probes.preflight],
      check: ({ response }) => {
        const allowed = response.headers['access-control-allow-origin'];
        return allowed ? [] : [finding('access-control-allow-origin', 'an origin', 'nothing')];
      },
    }),
  ];
}

/** A body that breaks the request schema in one place. */
interface Broken
  extends Required<Pick<Requirement, 'level' | 'clause' | 'statement' | 'cause' | 'fix'>> {
  readonly name: string;
  /** The label of the breaker. */
  readonly broken: string;
}

const BROKEN: readonly Broken[] = [
  {
    name: 'rejects-body-type',
    broken: 'type',
    level: 'MUST',
    clause: 'request-body-is-an-object',
    statement: 'A body that is JSON but not an object is rejected.',
    cause:
      'The handler reads members of any JSON value, finds none in an array or a string, and uses defaults.',
    fix: 'Check that the body is an object, and not an array, and respond with 400.',
  },
  {
    name: 'rejects-flag-type',
    broken: 'excludeDebugFields-type',
    level: 'MUST',
    clause: 'exclude-debug-fields-is-boolean',
    statement: 'A value of excludeDebugFields that is not a boolean is rejected.',
    cause:
      'The flag is converted: "no" and 1 are true in scripts, and many decoders convert strings to booleans by default.',
    fix: 'Decode it strictly (StrictBool in Pydantic, coerceTypes off in Ajv, ALLOW_COERCION_OF_SCALARS off in Jackson) and respond with 400.',
  },
  {
    name: 'rejects-meta-type',
    broken: 'meta-type',
    level: 'MUST',
    clause: 'meta-is-an-object-of-strings',
    statement: 'A value of meta that is not an object is rejected.',
    cause: 'meta is forwarded or ignored without being read.',
    fix: 'Decode it as an object of strings even if it is not used, and respond with 400 to everything else.',
  },
  {
    name: 'rejects-meta-value-type',
    broken: 'meta-value-type',
    level: 'MUST',
    clause: 'meta-is-an-object-of-strings',
    statement: 'A value in meta that is not a string is rejected.',
    cause: 'Numbers and booleans are converted to strings, or the values are not checked.',
    fix: 'Decode meta as an object of strings without conversion, and respond with 400.',
  },
  {
    name: 'rejects-missing-choice-arguments',
    broken: 'choiceArguments-required',
    level: 'MUST',
    clause: 'choice-arguments-are-required',
    statement: 'A body without choiceArguments is rejected.',
    cause: 'A default value hides that the member is missing, or the handler never reads it.',
    fix: 'Check that it is present first and respond with 400, also if the registry does not use the content.',
  },
  {
    name: 'rejects-choice-arguments-type',
    broken: 'choiceArguments-type',
    // The reference registry of the standard takes any JSON here, so this cannot be more than a SHOULD.
    level: 'SHOULD',
    clause: 'choice-arguments-are-an-object',
    statement: 'A value of choiceArguments that is not an object is rejected.',
    cause: 'The decoded type is any JSON, so that null, an array or a string is accepted.',
    fix: 'Check that it is an object and respond with 400, also if the registry does not use the content.',
  },
];

/** No requirement if the schema of the operation has no such member. */
function rejected(
  id: (name: string) => string,
  { name, broken: _, ...about }: Broken,
  probe: Probe | undefined,
): Requirement[] {
  if (probe === undefined) return [];
  return [
    requirement({
      ...about,
      id: id(name),
      probes: [probe],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
  ];
}
