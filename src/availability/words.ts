/** Windows of time and refused callers, in words. */
import { count } from '../model/count.ts';
import { type Exchange, endOf, type NoResponse } from '../model/index.ts';
import type { Entry } from './live.ts';
import type { Window } from './window.ts';

/** The status of a refusal, also of one that the client did not pass on. */
export function statusOf({ response, noResponse }: Exchange): number | undefined {
  return response?.status ?? noResponse?.status;
}

/** Why nothing more is sent, with the moment, the status and the remedy. */
export function refusalOf(
  { window, exchange: first }: Entry,
  last: Exchange,
  { hasToken, host }: { readonly hasToken: boolean; readonly host: string },
): NoResponse {
  const since = `from ${clock((window?.first ?? first).startedAt)} on, after ${count(window?.after ?? 0, 'request')}`;
  const tooLong = last.noResponse?.kind === 'long-wait' ? last.noResponse.message : undefined;
  const how =
    tooLong === undefined
      ? 'even to requests that it had accepted before'
      : 'with a longer Retry-After than a run waits';
  const [problem, remedy] = ofCaller(statusOf(last), hasToken);
  if (problem !== undefined) {
    const message = `${problem} ${since}: ${statusOf(last)}, ${how}; ${remedy}`;
    return { kind: 'caller-refused', message };
  }
  const away = `${host} responded with ${shown(last)} to all requests ${since}, ${how}. Run again when it is available.`;
  return { kind: 'away', message: tooLong ?? away };
}

/** A status about the caller in words, and the remedy: about its credentials, its address or its pace. */
function ofCaller(
  status: number | undefined,
  hasToken: boolean,
): readonly [problem?: string, remedy?: string] {
  if (status === 401 || status === 407)
    return hasToken
      ? ['the token was rejected', 'use one that is valid for the whole run']
      : ['the target requires credentials', 'name a token with --token-env'];
  if (status === 403 || status === 429)
    return ['the target refuses this caller', 'lower --rate, or ask to be added to its allow list'];
  return [];
}

/** A notice that the run waits. */
export function waiting(host: string, last: Exchange, ms: number): string {
  return `${host} responds with ${shown(last)} to all requests; waiting up to ${Math.ceil(ms / 1000)} s for it.`;
}

/** A window that is over. */
export function windowOf({ window, exchange: first }: Entry, served: Exchange): string {
  const from = (window?.first ?? first).startedAt;
  const seconds = ((endOf(served) - from) / 1000).toFixed(1);
  return `the target responded with ${shown(first)} to all requests from ${clock(from)} on for ${seconds} s`;
}

/** Refusals after which nothing was served until the end of a recording. */
export function endOfRecording({ first, after, refusals }: Window): string {
  const all = `all ${refusals} later ones`;
  return `from ${clock(first.startedAt)} on, after ${count(after, 'request')}, the server responded with ${shown(first)} to ${all}: they show nothing else about it`;
}

/** The notes of a report on windows that are over. */
export function notesOf(windows: readonly string[], resent: number): readonly string[] {
  if (windows.length === 0) return [];
  const again = `the run waited, and repeated ${count(resent, 'request')}`;
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
