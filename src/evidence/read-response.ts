/** Reads the response in an entry of an HTTP Archive. */

import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { Json } from '../contract/json.ts';
import { inDeclaredCharset } from '../exchange/charset.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import {
  type HttpResponse,
  isObject,
  mediaTypeOf,
  NoBody,
  type NoResponse,
} from '../model/index.ts';

/** A response of which only status and headers were recorded. */
class BodilessResponse implements HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly mediaType: string;
  readonly bytes: number;
  readonly truncated = false;

  constructor(status: number, headers: Readonly<Record<string, string>>, bytes: number) {
    this.status = status;
    this.headers = headers;
    this.mediaType = mediaTypeOf(headers['content-type']);
    this.bytes = bytes;
  }

  get text(): string {
    throw new NoBody('the body is not in the recording');
  }

  get body(): unknown {
    throw new NoBody('the body is not in the recording');
  }
}

/** True if the response's body is in the recording. */
export function hasBody(response: HttpResponse): boolean {
  return !(response instanceof BodilessResponse);
}

/** The response for display: with an empty body if none was recorded. */
export function presentable(response: HttpResponse): HttpResponse {
  if (hasBody(response)) return response;
  return new ReceivedResponse(response.status, response.headers, '', response.bytes);
}

/** The response, or why there is none. If its body was omitted, so is the body of the result. */
export function outcomeOf(entry: Json): { response: HttpResponse } | { silence: NoResponse } {
  const silence = objectIn(entry, '_silence');
  if (silence !== undefined) return { silence: silenceIn(silence) };
  const response = objectIn(entry, 'response') ?? {};
  const status = response['status'];
  // Browsers write 0 without a response; 1xx responses precede the real one.
  if (typeof status !== 'number' || !(status >= 200 && status < 1000)) {
    return { silence: { kind: 'unrecorded', message: 'The recording has no response.' } };
  }
  return { response: responseIn(response, status, typeof entry['_ref'] === 'string') };
}

/** Only recordings of the kit have the size on the wire; other sizes may be of decoded bodies. */
function responseIn(response: Json, status: number, own: boolean): HttpResponse {
  const content = objectIn(response, 'content') ?? {};
  const headers = headersIn(response['headers'], content['mimeType']);
  const { text, encoding } = content;
  const size = [response['bodySize'], content['size']].filter(isSize);
  const cut = response['_truncated'] === true;
  // The kit writes an empty body with a size if it had read a recording without the body.
  const leftOut = own && text === '' && !cut && (size[0] ?? 0) > 0;
  if (typeof text !== 'string' || leftOut) {
    const bytes = Math.max(0, ...size);
    const empty = bytes === 0 && (size.length > 0 || status === 204 || status === 304);
    return empty
      ? new ReceivedResponse(status, headers, '', 0)
      : new BodilessResponse(status, headers, bytes);
  }
  const raw = encoding === 'base64' ? Buffer.from(text, 'base64') : undefined;
  const plain = raw && { text: raw.toString('utf8'), utf8: isUtf8(raw) };
  const declared = raw && plain && inDeclaredCharset([raw], headers['content-type'], plain);
  const body = declared?.text ?? plain?.text ?? text;
  const bytes = raw?.length ?? (own ? size[0] : undefined) ?? Buffer.byteLength(body);
  const digest = response['_sha256'] ?? (raw && sha256(raw, headers));
  const misencoded =
    response['_misencoded'] === true || (plain !== undefined && !plain.utf8 && !declared);
  const recorded = response['_charset'];
  const charset = declared?.charset ?? (typeof recorded === 'string' ? recorded : undefined);
  const miscoded = typeof response['_miscoded'] === 'string' ? response['_miscoded'] : undefined;
  const details =
    typeof digest === 'string' ? { sha256: digest, miscoded } : { misencoded, charset, miscoded };
  return new ReceivedResponse(status, headers, body, bytes, cut, details);
}

/** As for received responses: raw bytes are identified by their digest. */
function sha256(raw: Buffer, headers: Readonly<Record<string, string>>): string | undefined {
  const isRaw = mediaTypeOf(headers['content-type']) === 'application/octet-stream';
  return isRaw ? createHash('sha256').update(raw).digest('hex') : undefined;
}

/** Headers with lower-case names, repeated ones joined, without the pseudo-headers of HTTP/2. */
export function headersIn(list: unknown, mimeType?: unknown): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const header of Array.isArray(list) ? list : []) {
    const { name, value } = (header ?? {}) as Json;
    if (typeof name !== 'string' || typeof value !== 'string' || name.startsWith(':')) continue;
    const key = name.toLowerCase();
    const before = headers.get(key);
    headers.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  // Some recorders omit all headers and keep only the media type.
  if (headers.size === 0 && typeof mimeType === 'string' && mimeType !== '') {
    headers.set('content-type', mimeType);
  }
  return Object.fromEntries(headers);
}

const KINDS: ReadonlySet<string> = new Set<NoResponse['kind']>([
  ...(['refused', 'dns', 'tls', 'not-http', 'reset', 'timeout', 'proxy'] as const),
  ...([
    'throttled',
    'long-wait',
    'caller-refused',
    'away',
    'budget',
    'interrupted',
    'unsafe',
    'spared',
    'unrecorded',
  ] as const),
]);

function silenceIn({ kind, message }: Json): NoResponse {
  const known = typeof kind === 'string' && KINDS.has(kind);
  return {
    kind: known ? (kind as NoResponse['kind']) : 'unrecorded',
    message: typeof message === 'string' ? message : 'The recording has no response.',
  };
}

/** The member if it is an object. */
export function objectIn(value: Json, name: string): Json | undefined {
  const member = value[name];
  return isObject(member) ? member : undefined;
}

function isSize(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
