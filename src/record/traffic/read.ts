/** Finds the recorded requests to operations, and their base URL. */

import type { Operation } from '../../contract/contract.ts';
import { operationAt } from '../../contract/match.ts';
import type { Recorded } from '../../evidence/read.ts';
import { presentable } from '../../evidence/read-response.ts';
import { isSecretHeader } from '../../exchange/redact.ts';
import { movedTo } from '../../exchange/redirect.ts';
import { defined } from '../../model/defined.ts';
import {
  type Call,
  type Exchange,
  fits,
  type Purpose,
  parsedJson,
  purposeIn,
} from '../../model/index.ts';

/** A recorded exchange with an operation. */
export interface Matched {
  readonly recorded: Recorded;
  readonly exchange: Exchange;
  /** The same for reports, which need a body even if none was recorded. */
  readonly shown: Exchange;
  /** Its position in the archive that was judged first. */
  readonly purpose: Purpose;
}

/** Without a trailing slash. */
export function textOf(base: URL): string {
  return base.origin + base.pathname.replace(/\/+$/, '');
}

/** The exchanges with operations below the base URL, in the order of the recording. */
export function exchangesBelow(
  base: string,
  entries: readonly Recorded[],
  operations: readonly Operation[],
): readonly Matched[] {
  return entries.flatMap((recorded) => {
    const target = targetBelow(base, recorded);
    if (target === undefined) return [];
    const { operation } = operationAt(operations, recorded.method, target);
    if (operation === undefined) return [];
    const { method, headers, response, silence, startedAt, durationMs } = recorded;
    const request: Call = { operation, method, path: target, headers, ...bodyOf(recorded) };
    const when = { startedAt, durationMs };
    const known = purposeIn(recorded.ref ?? '');
    const purpose: Purpose =
      known?.kind === 'entry' ? known : { kind: 'entry', nth: recorded.index };
    if (response === undefined) {
      const exchange = { request, ...(silence ? { noResponse: silence } : {}), ...when };
      return [{ recorded, exchange, shown: exchange, purpose }];
    }
    const shown = { request, response: presentable(response), ...when };
    const moved = movedTo(recorded.url, response);
    return [{ recorded, exchange: { request, response, ...moved, ...when }, shown, purpose }];
  });
}

/** The path and query below the base URL, unchanged: a URL parser would remove `.` and `..`. */
function targetBelow(base: string, { url, ref }: Recorded): string | undefined {
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)$/is.exec(url) ?? [];
  const origin = webUrl(authority)?.origin;
  // Only the kit's own archives have a number sign that the request itself had.
  const sent = ref === undefined ? rest.replace(/#.*$/s, '') : rest;
  const whole = `${origin}${sent}`;
  return origin !== undefined && /^[/?]?$/.test(whole.charAt(base.length)) && whole.startsWith(base)
    ? whole.slice(base.length)
    : undefined;
}

function bodyOf({ body, encoding, truncated }: Recorded): Pick<Call, 'body' | 'encoding'> {
  return defined({ body, encoding, truncated });
}

/** The base URL of most recorded requests to operations, the shortest of several; `undefined` if there is none. */
export function guessedBase(
  entries: readonly Recorded[],
  operations: readonly Operation[],
): string | undefined {
  const hits = new Map<string, number>();
  for (const { url: text, method } of entries) {
    const url = webUrl(text);
    if (url === undefined) continue;
    const segments = url.pathname.split('/');
    for (let taken = 1; taken < segments.length; taken++) {
      const path = `/${segments.slice(taken).join('/')}`;
      if (operationAt(operations, method, path).operation === undefined) continue;
      const base = url.origin + segments.slice(0, taken).join('/');
      hits.set(base, (hits.get(base) ?? 0) + 1);
    }
  }
  const best = [...hits].sort(([a, m], [b, n]) => n - m || a.length - b.length)[0];
  return best?.[0];
}

/** The least length of a secret; shorter ones would hide too much. */
const SHORTEST_SECRET = 6;

/** Members of requests that hold a credential. A page token has another name. */
const SECRET_MEMBER =
  /^(?:(?:access|refresh|id|auth|bearer|session)[-_]?token|token|jwt|passw(?:or)?d|passphrase|(?:client[-_]?)?secret|(?:api|private)[-_]?key)$/i;
/** The least length of a token in a body: a member token may also hold the short name of an asset. */
const SHORTEST_TOKEN = 16;

/** Values of credentials in headers, cookies, URLs and bodies of requests, which no file may contain. */
export function secretsIn(matched: readonly Matched[]): readonly string[] {
  const secrets = matched.flatMap(({ recorded, exchange }) => {
    const url = webUrl(recorded.url);
    return [
      ...Object.entries(recorded.headers).flatMap(([name, value]) => credentials(name, value)),
      ...credentials('set-cookie', exchange.response?.headers['set-cookie'] ?? ''),
      ...[...(url?.searchParams ?? [])].flatMap(([name, value]) =>
        isSecretHeader(name) && !/page/i.test(name) ? [value] : [],
      ),
      // The password, or a token in its place.
      url?.password || url?.username || '',
      ...(recorded.encoding === undefined ? credentialsInBody(recorded.body ?? '') : []),
    ];
  });
  return [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_SECRET);
}

/** Text members of JSON, also of a body that was cut off, and fields of a form. */
function credentialsInBody(body: string): readonly string[] {
  const json = [...body.matchAll(/"([\w-]{2,30})"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map(
    ([, name = '', value = '']) => [name, parsedJson(value)] as const,
  );
  const form = /^[\w-]{2,30}=/.test(body) ? [...new URLSearchParams(body)] : [];
  return [...json, ...form].flatMap(([name, value]) => {
    const isSecret = SECRET_MEMBER.test(name) && fits.text(value);
    return isSecret && (value.length >= SHORTEST_TOKEN || /pass|secret/i.test(name)) ? [value] : [];
  });
}

function credentials(name: string, value: string): readonly string[] {
  if (!isSecretHeader(name)) return [];
  if (name === 'cookie') return value.split(';').map((pair) => pair.replace(/^[^=]*=/, '').trim());
  if (name === 'set-cookie') {
    return [...value.matchAll(/(?:^|,)\s*[^=;,\s]+=([^;,]*)/g)].map(([, secret = '']) => secret);
  }
  // A scheme may precede the credential.
  return [value.trim().replace(/^[A-Za-z]+\s+/, '')];
}

/** Recordings also have requests with other schemes: data URLs, browser extensions. */
function webUrl(text: string): URL | undefined {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}
