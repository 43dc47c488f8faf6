/** Responses and errors that are not about the target, but about the way to it. */

import { Route } from '../exchange/route.ts';
import { TIMEOUT_MS } from '../input/client.ts';
import { InputError } from '../input/error.ts';
import type { Settings } from '../input/settings.ts';
import type { Exchange } from '../model/index.ts';

/** Pages of servers that speak TLS at the port, and got none. */
const WANTS_TLS =
  /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|combination of host and port requires TLS|speaking plain HTTP to an SSL-enabled server/i;
/** Pages of servers that want a certificate of their client. */
const WANTS_CERTIFICATE = /no required SSL certificate was sent|SSL certificate error/i;
/** The statuses of such pages; 495 and 496 are those of nginx. */
const STATUSES: ReadonlySet<number> = new Set([400, 403, 495, 496]);

/** Throws InputError if there is a proxy on the way that lets nothing through. For commands without a first look. */
export async function checkProxy(
  target: URL,
  { timeoutMs = TIMEOUT_MS, trust, proxy }: Pick<Settings, 'timeoutMs' | 'trust' | 'proxy'>,
): Promise<void> {
  if (proxy?.(target) === undefined) return;
  const problem = await new Route({ target, timeoutMs, trust, proxy }).problem();
  if (problem !== undefined) throw new InputError(problem);
}

/** Throws InputError if a proxy let no request through, or the server wants TLS or a client certificate. */
export function checkWay(exchange: Exchange | undefined, url: URL): void {
  const { response, noResponse } = exchange ?? {};
  if (noResponse?.kind === 'proxy') throw new InputError(noResponse.message);
  if (response === undefined || !STATUSES.has(response.status)) return;
  const place = url.href.replace(/\/$/, '');
  if (url.protocol === 'http:' && WANTS_TLS.test(response.text))
    throw new InputError(
      `${place}: the server speaks TLS at this port (${response.status}). Use ${place.replace(/^http:/, 'https:')}`,
    );
  if (url.protocol === 'https:' && WANTS_CERTIFICATE.test(response.text))
    throw new InputError(
      `${place}: the server requires a different client certificate, or received none (${response.status}). Name one with --cert FILE --key FILE.`,
    );
}
