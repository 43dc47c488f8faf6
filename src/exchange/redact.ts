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
 * Builds a function that replaces each secret in a text: in clear, URL-encoded, JSON-escaped and in
 * base64. Userinfo of URLs goes too, also that of others.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const found =
    longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'g');
  return (text) => {
    const clean = found === undefined ? text : text.replace(found, REDACTED);
    return clean.includes('://') ? clean.replace(USERINFO, `://${REDACTED}@`) : clean;
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

/** The forms of a secret, and of its parts where it is a signed token. */
function formsOf(secret: string): readonly string[] {
  return [secret, ...partsToHide(secret)].flatMap(formsOfText);
}

function formsOfText(secret: string): readonly string[] {
  const url = encodeURIComponent(Buffer.from(secret).toString());
  const base64 = Buffer.from(secret).toString('base64').replace(/=+$/, '');
  return [
    secret,
    url,
    url.replace(/%20/g, '+'),
    url.replace(/%../g, (hex) => hex.toLowerCase()),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replaceAll('+', '-').replaceAll('/', '_'),
    encodeURIComponent(base64),
  ];
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
