/** The rules of any HTTP API, as the contract of the registry states them. */
import { describe } from '../../src/kit.ts';
import { ERROR_RULES } from '../http/errors.ts';
import { RESPONSE_RULES } from '../http/responses.ts';
import { statedOn } from '../http/rules.ts';
import { unless } from '../kit/judges.ts';
import { type Law, should } from '../kit/law.ts';
import { hasBrokenEscape } from '../kit/statuses.ts';
import type { Probed } from './probed.ts';

const RULES = [...RESPONSE_RULES, ...ERROR_RULES];
const ERRORS = 'errors-have-one-shape';

/** Judged if the operation is required: the registry lists its API, or serves other core operations. */
export const OWED = {
  clause: 'operations-are-offered',
  except: (): undefined => undefined,
  cause:
    "The base URL lacks the registrar's path or has /registry twice, supportedApis lists more than is served, or the plural of the contexts (allocations) is confused with the singular of the factory (allocation-instruction).",
  fix: 'Serve the documented path below the base URL that clients get, or take the API out of supportedApis.',
} as const;

/** The names of errors in this contract. */
export const ERROR_WORDS = {
  'error-body': {
    statement: 'A documented error is an ErrorResponse in JSON.',
    fix: 'Let one error handler make every 400 and 404: application/json with {"error": "<what is wrong>"}.',
  },
  'framework-error-body': {
    statement: 'An error that is found before the request is understood is an ErrorResponse too.',
    fix: 'Replace its default rejection handler by one that sends {"error": "<what is wrong>"} as JSON.',
  },
} as const;

export const EVERY_OPERATION: readonly Law<Probed>[] = [
  ...statedOn<Probed>(RULES, {
    'operation-exists': { ...OWED, on: ({ all }) => all },
    'requests-get-responses': {
      clause: 'requests-get-responses-of-their-operation',
      on: ({ readable }) => readable,
    },
    'complete-responses': { clause: 'responses-are-complete', on: ({ readable }) => readable },
    'no-server-error': {
      clause: 'server-errors-are-not-documented',
      on: ({ all }) => all,
    },
    'documented-status': {
      clause: 'statuses-are-documented',
      on: ({ wellFormed }) => wellFormed,
    },
    'response-media-type': { clause: 'responses-are-json', on: ({ documented }) => documented },
    'response-shape': {
      clause: 'responses-have-their-shape',
      on: ({ documented }) => documented,
      cause:
        'Types written by hand have names in snake_case, disclosedContracts beside choiceContext, templateId as an object, or null for a required member.',
    },
    'no-null-members': {
      clause: 'absent-members-are-left-out',
      on: ({ documented }) => documented,
    },
    'error-body': {
      clause: ERRORS,
      on: ({ wellFormed, broken }) => [...wellFormed, ...broken],
      ...ERROR_WORDS['error-body'],
    },
    'framework-error-body': {
      clause: 'early-errors-have-the-same-shape',
      on: ({ framing, broken, wellFormed }) => [...framing, ...broken, ...wellFormed],
      ...ERROR_WORDS['framework-error-body'],
    },
  }),
  should('error-text-is-not-empty', 'errors-say-what-is-wrong', {
    statement: 'The error text is not empty.',
    cause: 'The text comes from an exception without a message, or is removed in production.',
    fix: 'Use a fixed text for each kind of error.',
    on: ({ all }) => all,
    anyTraffic: true,
    check: ({ request, response }) => {
      if (hasBrokenEscape(request.path)) return 'inapplicable';
      const text = (response.body as { error?: unknown } | undefined)?.error;
      if (response.status < 400 || typeof text !== 'string') return 'inapplicable';
      const hasWords = text.trim() !== '';
      return unless(hasWords, '/error', 'words that say what is wrong', describe(text));
    },
  }),
  ...statedOn<Probed>(RULES, {
    'repeated-errors-keep-shape': { clause: ERRORS, on: ({ rejectedInARow }) => rejectedInARow },
    'no-internals-in-errors': { clause: 'errors-keep-internals-private', on: ({ all }) => all },
    'unique-names': { clause: 'json-names-are-unique', on: ({ all }) => all },
    'utf8-charset': { clause: 'json-is-unicode-text', on: ({ documented }) => documented },
  }),
];
