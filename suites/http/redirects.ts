/** Redirects of a documented operation: which of them are the target's own, and not those of a gateway. */
import { type CompleteExchange, type Shown, statuses, worded } from '../../src/kit.ts';

/** Addresses at which a gateway lets a caller log in. */
const LOGIN = /log-?in|log-?on|sign-?in|sso|oauth|openid|saml|authenticat|authorize|consent/i;

/**
 * The redirect of a response that no gateway accounts for, in words; `undefined` for every other response.
 * A gateway sends callers to another origin, such as the one with https, or to a login.
 */
export function ownRedirect({ response, movedTo }: CompleteExchange): Shown | undefined {
  const { status, headers } = response;
  if (status < 300 || status >= 400) return undefined;
  const { location } = headers;
  if (location === undefined) return worded`${statuses(status)} without a Location`;
  if (movedTo === undefined || LOGIN.test(movedTo)) return undefined;
  return worded`${statuses(status)} to ${location}`;
}
