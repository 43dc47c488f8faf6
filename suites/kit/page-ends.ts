/** The end of a page: an element too many, and a token that is missing although elements follow. */
import type { Finding, Found, Pointer } from '../../src/kit.ts';
import { bodyPlace, finding, isNothing, worded } from '../../src/kit.ts';
import { canonical } from './json.ts';

/** One finding if a page has more elements than its size. */
export function lengthOfPage(
  length: number,
  most: number,
  at: Pointer,
  isFollowed: boolean,
): Finding[] {
  if (length <= most) return [];
  const isOneMore = isFollowed && length === most + 1;
  const came = isOneMore ? worded`${length} on a page that is not the last one` : length;
  return [finding(at, worded`at most ${most}`, came)];
}

/** True for one element too many where another page follows: it was read to see that. */
export function isOneTooMany({ finding: { actual } }: Pick<Found, 'finding'>): boolean {
  return 'parts' in actual;
}

/** One finding if full pages are only a part of their list, from its start if that is ordered: a token is missing. */
export function lostToken(
  paged: readonly unknown[],
  listed: readonly unknown[],
  isOrdered: boolean,
): Finding[] {
  if (paged.length === 0 || paged.length >= listed.length) return [];
  const [sent, all] = [paged.map(canonical), listed.map(canonical)];
  const isPart = isOrdered
    ? sent.every((one, i) => one === all[i])
    : new Set(sent).size === sent.length && sent.every((one) => all.includes(one));
  const of = `the page that ends with element ${paged.length} of ${listed.length}`;
  return isPart ? [finding(bodyPlace(TOKEN, { of }), 'a token', undefined)] : [];
}

const TOKEN = '/nextPageToken';

/** True for a token that a page lacks. */
export function isOfLostToken({ finding: { at, actual } }: Pick<Found, 'finding'>): boolean {
  return at.part === 'body' && at.pointer === TOKEN && isNothing(actual);
}
