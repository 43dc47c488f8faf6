import { finder, replaced } from './needles.ts';
import { unescaper } from './unescaped.ts';
import { partsToHide } from './web-token.ts';

const REDACTED = '[redacted]';
const SECRET_HEADERS = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]);
const SECRET_LOOKING = /auth|token|secret|passw|credential|session|signature|api-?key/i;
/** Userinfo of a URL inside any text. The length is bounded so that the search stays linear. */
const USERINFO = /:\/\/[^\s/?#"'<>\\]{1,1024}@/g;

/**
 * Builds a function that replaces each secret in a text: in clear, in upper and lower case, reversed, in hex and
 * base64, also as a part of a longer text in base64, and any of these with escapes of JSON, URLs or HTML in it.
 * Userinfo of URLs goes too, also that of others. The time is linear in the text.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets.filter((secret) => secret !== ''))];
  const all = known.flatMap((secret) => [secret, ...partsToHide(secret)].flatMap(formsOf));
  const forms = [...new Set(all)];
  const long = forms.filter(({ length }) => length >= SHORTEST_ENCODED);
  const withoutShort = shortOnes(forms.filter(({ length }) => length < SHORTEST_ENCODED));
  const withoutLong = long.length === 0 ? undefined : longOnes(long);
  return (text) => {
    const clean = withoutShort(withoutLong?.(text) ?? text);
    return clean.includes('://') ? clean.replace(USERINFO, `://${REDACTED}@`) : clean;
  };
}

type Replace = (text: string) => string;

/** Short secrets are words that others may use in capitals, or may make by chance. */
function shortOnes(forms: readonly string[]): Replace {
  if (forms.length === 0) return (text) => text;
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  const found = new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) => text.replace(found, REDACTED);
}

function longOnes(forms: readonly string[]): Replace {
  const find = finder(forms);
  const plainOf = unescaper(forms.join(''));
  return (text) => {
    let clean = replaced(text, find(text), REDACTED);
    const plain = plainOf(clean);
    if (plain !== undefined) clean = replaced(clean, plain.places(find(plain.text)), REDACTED);
    return clean.includes(CUT) ? withoutBeginnings(clean, forms) : clean;
  };
}

/** What stands for the rest of a text that was cut off. */
const CUT = '…';

/** A text may have been cut off inside a secret. */
function withoutBeginnings(text: string, forms: readonly string[]): string {
  const [last = '', ...parts] = text.split(CUT).reverse();
  const clean = parts.map((part) => {
    for (const form of forms) {
      const length = beginningAt(part, form);
      if (length > 0) return part.slice(0, -length) + REDACTED;
    }
    return part;
  });
  return [last, ...clean].reverse().join(CUT);
}

/** How many characters at the end of a text begin this form; 0 where they are too few to matter. */
function beginningAt(text: string, form: string): number {
  const tail = text.slice(-SHORTEST_ENCODED);
  if (tail.length < SHORTEST_ENCODED) return 0;
  for (let at = form.indexOf(tail); at !== -1; at = form.indexOf(tail, at + 1)) {
    const length = at + tail.length;
    if (text.endsWith(form.slice(0, length))) return length;
  }
  return 0;
}

/** The same for secrets that become more during a run. */
export function redacting(secrets: readonly string[]): (text: string) => string {
  let known = secrets.length;
  let redact = redactor(secrets);
  return (text) => {
    if (secrets.length !== known) {
      known = secrets.length;
      redact = redactor(secrets);
    }
    return redact(text);
  };
}

/** Headers fit to be shown: values of secret headers go whole, the others through `redact`. */
export function redactHeaders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
  operator: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const given = new Set(Object.keys(operator).map((name) => name.toLowerCase()));
  return mapped(headers, (name, value) =>
    SECRET_HEADERS.has(name) || (given.has(name) && SECRET_LOOKING.test(name))
      ? REDACTED
      : redact(value),
  );
}

/** Headers for a command line to copy: secrets become `$TOKEN` or a name made from the header's. */
export function placeholders(
  headers: Readonly<Record<string, string>>,
  redact: (text: string) => string,
  operator: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const shown = redactHeaders(headers, redact, operator);
  return mapped(headers, (name, value) => {
    if (shown[name] !== REDACTED) return shown[name] ?? '';
    if (name !== 'authorization') return `$${name.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
    const scheme = /^(bearer|basic) /i.exec(value)?.[0] ?? '';
    return `${scheme}$TOKEN`;
  });
}

/** True for headers that carry a secret, by their name. */
export function isSecretHeader(name: string): boolean {
  return SECRET_HEADERS.has(name.toLowerCase()) || SECRET_LOOKING.test(name);
}

/** A shorter secret is replaced where it stands in clear: its other forms are too short to be sure. */
const SHORTEST_ENCODED = 8;

function formsOf(secret: string): readonly string[] {
  if (secret.length < SHORTEST_ENCODED) return [secret, ...spellings(secret)];
  const bytes = Buffer.from(secret);
  return [
    secret,
    [...secret].reverse().join(''),
    bytes.toString('hex'),
    ...[0, 1, 2].flatMap((before) => insideBase64(bytes, before)),
    ...spellings(secret),
  ];
}

/** How URLs and JSON write it. */
function spellings(secret: string): readonly string[] {
  const url = encodeURIComponent(secret.toWellFormed());
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [
    url,
    url.replace(/%20/g, '+'),
    url.replace(/%../g, (hex) => hex.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(base64),
  ];
}

/** What a secret becomes in base64 with so many bytes before it; the characters at the ends depend on others. */
function insideBase64(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const sure = whole.slice(
    before === 0 ? 0 : before + 1,
    Math.floor(((before + bytes.length) * 8) / 6),
  );
  return [sure, sure.replaceAll('+', '-').replaceAll('/', '_')];
}

function escaped(literal: string): string {
  return literal.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function mapped(
  headers: Readonly<Record<string, string>>,
  change: (name: string, value: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const lower = name.toLowerCase();
      return [lower, change(lower, value)];
    }),
  );
}
