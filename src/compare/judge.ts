/** Judges the responses of two targets: drops values that vary in A, and groups the other differences. */

import type { Contract, ContractDifference } from '../contract/contract.ts';
import { diff } from '../contract/diff.ts';
import { queryOf } from '../contract/match.ts';
import { wantsCredential } from '../judge/credential.ts';
import { type Call, type Exchange, type HttpResponse, jsonOf } from '../model/index.ts';
import { cut } from '../report/text.ts';
import { type Difference, differences, placeOf } from './values.ts';

/** Why two targets may differ here, in one clause; `undefined` if no contract explains it. */
export type Explain = (call: Call, difference: Difference) => string | undefined;

/** Explains differences by the changes from the contracts of A to those of B; equal contracts explain nothing. */
export function explainerOf(a: readonly Contract[], b: readonly Contract[]): Explain {
  const changes = a.flatMap((before) => {
    const after = b.find(({ id }) => id === before.id);
    if (after === undefined || after === before) return [];
    return diff(before, after).map((change) => ({ change, version: after.version }));
  });
  return (call, difference) => {
    const place = `${call.operation.method} ${call.operation.path}`;
    const why = changes.find(({ change }) => explains(change, place, call, difference));
    return why && `${why.change.at} ${WORDS[why.change.kind]} ${why.version}`;
  };
}

function explains(
  change: ContractDifference,
  place: string,
  call: Call,
  difference: Difference,
): boolean {
  const { subject, at, seenIn } = change;
  if (subject === 'operation') return at === place && change.kind !== 'deprecated';
  if (subject === 'parameter') return at.startsWith(`${place} `) && concernsQuery(change, call);
  if (subject === 'body') return at.startsWith(`${place} `) && !difference.at.startsWith('/');
  if (subject !== 'field') return false;
  if (seenIn.includes(`${place} response`) && concernsResponse(change, difference)) return true;
  if (!seenIn.includes(`${place} request`)) return false;
  // A change between optional and required concerns requests without the member, any other change requests with it.
  const sent = call.body?.includes(`"${memberOf(change)}"`) === true;
  return change.kind === 'required' ? !sent : sent;
}

function concernsQuery({ kind, at }: ContractDifference, { path }: Call): boolean {
  const [, where = '', name = ''] = / (query|header|path|cookie) (\S+)/.exec(at) ?? [];
  if (where !== 'query') return false;
  const sent = queryOf(path).has(name);
  return kind === 'required' ? !sent : sent;
}

/** An added member is absent in A, a removed one in B; differences below it belong to it. */
function concernsResponse(change: ContractDifference, { at, kind, a, b }: Difference): boolean {
  const names = at.split('/');
  const name = memberOf(change);
  if (kind === 'choice') return (change.kind === 'removed' ? a : b) === name;
  if (!names.includes(name)) return false;
  if (change.kind === 'changed' || change.kind === 'required') return names.at(-1) === name;
  if (names.at(-1) !== name) return true;
  return kind === 'missing' && (change.kind === 'added' ? a : b) === 'absent';
}

function memberOf({ at }: ContractDifference): string {
  return at.replace(/(\[\]|\.\*)+$/, '').replace(/^.*\./, '');
}

const WORDS = {
  added: 'was added in',
  removed: 'does not exist in',
  changed: 'was changed in',
  required: 'is required differently in',
  deprecated: 'is deprecated in',
} as const;

/** One request with its name, and the responses of A, of B, and of A once more. */
export interface RepeatedRequest {
  readonly name: string;
  readonly call: Call;
  readonly first: Exchange;
  readonly other: Exchange;
  readonly again: Exchange;
  /** The addresses of A and B, which their responses may contain. */
  readonly places?: readonly [a: URL, b: URL];
}

/**
 * The outcome of a request. `nothing`: one of them sent no response; `unstable`: A sent two different responses;
 * `accepted`: one of them accepted it; `rejected`: neither did.
 */
export interface Observed {
  readonly name: string;
  readonly call: Call;
  readonly outcome: 'nothing' | 'unstable' | 'rejected' | 'accepted';
  /** Differences between two responses of A. */
  readonly noise: readonly Difference[];
  /** Differences between A and B. */
  readonly found: readonly Difference[];
}

/** Differences of one operation with the same place and kind; the first one is shown. */
export interface Group {
  readonly at: string;
  readonly a: string;
  readonly b: string;
  readonly times: number;
  /** The first request that showed the difference. */
  readonly request: string;
  /** The explanation of an expected difference; absent if there is none. */
  readonly expected?: string;
}

export interface Compared {
  /** `GET /v2/users` */
  readonly operation: string;
  /** Unexplained groups come first. */
  readonly groups: readonly Group[];
  /** The number of groups that are not listed. */
  readonly left: number;
}

const MAX_GROUPS = 50;

/** The differences between the responses to one request. */
export function observe(repeated: RepeatedRequest): Observed {
  const { name, call, first, other, again, places } = repeated;
  const about = { name, call, noise: [], found: [] };
  if (!first.response || !again.response) return { ...about, outcome: 'nothing' };
  if (!other.response) {
    const { kind } = other.noResponse ?? {};
    if (kind !== 'reset' && kind !== 'timeout') return { ...about, outcome: 'nothing' };
    const b = `none (${kind})`;
    const found = [
      { at: 'the response', kind: 'missing', a: statusOf(first.response), b },
    ] as const;
    return { ...about, found, outcome: outcomeOf(first.response) };
  }
  const noise = between(first.response, again.response, places && [places[0], places[0]]);
  if (noise.some(({ at }) => HEAD.has(at))) return { ...about, noise, outcome: 'unstable' };
  const found = between(first.response, other.response, places);
  return { name, call, noise, found, outcome: outcomeOf(first.response, other.response) };
}

