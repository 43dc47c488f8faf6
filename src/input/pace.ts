import type { Surface } from '../model/index.ts';

/** Requests per second that a server takes without harm of which nothing else is known. */
const SLOW = 1.5;

/** Requests per second to a target when the operator names no rate; no limit on this machine. */
export function defaultRate(url: URL, surface: Pick<Surface, 'ratePerSecond'>): number | undefined {
  return isLocal(url) ? undefined : politeRate(surface);
}

/** Requests per second that a remote server with this surface takes without harm. */
export function politeRate({ ratePerSecond = SLOW }: Pick<Surface, 'ratePerSecond'>): number {
  return ratePerSecond;
}

/** The rate for a target, if the settings name one or the target needs one. */
export function paced(
  { ratePerSecond }: { readonly ratePerSecond?: number },
  surface: Pick<Surface, 'ratePerSecond'>,
  url: URL,
): { readonly ratePerSecond?: number } {
  const rate = ratePerSecond ?? defaultRate(url, surface);
  return rate === undefined ? {} : { ratePerSecond: rate };
}

function isLocal({ hostname }: URL): boolean {
  return /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}
