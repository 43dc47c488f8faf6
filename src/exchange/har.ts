import { STATUS_CODES } from 'node:http';
import type { Call, Exchange, HttpResponse } from '../model/index.ts';
import { shownHeaders } from './redact.ts';

/** The settings for exchanges in an archive. */
export interface HarView {
  readonly redact: (text: string) => string;
  readonly urlOf: (call: Call) => string;
  /** All headers of a request. */
  readonly headersOf: (call: Call) => Readonly<Record<string, string>>;
  /** The operator's headers: those that look secret are redacted. */
  readonly operator: Readonly<Record<string, string>>;
}

/**
 * An exchange as an entry of an HTTP Archive 1.2, without secrets. Custom members start with `_`: `_operation`; `_ref`
 * and `_probe` (its purpose; a `!` in `_ref` marks a repetition); `_silence`; `_sha256` of raw bytes; `_surplus` for
 * bytes after the response; `_answer` for a refusal that came each time; `_resent` for the response to the second try;
 * `_tries` if there were several; `_position` on its connection; `_truncated` for a cut body; `_misencoded` for a
 * response that is not UTF-8; `_miscoded` with the Content-Encoding that the body breaks; `_encoding` if the request text stands for raw bytes; `_url` of a request with a URL
 * outside RFC 3986. JSON leaves out undefined members. `text` is the response's text, already redacted.
 */
export function harEntry(
  exchange: Exchange,
  ref: string,
  shown: HarView,
  text: string,
): Record<string, unknown> {
  const { request: call, response, noResponse } = exchange;
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.durationMs,
    request: requestOf(call, shown),
    response: response === undefined ? NO_RESPONSE : responseOf(response, shown, text),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    _operation: call.operation.key,
    _ref: ref,
    _probe: ref.replace(/\/[^/]*$/, ''),
    _resent: exchange.resent || undefined,
    _surplus: exchange.surplus || undefined,
    _answer: exchange.isAnswer || undefined,
    _tries: exchange.tries,
    _position: exchange.position,
    _silence: noResponse && {
      kind: noResponse.kind,
      message: shown.redact(noResponse.message),
    },
  };
}

function requestOf(call: Call, options: HarView): Record<string, unknown> {
  const url = options.redact(options.urlOf(call));
  const headers = shownHeaders(options.headersOf(call), options.redact, options.operator);
  const valid = validUrl(url);
  return {
    method: call.method,
    url: valid,
    _url: valid === url ? undefined : url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers,
    queryString: queryOf(url),
    postData:
      call.body === undefined
        ? undefined
        : {
            mimeType: headers.find(({ name }) => name === 'content-type')?.value ?? '',
            text: options.redact(call.body),
            _encoding: call.encoding,
            _truncated: call.truncated || undefined,
          },
    headersSize: -1,
    bodySize: Buffer.byteLength(call.body ?? '', call.encoding ?? 'utf8'),
  };
}

function responseOf(
  response: HttpResponse,
  options: HarView,
  text: string,
): Record<string, unknown> {
  const type = response.headers['content-type'];
  return {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: shownHeaders(response.headers, options.redact, options.operator),
    content: {
      size: response.bytes,
      mimeType: options.redact(type ?? ''),
      text,
    },
    redirectURL: options.redact(response.headers['location'] ?? ''),
    headersSize: -1,
    bodySize: response.bytes,
    _truncated: response.truncated || undefined,
    _sha256: response.sha256,
    _misencoded: response.misencoded || undefined,
    _miscoded: response.miscoded,
  };
}

/** HAR has no status for a missing response: readers know 0. */
const NO_RESPONSE = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: '' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
} as const;

const AUTHORITY = /^[a-z]+:\/\/(?:\[[\da-f:.]+\]|[^/?#[\]]*)(?::\d+)?/i;
const ALL_VALID = /^[\w\-.~:/?@!$&'()*+,;=]*$/;
const NO_ESCAPE = /%(?![0-9A-Fa-f]{2})/g;
const NO_URL_CHARACTER = /[^\w\-.~:/?#@!$&'()*+,;=%]/gu;

/** Readers reject URLs outside RFC 3986, which some requests have on purpose. */
function validUrl(url: string): string {
  if (ALL_VALID.test(url)) return url;
  const [authority = ''] = AUTHORITY.exec(url) ?? [];
  const [before = '', ...fragment] = url.slice(authority.length).toWellFormed().split('#');
  const rest = fragment.length === 0 ? before : `${before}#${fragment.join('%23')}`;
  return authority + rest.replace(NO_ESCAPE, '%25').replace(NO_URL_CHARACTER, encodeURIComponent);
}

function queryOf(url: string): readonly { name: string; value: string }[] {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return [...new URLSearchParams(url.slice(start))].map(([name, value]) => ({ name, value }));
}