/** The differences of each operation without those that vary in A, in the order of the requests. */
export function judged(observed: readonly Observed[], explain: Explain): readonly Compared[] {
  const operations = [...new Set(observed.map(({ call: { operation } }) => operation))];
  return operations.flatMap((operation) => {
    const own = observed.filter(({ call }) => call.operation === operation);
    const isNoise = noiseIn(own.flatMap((each) => each.noise));
    const all = groupsOf(own, isNoise, explain);
    const groups = [...all.filter((g) => !g.expected), ...all.filter((g) => g.expected)];
    if (groups.length === 0) return [];
    const left = Math.max(0, groups.length - MAX_GROUPS);
    const name = `${operation.method} ${operation.path}`;
    return [{ operation: name, groups: groups.slice(0, MAX_GROUPS), left }];
  });
}

function groupsOf(
  observed: readonly Observed[],
  isNoise: (difference: Difference) => boolean,
  explain: Explain,
): Group[] {
  const groups = new Map<string, { -readonly [K in keyof Group]: Group[K] }>();
  for (const { name, call, found } of observed) {
    for (const difference of found.filter((each) => !isNoise(each))) {
      const { at, kind, a, b } = difference;
      const expected = explain(call, difference);
      const key = JSON.stringify([placeOf(at), kind, expected]);
      const known = groups.get(key);
      if (known !== undefined) {
        known.times++;
        known.at = placeOf(at);
      } else {
        groups.set(key, { at, a, b, times: 1, request: name, ...(expected ? { expected } : {}) });
      }
    }
  }
  return [...groups.values()];
}

/** Whether a difference is at a place that varies between responses of A. A varying value does not explain another type. */
function noiseIn(noise: readonly Difference[]): (difference: Difference) => boolean {
  const placesOf = (those: readonly Difference[]): ReadonlySet<string> =>
    new Set(those.map(({ at }) => placeOf(at)));
  const values = placesOf(noise.filter(({ kind }) => kind === 'value'));
  const others = [...placesOf(noise.filter(({ kind }) => kind !== 'value'))];
  return ({ at, kind }) => {
    const place = placeOf(at);
    if (kind === 'value' && values.has(place)) return true;
    return others.some((noisy) => place === noisy || place.startsWith(`${noisy}/`));
  };
}

const STATUS = 'the status';
const MEDIA_TYPE = 'the media type';
const HEAD: ReadonlySet<string> = new Set([STATUS, MEDIA_TYPE]);

/** Compares the status first: if it differs, everything else does too. */
function between(
  a: HttpResponse,
  b: HttpResponse,
  places?: RepeatedRequest['places'],
): readonly Difference[] {
  if (a.status !== b.status) return [{ at: STATUS, kind: 'value', a: statusOf(a), b: statusOf(b) }];
  if (a.mediaType !== b.mediaType) {
    const [one, other] = [a, b].map(({ mediaType }) => mediaType || 'none');
    return [{ at: MEDIA_TYPE, kind: 'value', a: one ?? '', b: other ?? '' }];
  }
  if (a.truncated || b.truncated) return [];
  const [left, right] = [jsonOf(a), jsonOf(b)].map((body, i) => withoutPlace(body, places?.[i]));
  if (left !== undefined && right !== undefined) return differences(left, right);
  const [one, other] = [left, right].map((body) => (body === undefined ? 'not JSON' : 'JSON'));
  if (one !== other) return [{ at: 'the body', kind: 'type', a: one ?? '', b: other ?? '' }];
  if (a.sha256 === b.sha256) return [];
  return [{ at: 'the body', kind: 'value', a: bytesOf(a), b: bytesOf(b) }];
}

/** The value with `//target` instead of its server's address, which errors repeat. */
function withoutPlace(value: unknown, place: URL | undefined): unknown {
  if (place === undefined || value === undefined) return value;
  const text = JSON.stringify(value);
  const prefix = place.pathname.replace(/\/+$/, '');
  const own = [`//${place.host}${prefix}`, ...(place.port === '' ? [] : [place.host])];
  const masked = own.reduce((left, one) => left.replaceAll(one, '//target'), text);
  return masked === text ? value : JSON.parse(masked);
}

/** `404 USER_NOT_FOUND`, or only the status. */
function statusOf(response: HttpResponse): string {
  const { status } = response;
  const { code } = (jsonOf(response) ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? `${status} ${cut(code, 80)}` : String(status);
}

function bytesOf({ bytes, sha256 = '' }: HttpResponse): string {
  return `${bytes} bytes, sha256 ${sha256.slice(0, 12)}…`;
}

function outcomeOf(...responses: readonly HttpResponse[]): 'nothing' | 'rejected' | 'accepted' {
  if (responses.every(wantsCredential)) return 'nothing';
  return responses.some(({ status }) => status >= 200 && status < 300) ? 'accepted' : 'rejected';
}
