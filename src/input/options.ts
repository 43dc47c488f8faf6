import { InputError } from './error.ts';
import { exampleName, secretIn, shownName } from './secret-name.ts';

/** Reads the base URL of a target. Throws InputError for anything but http and https, for credentials, and for a query or fragment. */
export function parseTarget(given: string): URL {
  const text = given.trim();
  // A query may hold a secret too.
  const shown = withoutUserinfo(text).replace(/[?#].*$/s, '');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    const rest = shown.replace(/^(https?:)?\/*/i, '') || 'HOST';
    throw new InputError(
      `target: ${JSON.stringify(shown)} has no scheme. Write http://${rest} or https://${rest}.`,
    );
  }
  if (scheme !== 'http' && scheme !== 'https') {
    throw new InputError(`target: ${scheme} is not supported. Write an http:// or https:// URL.`);
  }
  if (!URL.canParse(text)) {
    throw new InputError(`target: ${JSON.stringify(shown)} is not a URL. Check the host and port.`);
  }
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') {
    throw new InputError(
      `target: a secret does not belong in the URL, where others can see it. Write ${shown}, and for Basic authentication Authorization: Basic \${NAME} under headers: in assay.yaml, where the environment variable NAME holds user:password in base64. Bearer tokens: --token-env.`,
    );
  }
  if (/[?#]/.test(text)) {
    const part = url.search === '' && !text.includes('?') ? 'fragment' : 'query';
    const better = url.origin + url.pathname;
    throw new InputError(`target: a base URL cannot have a ${part}. Write ${better}`);
  }
  return url;
}

/** Scheme, host and port, as a page of a web site or of an extension has them. */
const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s]+$/i;

/** Reads the origin of a page; a path behind it is left out. Throws InputError. */
export function parseOrigin(given: string): string {
  const text = given.trim();
  const isWeb = /^https?:\/\//i.test(text) && URL.canParse(text);
  const origin = isWeb ? new URL(text).origin : text;
  if (ORIGIN.test(origin) && !/^https?:\/\/[^/]*@/i.test(text)) return origin;
  throw new InputError(
    `origin: ${JSON.stringify(withoutUserinfo(text))} is not the origin of a page. Write the scheme and host, such as https://wallet.example.`,
  );
}

/** Reads `Name: value`. Throws InputError without showing the value, which may be a secret. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const colon = text.indexOf(':');
  if (colon === -1) throw new InputError(`header: the colon is missing. Write 'Name: value'.`);
  const name = text.slice(0, colon).trim();
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) {
    const problem = `header: ${JSON.stringify(name)} is not a header name.`;
    throw new InputError(
      `${problem} Write 'Name: value', with only letters, digits and - in the name.`,
    );
  }
  return [name, headerValue(name, text.slice(colon + 1))];
}

/** A header value without the spaces around it. Throws InputError for characters that HTTP cannot carry. */
export function headerValue(name: string, text: string): string {
  const value = text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  const problem = `header ${name}: the value has a control character or a character above U+00FF.`;
  throw new InputError(`${problem} Remove it.`);
}

/** The number in a text such as `5s`, in the unit whose factor is 1; `undefined` for other texts. */
function measured(
  text: string | number,
  factors: Readonly<Record<string, number>>,
  separator = '',
): number | undefined {
  const pattern = `^(\\d+(?:\\.\\d+)?)(?:\\s*${separator}\\s*(${Object.keys(factors).join('|')}))?$`;
  const [, number, unit = ''] = new RegExp(pattern).exec(String(text).trim()) ?? [];
  return number === undefined ? undefined : Number(number) * (factors[unit] ?? 1);
}

