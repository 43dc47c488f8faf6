/** Tokens that continue a list, and know which request they belong to. */
import { digest } from '../ids.ts';

/** The token that continues that request after `place`. Equal requests get equal tokens. */
export function tokenFor(request: unknown, place: string): string {
  const text = `${digest(JSON.stringify(request)).slice(0, 16)}:${place}`;
  return Buffer.from(text).toString('base64');
}

/** What a token stands for: the place, `other` for one of another request, `garbage` for none at all. */
export function readToken(
  request: unknown,
  token: string,
): { place: string } | 'other' | 'garbage' {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const [, , place] = /^([0-9a-f]{16}):([\d-]+)$/.exec(text) ?? [];
  if (place === undefined || Buffer.from(text).toString('base64') !== token) return 'garbage';
  return tokenFor(request, place) === token ? { place } : 'other';
}
