/** Windows of time and refused callers, in words. */
import type { Entry } from '../judge/timeline.ts';
import { type Exchange, endOf, type NoResponse } from '../model/index.ts';
import { count } from '../report/text.ts';

/** Statuses about the caller: its credentials, its address or its pace. */
const OF_CALLER: ReadonlySet<number> = new Set([401, 403, 407, 429]);

/** The status of a refusal, also of one that the client did not pass on. */
export function statusOf({ response, noResponse }: Exchange): number | undefined {
  return response?.status ?? noResponse?.status;
}

/** Why nothing more is sent, with the moment, the status and the remedy. */
export function refusalOf(
  { stretch }: Entry,
  last: Exchange,
  { hasToken, host }: { readonly hasToken: boolean; readonly host: string },
): NoResponse {
  const status = statusOf(last);
  const since = `from ${clock(stretch?.since ?? last.startedAt)} on, after ${count(stretch?.after ?? 0, 'request')}`;
  const isLong = last.noResponse?.kind === 'long-wait';
  const controls = isLong
    ? 'with a longer pause in Retry-After than a run makes'
    : 'also to requests that it had accepted';
  if (status === undefined || !OF_CALLER.has(status))
    return {
      kind: 'away',
      message: `${host} responded with ${shown(last)} to all requests ${since}, ${controls}. Run again when it is available.`,
    };
  const [problem, remedy] =
    status === 401 && hasToken
      ? ['the token was rejected', 'give one that lasts for the whole run']
      : ['the target refuses this caller', 'lower --rate, or ask for a place on its allow list'];
  return {
    kind: 'caller-refused',
    message: `${problem} ${since}: ${status}, ${controls}; ${remedy}`,
  };
}

/** A notice that the run waits. */
export function waiting(host: string, last: Exchange, ms: number): string {
  return `${host} responds with ${shown(last)} to all requests; waiting up to ${Math.ceil(ms / 1000)} s for it.`;
}

/** A window that is over. */
export function windowOf({ stretch }: Entry, first: Exchange, served: Exchange): string {
  const from = stretch?.since ?? first.startedAt;
  const seconds = ((endOf(served) - from) / 1000).toFixed(1);
  return `the target responded with ${shown(first)} to all requests from ${clock(from)} on for ${seconds} s`;
}

/** The notes of a report on windows that are over. */
export function notesOf(windows: readonly string[], resent: number): readonly string[] {
  if (windows.length === 0) return [];
  const again = `the run waited, and sent again ${count(resent, 'request')}`;
  const last = windows.length - 1;
  return windows.map((window, i) => (i === last ? `${window}: ${again}` : window));
}

function shown(exchange: Exchange): string {
  const status = statusOf(exchange);
  return status === 200 ? 'an HTML page' : String(status);
}

/** `14:03:21 UTC` */
function clock(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 19)} UTC`;
}