/** Reads a rate: `2/s`, `120/m`, `90/h`, or a number a second. Returns requests a second; throws InputError. */
export function parseRate(rate: string | number): number {
  const perSecond = measured(rate, { s: 1, m: 1 / 60, h: 1 / 3600 }, '/') ?? 0;
  if (perSecond > 0 && Number.isFinite(perSecond)) return perSecond;
  const remedy = 'Write a number above 0 with a unit, such as 2/s, 120/m or 90/h.';
  throw new InputError(`rate: ${JSON.stringify(String(rate))} is not a rate. ${remedy}`);
}

/** Reads a percentage: `80%`, or 80. Returns a number from 0 to 100; throws InputError. */
export function parsePercentage(name: string, text: string | number): number {
  const share = measured(text, { '%': 1 });
  // 0.8 may stand for 80%.
  const isClear = share === 0 || (share !== undefined && share >= 1 && share <= 100);
  if (isClear) return share;
  throw new InputError(
    `${name}: ${JSON.stringify(String(text))} is not a percentage from 0% to 100%. Write one such as 80%.`,
  );
}

const LONGEST_MS = 2 ** 31 - 1;

/** Reads a duration: `5s`, `500ms`, `1m`, or a number of milliseconds. Returns milliseconds; throws InputError that starts with the name. */
export function parseDuration(text: string | number, name = 'timeout'): number {
  const ms = Math.round(measured(text, { ms: 1, s: 1000, m: 60_000 }) ?? 0);
  if (ms >= 1 && ms <= LONGEST_MS) return ms;
  const remedy =
    'Write a number above 0 with a unit, such as 500ms, 5s or 1m; without a unit, it counts as milliseconds.';
  throw new InputError(`${name}: ${JSON.stringify(String(text))} is not a duration. ${remedy}`);
}

/** Quotes of shells, JSON and word processors. */
const QUOTED = /^["'`\u201c\u2018]|["'`\u201d\u2019]$/;

/** Reads a bearer token from an environment variable or a file. Throws InputError without showing the token. */
export async function readToken(
  from: { readonly env: string } | { readonly file: string },
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const where =
    'env' in from ? `environment variable ${shownName(from.env)}` : shownName(from.file);
  const text = 'env' in from ? (environment[from.env] ?? '') : await contents(from.file);
  const token = text.trim().replace(/^bearer\s+/i, '');
  if (token === '') {
    const remedy =
      'env' in from
        ? `Set it, for example: export ${exampleName(from.env)}=…`
        : 'Put the token in it.';
    throw new InputError(`token: ${where} is empty or missing. ${remedy}`);
  }
  if (QUOTED.test(text.trim()) || QUOTED.test(token)) {
    const kept = 'env' in from ? ' A shell removes quotes; .env files and CI systems do not.' : '';
    throw new InputError(
      `token: ${where} has quotes around the token, which would be sent too. Remove them.${kept}`,
    );
  }
  const strange = strangeIn(token);
  if (strange === undefined) return token;
  throw new InputError(`token: ${where} has ${strange}. Keep only the token there.`);
}

/** What no bearer token contains, in words. RFC 6750 allows less; what matters is that it fits one header. */
function strangeIn(token: string): string | undefined {
  if (token.startsWith('{')) return 'JSON instead of just the token';
  const scheme = /^(basic|digest|dpop|token)\s/i.exec(token)?.[1];
  if (scheme !== undefined) return `the word ${scheme} and a text that is not a bearer token`;
  if (/[\r\n]/.test(token)) return 'a line break within the token, or more than one line';
  if (/\s/.test(token)) return 'a space';
  return /[^\x21-\x7e]/.test(token) ? 'non-ASCII characters' : undefined;
}

async function contents(path: string): Promise<string> {
  try {
    return await secretIn(path);
  } catch (error) {
    const shown = shownName(path);
    const message = (error as Error).message.replace(`${shown}: `, () => `${shown} `);
    throw new InputError(`token: ${message}`);
  }
}

function withoutUserinfo(text: string): string {
  return text.replace(/^((?:[^/?#]*:)?\/\/)?[^/?#]*@/, '$1');
}
