/** The one response of a target to every request, described for its operator: nothing can be judged then. */
import { pathOf } from '../contract/match.ts';
import type { Exchange, HttpResponse } from '../model/index.ts';
import { isMoved, type PresenceResult } from './presence.ts';

/** The base URL that a redirect leads to, if it is at another origin and keeps the path; otherwise `undefined`. */
export function movedBase(exchange: Exchange): string | undefined {
  const { request, response, movedTo } = exchange;
  const { location = '' } = response?.headers ?? {};
  if (movedTo !== undefined || !isMoved(exchange) || !URL.canParse(location)) return undefined;
  const { origin, pathname } = new URL(location);
  const [whole, asked] = [pathname, pathOf(request.path)].map((path) => path.replace(/\/$/, ''));
  return `${origin}${whole?.slice(0, -(asked ?? '').length)}`;
}

/** True if each request is redirected to the same path of one other address. */
export function isElsewhere(results: Iterable<PresenceResult>): boolean {
  const bases = [...results].flatMap(({ control, unknownResource, unknownPath }) =>
    [control ?? unknownResource, unknownResource, unknownPath].map(movedBase),
  );
  return bases[0] !== undefined && new Set(bases).size === 1;
}

/** Why no operation can be judged. Uses the response to an unknown path, since all paths get the same. */
export function nothingHere(results: Iterable<PresenceResult>): string {
  for (const { unknownPath } of results) {
    const { request, response } = unknownPath;
    if (response !== undefined)
      return sameEverywhere(
        `${request.method} ${request.path}`,
        response,
        movedBase(unknownPath) ?? 'the URL that serves the API without a redirect',
      );
  }
  return UNKNOWN;
}

const UNKNOWN = 'every path of this base URL responds like an unknown path; check the URL';

function sameEverywhere(request: string, response: HttpResponse, instead: string): string {
  const { status, headers, unread } = response;
  const { location } = headers;
  if (status === 304) {
    return 'every path responds with 304 Not Modified, although the requests have no condition such as If-None-Match: check for a cache or a proxy that responds in place of the server';
  }
  if (status >= 300 && status < 400) {
    const to = location === undefined ? 'without a Location' : `to ${location}`;
    return `every request is redirected: ${request} got ${status} ${to}. Use ${instead}`;
  }
  if (unread !== undefined) {
    return `every path responds with ${status} and a body that cannot be judged: ${unread}`;
  }
  if (status < 300 && response.text === '') {
    return `every path responds with ${status} without a body, even an unknown path: check for a proxy or a health check that responds in place of the server, or check the URL`;
  }
  if (status < 300) {
    const type = response.mediaType || 'a body without a media type';
    return `every path responds with the same ${status} (${type}), even an unknown path: check for a website or a proxy that responds in place of the server, or check the URL`;
  }
  return UNKNOWN;
}
