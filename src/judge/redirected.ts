/** Redirects, refusals and failures during discovery: what they hide is no gap of the fixtures. */
import type { Exchange, Kept } from '../model/index.ts';

/** Why discovery could not read everything, in words, if that needs a note of its own. */
export function troubleOfDiscovery(kept: readonly Kept[]): string | undefined {
  const all = exchangesOf(kept);
  const moved = all.filter(({ response }) => isRedirect(response?.status));
  if (moved[0] !== undefined) {
    const to = `to ${moved[0].response?.headers['location'] ?? 'nowhere'}`;
    return `discovery got redirects, which it does not follow: ${gotBy(moved[0])} ${to}${others(moved)}`;
  }
  const [first] = all;
  return first !== undefined && all.every(isUseless)
    ? `none of the ${all.length} requests of discovery got a usable response: ${gotBy(first)}`
    : undefined;
}

/** Statuses that discovery expects: they are about permissions, and about ids of fixtures. */
const EXPECTED: ReadonlySet<number> = new Set([401, 403, 404]);

/** The requests of discovery that were refused each time, in words; `undefined` if there are none. */
export function refusalsOfDiscovery(kept: readonly Kept[]): string | undefined {
  const all = exchangesOf(kept);
  const has = (status: number): boolean => status >= 400 && !EXPECTED.has(status);
  const accepted = new Set(
    all.flatMap(({ request, response }) =>
      response !== undefined && response.status < 300 ? request.operation : [],
    ),
  );
  const refused = all.filter(
    ({ request, response }) =>
      response !== undefined && has(response.status) && !accepted.has(request.operation),
  );
  const each = [...new Map(refused.map((one) => [one.request.operation, one])).values()];
  return each[0] && `discovery was refused: ${gotBy(each[0])}${others(each)}`;
}

function exchangesOf(kept: readonly Kept[]): readonly Exchange[] {
  return kept.flatMap(({ exchange, purpose }) => (purpose.kind === 'discovery' ? exchange : []));
}

function gotBy({ request, response, noResponse }: Exchange): string {
  const got = response === undefined ? `no response (${noResponse?.kind})` : `${response.status}`;
  return `${request.method} ${request.path} got ${got}`;
}

function others({ length }: readonly unknown[]): string {
  return length > 1 ? ` (and ${length - 1} more)` : '';
}

/** Any status of class 3xx but 304 (Not Modified), which leads nowhere. */
function isRedirect(status = 0): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

function isUseless({ response }: Exchange): boolean {
  return response === undefined || response.status >= 500 || response.status === 304;
}
