import { joined, Needles, type Piece, replaced } from './needles.ts';
import { unescaped } from './unescaped.ts';

const REDACTED = '[redacted]';
const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);
const SECRET_LOOKING =
  /auth|token|jwt|secret|passw|credential|session|signature|(?:api|access)[-_]?key/i;
/** Userinfo of a URL in any text, with limited length, so that the search stays linear. */
const USERINFO = /:\/\/[^\s/?#"'<>\\]{1,1024}@/g;

/** Shorter secrets are searched for only in clear, because their other forms occur by chance. */
const SHORTEST_ENCODED = 8;
/** A shorter password inside a credential is not hidden alone, because that would hide too much. */
const SHORTEST_PASSWORD = 6;
/** The most layers of escapes. */
const ESCAPED_TIMES = 3;

/**
 * Replaces secrets in texts: in clear, in upper and lower case, reversed, in hex and base64, inside longer base64
 * texts, with escapes of JSON, JSON Pointers, URLs or HTML, in UTF-16 and UTF-32, and parts of all these forms. Userinfo of any URL is
 * replaced too. The time is linear in the text.
 */
class Secrets {
  readonly #long = new Needles();
  /** Forms of fewer than eight characters, by length. */
  readonly #short = new Map<number, Set<string>>();
  readonly #firsts: Uint8Array = new Uint8Array(256);

  add(secret: string): void {
    for (const form of new Set([secret, ...passwordsIn(secret)].flatMap(formsOf))) {
      if (form.length >= SHORTEST_ENCODED) this.#long.add(form);
      else if (form !== '') {
        const known = this.#short.get(form.length) ?? new Set();
        this.#short.set(form.length, known.add(form));
        this.#firsts[form.charCodeAt(0) & 255] = 1;
      }
    }
  }

  redact(text: string): string {
    let clean = this.#long.empty ? text : replaced(text, this.#longIn(text), REDACTED);
    if (this.#short.size > 0) clean = replaced(clean, this.#shortIn(clean), REDACTED);
    return clean.includes('@') ? clean.replace(USERINFO, `://${REDACTED}@`) : clean;
  }

  #longIn(text: string, times = ESCAPED_TIMES): readonly Piece[] {
    const found = this.#long.find(text);
    const plain = times === 0 ? undefined : unescaped(text);
    if (plain === undefined) return found;
    return joined(found, plain.places(this.#longIn(plain.text, times - 1)));
  }

  #shortIn(text: string): Piece[] {
    const lengths = [...this.#short].sort(([a], [b]) => b - a);
    const found: Piece[] = [];
    for (let at = 0; at < text.length; at++) {
      if (this.#firsts[text.charCodeAt(at) & 255] === 0) continue;
      const length = lengths.find(([most, known]) => known.has(text.slice(at, at + most)))?.[0];
      if (length === undefined) continue;
      found.push([at, at + length]);
      at += length - 1;
    }
    return found;
  }
}

/** A function that replaces each secret in a text, also those that are added to the list later. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = new Secrets();
  let next = 0;
  return (text) => {
    for (; next < secrets.length; next++) known.add(secrets[next] ?? '');
    return known.redact(text);
  };
}

/** Headers for display: values of secret headers are replaced completely, others by `redact`. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
  operator?: Readonly<Record<string, string>>,
): Record<string, string> {
  const shown = shownHeaders(headers, redact, operator);
  return Object.fromEntries(shown.map(({ name, value }) => [name, value]));
}

/** The same as a list. This runs twice for every exchange. */
export function shownHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
  operator: Readonly<Record<string, string>> = {},
): { name: string; value: string }[] {
  const shown: { name: string; value: string }[] = [];
  for (const given in headers) {
    const name = given.toLowerCase();
    const isSecret =
      SECRET_HEADERS.has(name) || (SECRET_LOOKING.test(name) && names(operator, name));
    // A target may use a received value as the name of a header.
    shown.push({ name: redact(name), value: isSecret ? REDACTED : redact(headers[given] ?? '') });
  }
  return shown;
}

function names(headers: Readonly<Record<string, string>>, name: string): boolean {
  return Object.keys(headers).some((own) => own.toLowerCase() === name);
}

/** Headers for printed commands: secrets become `$TOKEN`, or a variable named after the header. */
export function placeholders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
  operator: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return mapped(headers, (name, value) => {
    const [[shownName = '', shown] = []] = Object.entries(
      redactHeaders({ [name]: value }, redact, operator),
    );
    if (shown !== REDACTED) return [shownName, shown ?? ''];
    if (name !== 'authorization')
      return [shownName, `$${shownName.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`];
    const scheme = /^(bearer|basic) /i.exec(value)?.[0] ?? '';
    return [name, `${scheme}$TOKEN`];
  });
}

/** True for headers with a name that indicates a secret. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || SECRET_LOOKING.test(name);
}

function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_ENCODED) return [secret, ...spellings(secret)];
  const bytes = Buffer.from(secret);
  return [
    secret,
    // Removing escapes from a text also changes a part of the secret that looks like an escape.
    unescaped(secret)?.text ?? secret,
    [...secret].reverse().join(''),
    // Needles ignore case only in ASCII.
    secret.toUpperCase(),
    secret.toLowerCase(),
    bytes.toString('hex'),
    ...[0, 1, 2].map((before) => insideBase64(bytes, before)),
    ...spellings(secret),
  ];
}

/** The forms of a secret in URLs, JSON and base64 that removing escapes does not restore. */
function spellings(secret: string): readonly string[] {
  const url = encodeURIComponent(secret.toWellFormed());
  return [
    url,
    url.replace(/%20/g, '+'),
    url.replace(/%../g, (hex) => hex.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    base64Of(Buffer.from(secret)),
    ...misread(secret),
  ];
}

/** The secret as bytes of another encoding that were decoded as UTF-8: only characters beyond ASCII change. */
function misread(secret: string): readonly string[] {
  const wide = Buffer.from(secret, 'utf16le');
  const encoded = [Buffer.from(secret, 'latin1'), wide, Buffer.from(wide).swap16()];
  return encoded.map((bytes) => bytes.toString().replaceAll('\0', ''));
}

/** The base64 form of a secret after this many bytes, without the ends, which depend on neighbours. */
function insideBase64(bytes: Buffer, before: number): string {
  const end = Math.floor(((before + bytes.length) * 8) / 6);
  return base64Of(Buffer.concat([Buffer.alloc(before), bytes])).slice(before && before + 1, end);
}

function base64Of(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

const BASIC = /^(?:basic\s+)?([\w+/-]{8,}={0,2})$/i;

/** A credential for Basic authentication (RFC 7617), decoded, and its password alone. */
function passwordsIn(secret: string): readonly string[] {
  const text = Buffer.from(BASIC.exec(secret)?.[1] ?? '', 'base64').toString();
  const [, user = '', password = ''] = /^([^:{}\p{C}]*):([^\p{C}]*)$/u.exec(text) ?? [];
  return [text, password === '' ? user : password].filter(
    (one) => user + password !== '' && one.length >= SHORTEST_PASSWORD && !one.includes('\ufffd'),
  );
}

function mapped(
  headers: Readonly<Record<string, string>>,
  change: (name: string, value: string) => readonly [name: string, value: string],
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => change(name.toLowerCase(), value)),
  );
}
