/** Clients of commands that are not runs. */
import { type Client, connect } from '../exchange/client.ts';
import type { ClientOptions } from '../exchange/client-options.ts';
import { defined } from '../model/defined.ts';

/** How long a response may take if the operator does not say it. */
export const TIMEOUT_MS = 10_000;

/** What sending requests needs of the settings. */
export type Access = Partial<
  Pick<
    { readonly [K in keyof ClientOptions]: ClientOptions[K] | undefined },
    'headers' | 'secrets' | 'ratePerSecond' | 'timeoutMs' | 'trust' | 'proxy'
  >
>;

/** A client of the target at this URL. The caller closes it. */
export function clientFor(
  baseUrl: URL,
  { headers, secrets, ratePerSecond, timeoutMs = TIMEOUT_MS, trust, proxy }: Access,
  more: Omit<Partial<ClientOptions>, 'baseUrl' | keyof Access> = {},
): Client {
  const known = defined({ headers, secrets, ratePerSecond, trust, proxy });
  return connect({ baseUrl, timeoutMs, ...known, ...more });
}
