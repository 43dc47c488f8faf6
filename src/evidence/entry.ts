/** An exchange as an entry of an HTTP Archive: what `read.ts` reads. */
import { shownHeaders } from '../exchange/redact.ts';
import { STATUS_CODES } from '../exchange/response.ts';
import {
  type Call,
  type Exchange,
  type HttpResponse,
  momentText,
  type Purpose,
  purposeText,
} from '../model/index.ts';

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
 * An exchange as an entry of an HTTP Archive 1.2, without secrets: its JSON before and after the text of the response,
 * which is a JSON string. The second part is empty without a response.
 *
 * Custom members start with `_`: `_operation`; `_ref` and `_probe` (its purpose and its case as text, see Purpose);
 * `_silence`; `_sha256` of raw bytes; `_surplus` for bytes after the response; `_answer` for a refusal that came each
 * time; `_resent` for the response to the second try; `_tries` if there were several; `_position` on its connection;
 * `_truncated` for a cut body; `_misencoded` for a response that is not UTF-8, and `_charset` if it is in the one that it declares; `_miscoded` with the Content-Encoding
 * that the body breaks; `_encoding` if the request text stands for raw bytes; `_url` of a request with a URL outside
 * RFC 3986. JSON leaves out undefined members.
 */
export function harEntry(
  exchange: Exchange,
  purpose: Purpose,
  shown: HarView,
  headers: Readonly<Record<string, string>> = shown.headersOf(exchange.request),
): readonly [before: string, after: string] {
  const { request, response, noResponse, durationMs } = exchange;
  const [before, after] = response === undefined ? NO_RESPONSE : responseOf(response, shown);
  const startedAt = momentText(exchange.startedAt);
  const start = `"startedDateTime":"${startedAt}","time":${durationMs}`;
  const timings = `"cache":{},"timings":{"send":0,"wait":${durationMs},"receive":0}`;
  const own = membersOf({
    _operation: request.operation.key,
    _ref: purposeText(purpose),
    _probe: probeOf(purpose),
    _resent: exchange.resent || undefined,
    _surplus: exchange.surplus || undefined,
    _answer: exchange.isAnswer || undefined,
    _tries: exchange.tries,
    _position: exchange.position,
    _silence: noResponse && {
      kind: noResponse.kind,
      message: shown.redact(noResponse.message),
    },
  });
  const rest = `${after},${timings},${own}}`;
  const first = `{${start},"request":${requestOf(request, shown, headers)},"response":${before}`;
  return response === undefined ? [first + rest, ''] : [first, rest];
}

/** The case of a request; outside cases what it is sent for. */
export function probeOf(purpose: Purpose): string {
  const { kind, probe, group, index } = purpose;
  if (group !== undefined) return purposeText({ kind: 'case', probe, group, index });
  if (kind === 'entry') return purposeText(purpose);
  if (kind === 'presence' || kind === 'look') return purposeText({ kind: 'presence', probe });
  return probe ?? kind;
}

/** The members of an object in JSON, without its braces. */
function membersOf(members: object): string {
  return JSON.stringify(members).slice(1, -1);
}

function requestOf(call: Call, options: HarView, sent: Readonly<Record<string, string>>): string {
  const url = options.redact(options.urlOf(call));
  const headers = shownHeaders(sent, options.redact, options.operator);
  const valid = validUrl(url);
  return JSON.stringify({
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
  });
}

function responseOf(
  response: HttpResponse,
  { redact, operator }: HarView,
): readonly [before: string, after: string] {
  const { headers, bytes, status } = response;
  const first = JSON.stringify({
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: shownHeaders(headers, redact, operator),
    content: { size: bytes, mimeType: redact(headers['content-type'] ?? '') },
  });
  const rest = membersOf({
    redirectURL: redact(headers['location'] ?? ''),
    headersSize: -1,
    bodySize: bytes,
    _truncated: response.truncated || undefined,
    _sha256: response.sha256,
    _misencoded: response.misencoded || undefined,
    _charset: response.charset,
    _miscoded: response.miscoded,
  });
  // Without the ends of the content and of the response.
  return [`${first.slice(0, -2)},`, `},${rest}}`];
}

/** HAR has no status for a missing response: readers know 0. */
const NO_RESPONSE = [
  JSON.stringify({
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
  }),
  '',
] as const;

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
