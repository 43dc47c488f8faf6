import { STATUS_CODES } from 'node:http';
import type { Call, Exchange, HttpResponse } from '../model/index.ts';
import { redactHeaders } from './redact.ts';

/** Texts of responses are kept up to so many characters in all, and as many again for those that verdicts point at. */
const KEPT_TEXT = 64_000_000;
/** Shorter texts are written out wherever they stand. */
const WORTH_NAMING = 256;

export interface HarOptions {
  readonly creator: { readonly name: string; readonly version: string };
  readonly urlOf: (call: Call) => string;
  readonly redact: (text: string) => string;
  /** All headers of a request; the call's own unless given. */
  readonly headersOf?: (call: Call) => Readonly<Record<string, string>>;
  /** The operator's headers: those that look secret are redacted. */
  readonly operatorHeaders?: Readonly<Record<string, string>>;
  /** Why an exchange took place. */
  readonly about?: (exchange: Exchange, index: number) => About;
}

interface About {
  /** Repetitions have a `!` in it. */
  readonly ref?: string;
  readonly requirements?: readonly string[];
}

/**
 * The exchanges as HTTP Archive 1.2; an entry's index is the exchange's. `leftOut` counts the responses whose
 * text is not in it, because there was too much of it. Custom members start with `_`:
 * `_operation`, `_ref` and `_probe` (what it was sent for), `_requirements`, `_silence`, `_sha256` of raw bytes,
 * `_resent` for what came the second time, `_tries` for more requests than one, `_position` on its connection, `_truncated` for a body that was cut, `_misencoded` for one that is
 * no UTF-8, `_encoding` where the text of a request stands for raw bytes, and `_textOf` in place of the text of a
 * repetition: the `_ref` of the entry that has the same text.
 */
export function toHar(
  exchanges: readonly Exchange[],
  options: HarOptions,
): { log: Record<string, unknown>; leftOut: number } {
  let kept = 0;
  let leftOut = 0;
  const holders = new Map<string, string>();
  const entries = exchanges.map((exchange, index) => {
    const about = options.about?.(exchange, index) ?? {};
    const { ref = '', requirements = [] } = about;
    const text = exchange.response?.text ?? '';
    const holder = ref.includes('!') && requirements.length === 0 ? holders.get(text) : undefined;
    if (holder !== undefined) return entry(exchange, about, options, { _textOf: holder });
    const fits = kept + text.length <= (requirements.length > 0 ? 2 * KEPT_TEXT : KEPT_TEXT);
    if (!fits) {
      leftOut++;
      return entry(exchange, about, options, LEFT_OUT);
    }
    kept += text.length;
    if (text.length >= WORTH_NAMING && !exchange.response?.truncated) holders.set(text, ref);
    return entry(exchange, about, options, { text });
  });
  return { log: { version: '1.2', creator: options.creator, entries }, leftOut };
}

/** What stands for the text of a response. */
type TextOrPlace = { readonly text: string } | { readonly _textOf: string };

/** With a size: a body that the recording left out. */
const LEFT_OUT: TextOrPlace = { text: '' };

function entry(
  exchange: Exchange,
  { ref, requirements }: About,
  options: HarOptions,
  content: TextOrPlace,
): Record<string, unknown> {
  const { request: call, response, noResponse } = exchange;
  return {
    startedDateTime: new Date(exchange.startedAt).toISOString(),
    time: exchange.durationMs,
    request: requestOf(call, options),
    response: response === undefined ? NO_RESPONSE : responseOf(response, options, content),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    _operation: call.operation.key,
    ...(ref === undefined ? {} : { _ref: ref, _probe: ref.replace(/\/[^/]*$/, '') }),
    ...(requirements === undefined ? {} : { _requirements: requirements }),
    ...(exchange.resent ? { _resent: true } : {}),
    ...(exchange.tries === undefined ? {} : { _tries: exchange.tries }),
    ...(exchange.position === undefined ? {} : { _position: exchange.position }),
    ...(noResponse === undefined
      ? {}
      : { _silence: { kind: noResponse.kind, message: options.redact(noResponse.message) } }),
  };
}

function requestOf(call: Call, options: HarOptions): Record<string, unknown> {
  const url = options.redact(options.urlOf(call));
  const headers = (options.headersOf ?? ((c: Call) => c.headers))(call);
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return {
    method: call.method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(headers, options),
    queryString: queryOf(url),
    ...(call.body === undefined
      ? {}
      : {
          postData: {
            mimeType: options.redact(type?.[1] ?? ''),
            text: options.redact(call.body),
            ...(call.encoding === undefined ? {} : { _encoding: call.encoding }),
          },
        }),
    headersSize: -1,
    bodySize: Buffer.byteLength(call.body ?? '', call.encoding ?? 'utf8'),
  };
}

function responseOf(
  answer: HttpResponse,
  options: HarOptions,
  content: TextOrPlace,
): Record<string, unknown> {
  const type = answer.headers['content-type'];
  return {
    status: answer.status,
    statusText: STATUS_CODES[answer.status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(answer.headers, options),
    content: {
      size: answer.bytes,
      mimeType: options.redact(type ?? ''),
      ...('text' in content ? { text: options.redact(content.text) } : content),
    },
    redirectURL: options.redact(answer.headers['location'] ?? ''),
    headersSize: -1,
    bodySize: answer.bytes,
    ...(answer.truncated && content !== LEFT_OUT ? { _truncated: true } : {}),
    ...(answer.sha256 === undefined ? {} : { _sha256: answer.sha256 }),
    ...(answer.misencoded ? { _misencoded: true } : {}),
  };
}

/** HAR has no word for "no response": readers know status 0. */
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

function pairs(
  headers: Readonly<Record<string, string>>,
  { redact, operatorHeaders }: HarOptions,
): readonly { name: string; value: string }[] {
  const shown = redactHeaders(headers, redact, operatorHeaders);
  return Object.entries(shown).map(([name, value]) => ({ name, value }));
}

function queryOf(url: string): readonly { name: string; value: string }[] {
  const start = url.indexOf('?');
  if (start === -1) return [];
  return [...new URLSearchParams(url.slice(start))].map(([name, value]) => ({ name, value }));
}
