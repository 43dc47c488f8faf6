/** The ids of lookups, and similar ids. */
import type { CompleteExchange } from '../../../src/kit.ts';

/** The id at the end of a path. */
export const idIn = ({ request }: CompleteExchange): string =>
  decodeURIComponent(request.path.replace(/^.*\//, ''));

export function inOtherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}
