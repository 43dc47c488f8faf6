/** The one response of a target to every request, described for its operator: nothing can be judged then. */
import type { HttpResponse } from '../model/index.ts';
import { movedBase, type PresenceResult } from './presence.ts';

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
    return 'every path responds with 304 Not Modified, though requests have no condition such as If-None-Match: look for a cache or a proxy in front of the server that responds in its place';
  }
  if (status >= 300 && status < 400) {
    const to = location === undefined ? 'without a Location' : `to ${location}`;
    return `every request is redirected: ${request} got ${status} ${to}. Use ${instead}`;
  }
  if (unread !== undefined) {
    return `every path responds with ${status} and a body that cannot be judged: ${unread}`;
  }
  if (status < 300 && response.text === '') {
    return `every path responds with ${status} and no body, even a path that nothing is served at: look for a proxy or a health check that responds in place of the server, or check the URL`;
  }
  if (status < 300) {
    const type = response.mediaType || 'a body without a media type';
    return `every path responds with the same ${status} (${type}), even a path that nothing is served at: look for a web page or a proxy that responds in place of the server, or check the URL`;
  }
  return UNKNOWN;
}
