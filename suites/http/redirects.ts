/** Redirects of a documented operation: decides which come from the target and not from a gateway. */
import { type CompleteExchange, type Shown, statuses, worded } from '../../src/kit.ts';
import { isOfHeaders } from './own-headers.ts';

/** Addresses of login pages. */
const LOGIN = /log-?in|log-?on|sign-?in|sso|oauth|openid|saml|authenticat|authorize|consent/i;

/**
 * A redirect that cannot come from a gateway, in words; `undefined` for every other response. A gateway redirects
 * callers to another origin, such as the one with https, or to a login.
 */
export function ownRedirect(exchange: CompleteExchange): Shown | undefined {
  const { response, movedTo } = exchange;
  const { status, headers } = response;
  if (status < 300 || status >= 400 || isOfHeaders(exchange)) return undefined;
  const { location } = headers;
  if (location === undefined) return worded`${statuses(status)} without a Location`;
  if (movedTo === undefined || LOGIN.test(movedTo)) return undefined;
  return worded`${statuses(status)} to ${location}`;
}
