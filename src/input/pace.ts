import { isLoopback } from '../exchange/loopback.ts';
import type { Surface } from '../model/index.ts';

/** The requests per second that any server can handle. */
const SLOW = 1.5;

/** The default rate for a target, in requests per second; unlimited on this machine. */
export function defaultRate(url: URL, surface: Pick<Surface, 'ratePerSecond'>): number | undefined {
  return isLoopback(url.hostname) ? undefined : politeRate(surface);
}

/** The requests per second that a remote server with this surface can handle. */
export function politeRate({ ratePerSecond = SLOW }: Pick<Surface, 'ratePerSecond'>): number {
  return ratePerSecond;
}

/** The settings with a rate, if they name one or the target needs one. */
export function paced(
  { ratePerSecond }: { readonly ratePerSecond?: number },
  surface: Pick<Surface, 'ratePerSecond'>,
  url: URL,
): { readonly ratePerSecond?: number } {
  const rate = ratePerSecond ?? defaultRate(url, surface);
  return rate === undefined ? {} : { ratePerSecond: rate };
}
