import { isLoopback } from '../exchange/loopback.ts';
import type { Surface } from '../model/index.ts';

/** The requests per second that any server can handle. */
const SLOW = 1.5;

/** The default rate for a target, in requests per second; unlimited on this machine. */
export function defaultRate(
  url: URL,
  { ratePerSecond = SLOW }: Pick<Surface, 'ratePerSecond'>,
): number | undefined {
  return isLoopback(url.hostname) ? undefined : ratePerSecond;
}

/** The settings with a rate, if they name one or the target needs one. */
export function paced(
  { ratePerSecond }: { readonly ratePerSecond?: number | undefined },
  surface: Pick<Surface, 'ratePerSecond'>,
  url: URL,
): { readonly ratePerSecond?: number } {
  const rate = ratePerSecond ?? defaultRate(url, surface);
  return rate === undefined ? {} : { ratePerSecond: rate };
}
