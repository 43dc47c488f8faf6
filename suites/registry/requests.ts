/** What a registry owes to requests: which are accepted, which refused, and what makes no difference. */
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
      id: id('optional-members'),
      level: 'MUST',
      clause: 'optional-members-may-be-left-out',
      statement: 'Each subset of the optional members is accepted.',
      cause:
        'A request type or schema that has every member required rejects valid bodies, most often those without excludeDebugFields; or the handler reads a member that is absent, and crashes with a 500.',
      fix: 'Make optional what the document does not list as required, with false as the default of the flag; {} is a complete body of a context.',
      probes: [probes.optional],
      comparative: true,
      withControl: true,
      check: ({ response }, accepted) => expects200(response.status, accepted),
    }),
    requirement({
      id: id('unknown-members-tolerated'),
      level: 'SHOULD',
      clause: 'request-objects-are-open',
      statement: 'A member that the contract does not know changes nothing.',
      cause:
        'A strict decoder refuses what it does not know: FAIL_ON_UNKNOWN_PROPERTIES in Jackson, extra = forbid in Pydantic, strict objects in Zod, additionalProperties: false.',
      fix: 'Let it ignore such members, so that newer clients still work.',
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
      id: id('json-text-irrelevant'),
      level: 'MUST',
      clause: 'json-spelling-is-irrelevant',
      statement: 'White space and the order of keys in the request change nothing.',
      cause:
        'The text of the body is hashed, compared or searched, for a cache or a signature, before it is parsed.',
      fix: 'Parse first, and use the parsed value only, in cache keys too.',
      probes: [probes.spelling],
      comparative: true,
      withControl: true,
      relation: ([plain, rewritten, , , again]) =>
        plain && rewritten && again && drift(plain, rewritten, again),
    }),
    requirement({
      id: id('media-type-parameter'),
      level: 'SHOULD',
      clause: 'charset-parameter-has-no-effect',
      statement: 'A charset parameter of the request changes nothing.',
      cause: 'Content-Type is compared as a whole text with application/json.',
      fix: 'Compare type and subtype alone, in any case of letters, and ignore parameters.',
      probes: [probes.spelling],
      comparative: true,
      withControl: true,
      relation: ([plain, , charset, , again]) =>
        plain && charset && again && drift(plain, charset, again),
    }),
    requirement({
      id: id('malformed-json-refused'),
      level: 'MUST',
      clause: 'requests-are-json',
      statement: 'A body that is not JSON is refused.',
      cause:
        'A lenient parser takes single quotes, commas at the end or text after the value; some body parsers hand over {} when they fail.',
      fix: 'Use a strict parser, and answer 400 when it throws.',
      probes: [probes.malformedJson],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
    requirement({
      id: id('body-required'),
      level: 'MUST',
      clause: 'request-body-is-required',
      statement: 'A request without a body is refused.',
      cause:
        'Many body parsers hand an empty body over as {} or null, and the handler goes on with defaults.',
      fix: 'Refuse a request of no bytes with 400 before it is decoded; a body of {} is another matter.',
      probes: [probes.missingBody],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
    requirement({
      id: id('wrong-method-refused'),
      level: 'SHOULD',
      clause: 'other-methods-are-refused',
      statement: 'Another method than the documented one is refused.',
      cause: 'A route for all methods, or a catch-all handler, answers GET and PUT as well.',
      fix: 'Register the route for POST alone; the framework then says 404 or 405 by itself.',
      probes: [probes.wrongMethod],
      withControl: true,
      check: ({ response: { status } }) =>
        status === 501 ? [] : expectsRejection(status, '404 or 405'),
    }),
    ...refused(
      id,
      'body-type-refused',
      'MUST',
      'request-body-is-an-object',
      probes.broken.get('type'),
    ),
    ...refused(
      id,
      'flag-type-refused',
      'MUST',
      'exclude-debug-fields-is-boolean',
      probes.broken.get('excludeDebugFields-type'),
    ),
    ...refused(
      id,
      'meta-type-refused',
      'MUST',
      'meta-is-an-object-of-strings',
      probes.broken.get('meta-type'),
    ),
    ...refused(
      id,
      'meta-value-type-refused',
      'MUST',
      'meta-is-an-object-of-strings',
      probes.broken.get('meta-value-type'),
    ),
    ...refused(
      id,
      'choice-arguments-required',
      'MUST',
      'choice-arguments-are-required',
      probes.broken.get('choiceArguments-required'),
    ),
    // The reference registry of the standard takes any JSON here, so this cannot be more than a SHOULD.
    ...refused(
      id,
      'choice-arguments-type-refused',
      'SHOULD',
      'choice-arguments-are-an-object',
      probes.broken.get('choiceArguments-type'),
    ),
    requirement({
      id: id('refused-with-400'),
      level: 'SHOULD',
      clause: 'broken-requests-are-bad-requests',
      statement: 'The refusal of a body that breaks the request schema is a 400.',
      cause:
        'Some frameworks answer a failed validation with 422 by default, FastAPI and Rails among them.',
      fix: 'Set the status to 400 in the one place where validation errors become answers.',
      probes: [...probes.broken.values()],
      withControl: true,
      check: ({ response: { status } }) => {
        if (status < 400 || isGatewayError(status)) return undefined;
        return status === 400 ? [] : [finding('status', '400', `${status}`)];
      },
    }),
    requirement({
      id: id('cors'),
      level: 'MAY',
      clause: 'browsers-may-be-let-in',
      statement:
        'A browser of another origin may ask: the preflight request is answered with its permission.',
      cause:
        'Browsers send OPTIONS first, and get a 404 or 405 without the header that lets them in.',
      fix: 'If browsers are to ask this registry, let the CORS middleware run before routing and authentication; if not, leave it as it is.',
      probes: [probes.preflight],
      check: ({ response }) => {
        const allowed = response.headers['access-control-allow-origin'];
        return allowed ? [] : [finding('access-control-allow-origin', 'an origin', 'nothing')];
      },
    }),
  ];
}

/** A body with one thing broken is refused. No requirement where the schema has no such thing. */
function refused(
  id: (name: string) => string,
  name: string,
  level: 'MUST' | 'SHOULD',
  clause: string,
  probe: Probe | undefined,
): Requirement[] {
  const words = WORDS[name];
  if (probe === undefined || words === undefined) return [];
  return [
    requirement({
      id: id(name),
      level,
      clause,
      ...words,
      probes: [probe],
      withControl: true,
      check: ({ response }) => expectsRejection(response.status, '400'),
    }),
  ];
}

interface Words {
  readonly statement: string;
  readonly cause: string;
  readonly fix: string;
}

const WORDS: Readonly<Record<string, Words>> = {
  'body-type-refused': {
    statement: 'A body that is JSON but not an object is refused.',
    cause:
      'The handler looks for members in whatever JSON came, finds none in a list or a text, and goes on with defaults.',
    fix: 'Check that the body is an object, which a list is not even where the language says so, and answer 400.',
  },
  'flag-type-refused': {
    statement: 'excludeDebugFields is a boolean: strings and numbers are refused, not converted.',
    cause:
      'The flag is converted: "no" and 1 count as true in scripts, and many decoders make booleans of texts by default.',
    fix: 'Decode it strictly (StrictBool in Pydantic, coerceTypes off in Ajv, ALLOW_COERCION_OF_SCALARS off in Jackson) and answer 400.',
  },
  'meta-type-refused': {
    statement: 'meta is an object: any other value is refused.',
    cause: 'meta is passed on or left aside unread, so that any JSON does.',
    fix: 'Decode it as a map of texts even where nobody uses it, and answer 400 to everything else; a list is no map.',
  },
  'meta-value-type-refused': {
    statement: 'The values of meta are strings: any other value is refused.',
    cause: 'Numbers and booleans are converted to texts, or nobody looks at the values.',
    fix: 'Decode meta as a map from text to text without conversion, and answer 400.',
  },
  'choice-arguments-required': {
    statement: 'choiceArguments is required: a body without it is refused.',
    cause: 'A default value hides that the member is missing, or the handler never reads it.',
    fix: 'Check that it is there before anything else and answer 400; this is owed also where the registry does not use the content.',
  },
  'choice-arguments-type-refused': {
    statement: 'choiceArguments is an object: any other value is refused.',
    cause: 'The decoded type is any JSON, so that null, a list or a text goes through.',
    fix: 'Check that it is an object and answer 400, also where the registry does not use the content.',
  },
};
