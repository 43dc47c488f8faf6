/** The rules of any HTTP API, as the contract of the registry states them, and checks of errors. */
import { describe, finding } from '../../src/kit.ts';
import { BROWSER_RULES } from '../http/browsers.ts';
import { ERROR_RULES } from '../http/errors.ts';
import { REQUEST_RULES } from '../http/requests.ts';
import { RESPONSE_RULES } from '../http/responses.ts';
import { type Sent, statedOn } from '../http/rules.ts';
import type { StatedLaw } from '../kit/chapters/laws.ts';
import type { Law } from '../kit/law.ts';
import { hasBrokenEscape } from '../kit/statuses.ts';
import type { Asked, Checks } from './check-types.ts';

/** The rules of HTTP that apply to a lookup. */
export const RULES: readonly Law<Sent>[] = [
  ...RESPONSE_RULES,
  ...ERROR_RULES,
  ...REQUEST_RULES,
  ...BROWSER_RULES,
];

/** A rule of HTTP as a chapter states it. A level of the chapter holds for every operation. */
export const httpRule = (name: string, stated: StatedLaw<Asked>): readonly Law<Asked>[] =>
  statedOn<Asked>(RULES, {
    [name]: stated.level === undefined ? stated : { ...stated, except: () => undefined },
  });

export const ERROR_CHECKS = {
  errorText: () => ({
    anyTraffic: true,
    check: ({ request, response }) => {
      if (hasBrokenEscape(request.path)) return 'inapplicable';
      const text = (response.body as { error?: unknown } | undefined)?.error;
      if (response.status < 400 || typeof text !== 'string') return 'inapplicable';
      if (text.trim() !== '') return [];
      return [finding('/error', 'a text that says what is wrong', describe(text))];
    },
  }),
} satisfies Checks;
