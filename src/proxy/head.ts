/** Parses the start line and the fields of an HTTP/1.1 message. */

/** How the body of a message is delimited (RFC 9112 §6.3). `opaque`: in an unknown way. */
export type Framing = number | 'chunked' | 'until-close' | 'opaque';

type Fields = Readonly<Record<string, string>>;

export interface RequestHead {
  readonly method: string;
  /** As it was sent. */
  readonly target: string;
  /** Lower-case names; repeated fields are joined with a comma. */
  readonly headers: Fields;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Fields;
}

/** The head of a request; `undefined` if the bytes are malformed. */
export function requestHead(bytes: Buffer): RequestHead | undefined {
  const { line, headers } = parts(bytes);
  const [, method, target] = /^([^\s:]+) (\S+) HTTP\/1\.[01]$/.exec(line) ?? [];
  return method === undefined || target === undefined ? undefined : { method, target, headers };
}

/** The head of a response; `undefined` if the bytes are malformed. */
export function responseHead(bytes: Buffer): ResponseHead | undefined {
  const { line, headers } = parts(bytes);
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(line) ?? [];
  return status === undefined ? undefined : { status: Number(status), headers };
}

/** How the body of a request is delimited. */
export function requestFraming({ headers }: RequestHead): Framing {
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) return isChunked(coding) ? 'chunked' : 'opaque';
  return lengthIn(headers) ?? 0;
}

/** How the body of a response to a request with this method is delimited. */
export function responseFraming({ status, headers }: ResponseHead, method: string): Framing {
  if (status === 101 || (method === 'CONNECT' && status < 300 && status >= 200)) return 'opaque';
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  const coding = headers['transfer-encoding'];
  if (coding !== undefined) return isChunked(coding) ? 'chunked' : 'until-close';
  return lengthIn(headers) ?? 'until-close';
}

/** The head of a request with another value in each Host field, and no other changed byte. */
export function withHost(head: Buffer, host: string): Buffer {
  const lines = head.toString('latin1').split('\n');
  const changed = lines.map((line, index) => (index === 0 ? line : withValue(line, host)));
  return Buffer.from(changed.join('\n'), 'latin1');
}

/** A Host line with another value between the same spaces; other lines stay the same. */
function withValue(line: string, host: string): string {
  const [name] = /^host:[ \t]*/i.exec(line) ?? [];
  if (name === undefined) return line;
  const end = endOfText(line, line.endsWith('\r') ? line.length - 1 : line.length, name.length);
  if (line.slice(name.length, end).includes('\r')) return line;
  return name + host + line.slice(end);
}

/** The text without trailing spaces and tabs. A regular expression would take quadratic time. */
function endOfText(text: string, length: number, from: number): number {
  let end = length;
  while (end > from && (text[end - 1] === ' ' || text[end - 1] === '\t')) end--;
  return end;
}

function parts(bytes: Buffer): { readonly line: string; readonly headers: Fields } {
  const [line = '', ...rest] = bytes.toString('latin1').split(/\r?\n/);
  const headers: Record<string, string> = Object.create(null);
  let name = '';
  for (const field of rest) {
    if (/^[ \t]/.test(field)) {
      // A continued line belongs to the field before it (RFC 9112 §5.2).
      if (name !== '') headers[name] = `${headers[name]} ${field.trim()}`;
      continue;
    }
    const colon = field.indexOf(':');
    if (colon < 1) continue;
    name = field.slice(0, colon).toLowerCase();
    const spaced = field.slice(colon + 1, endOfText(field, field.length, colon + 1));
    const value = spaced.replace(/^[ \t]+/, '');
    const before = headers[name];
    headers[name] = before === undefined ? value : `${before}, ${value}`;
  }
  return { line, headers: { ...headers } };
}

function isChunked(coding: string): boolean {
  return /(?:^|,)\s*chunked$/i.test(coding);
}

function lengthIn({ 'content-length': length }: Fields): Framing | undefined {
  if (length === undefined) return undefined;
  const values = new Set(length.split(',').map((value) => value.trim()));
  const [only = ''] = values;
  return values.size === 1 && /^\d{1,15}$/.test(only) ? Number(only) : 'opaque';
}
