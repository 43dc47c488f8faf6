import type { Kept } from '../model/index.ts';
/** Redirects, refusals and failures during discovery: what they hide is no gap of the fixtures. */

/** Why discovery could not read everything, in words, if that needs a note of its own. */
export function troubleOfDiscovery(kept: readonly Kept[]): string | undefined {
  return redirectsOfDiscovery(kept) ?? failuresOfDiscovery(kept);
}

/** The first redirect in words, and the number of all; `undefined` if there is none. */
function redirectsOfDiscovery(kept: readonly Kept[]): string | undefined {
  const met = kept.flatMap(({ exchange: { request, response }, purpose }) =>
    purpose.kind === 'discovery' && response && isRedirect(response.status)
      ? [`${request.method} ${request.path} got ${response.status} to ${locationOf(response)}`]
      : [],
  );
  if (met.length === 0) return undefined;
  const others = met.length > 1 ? ` (and ${met.length - 1} more)` : '';
  return `discovery got redirects, which it does not follow: ${met[0]}${others}`;
}

/** Why discovery read nothing, if each of its requests got a server error or no response. */
function failuresOfDiscovery(kept: readonly Kept[]): string | undefined {
  const discovery = kept.filter(({ purpose }) => purpose.kind === 'discovery');
  const failed = discovery.flatMap(({ exchange: { request, response, noResponse } }) => {
    const got = response === undefined ? `no response (${noResponse?.kind})` : `${response.status}`;
    const isError = response === undefined || response.status >= 500 || response.status === 304;
    return isError ? [`${request.method} ${request.path} got ${got}`] : [];
  });
  if (failed.length === 0 || failed.length < discovery.length) return undefined;
  return `none of the ${discovery.length} requests of discovery got a usable response: ${failed[0]}`;
}

/** Statuses that discovery expects: they are about permissions, and about ids of fixtures. */
const EXPECTED: ReadonlySet<number> = new Set([401, 403, 404]);

/** The requests of discovery that were refused each time, in words; `undefined` if there are none. */
export function refusalsOfDiscovery(kept: readonly Kept[]): string | undefined {
  const discovery = kept.filter(({ purpose }) => purpose.kind === 'discovery');
  const accepted = new Set(
    discovery.flatMap(({ exchange: { request, response } }) =>
      response !== undefined && response.status < 300 ? [request.operation] : [],
    ),
  );
  const refused = new Map(
    discovery.flatMap(({ exchange: { request, response } }) => {
      const isRefused = response !== undefined && response.status >= 400;
      if (!isRefused || EXPECTED.has(response.status) || accepted.has(request.operation)) return [];
      return [
        [request.operation, `${request.method} ${request.path} got ${response.status}`] as const,
      ];
    }),
  );
  const [first, ...others] = refused.values();
  if (first === undefined) return undefined;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `discovery was refused: ${first}${more}`;
}

/** Any status of class 3xx but 304 (Not Modified), which leads nowhere. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function locationOf({ headers }: { readonly headers: Readonly<Record<string, string>> }): string {
  return headers['location'] ?? 'nowhere';
}
