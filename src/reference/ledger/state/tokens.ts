/** Tokens that continue a list; each contains a digest of its request. */
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
