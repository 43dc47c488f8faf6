/** Tokens that continue a list; each contains a digest of its request. */
import { invalidField, LedgerError } from '../errors.ts';
import { digest } from '../ids.ts';

/** The token that continues the list of a request after `place`. Equal requests get equal tokens. */
export function tokenFor(request: unknown, place: string): string {
  const text = `${digest(JSON.stringify(request)).slice(0, 16)}:${place}`;
  return Buffer.from(text).toString('base64');
}

/** The place in a token; `other` if it belongs to another request, `garbage` if it is not a token. */
export function readToken(
  request: unknown,
  token: string,
): { place: string } | 'other' | 'garbage' {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const [, , place] = /^([0-9a-f]{16}):([\d-]+)$/.exec(text) ?? [];
  if (place === undefined || Buffer.from(text).toString('base64') !== token) return 'garbage';
  return tokenFor(request, place) === token ? { place } : 'other';
}

/** The numbers in a page token; none without one. 400 for a text that is no token, and this code for another request's. */
export function numbersIn(request: unknown, token: string, otherCode: string): readonly number[] {
  if (token === '') return [];
  const read = readToken(request, token);
  if (read === 'garbage') throw invalidField('pageToken', 'it is not a token.');
  if (read === 'other') {
    throw new LedgerError(otherCode, 3, 'The page token belongs to another request.');
  }
  return read.place.split('-').map(Number);
}
