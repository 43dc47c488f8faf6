import { isUtf8 } from 'node:buffer';
import { isSecretHeader } from './redact.ts';

/** For a longer body curl would first send `Expect: 100-continue`. */
const EXPECT_ABOVE_BYTES = 1024;
/** Linux limits an argument of a command to 128 KiB; a longer body goes through a pipe. */
const LONGEST_ARGUMENT_BYTES = 100_000;
/** Control characters, and characters that are invisible or change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/**
 * One line for bash that sends the request again, byte for byte. In secret headers `$NAME` is a variable of the shell;
 * all other characters are literal.
 */
export function curl(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
  /** Present if the body is not text. */
  raw?: Buffer,
): string {
  // Without an option curl waits for a body after HEAD, which never comes.
  const words = method === 'HEAD' ? ['--head'] : ['-i', '-X', word(method)];
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  // Otherwise the response stays compressed, and nothing can be read.
  if (names.has('accept-encoding')) words.unshift('--compressed');
  for (const [name, value] of Object.entries(headers)) words.push('-H', header(name, value));

  const isText = raw === undefined || isUtf8(raw);
  const text = raw && isText ? String(raw) : body;
  const data = text ?? (/^(POST|PUT|PATCH)$/.test(method) ? '' : undefined);
  let pipe = '';
  if (data !== undefined) {
    // Otherwise curl would add the media type of a form.
    if (!names.has('content-type')) words.push('-H', "'content-type:'");
    const bytes = isText ? Buffer.byteLength(data) : raw.length;
    if (bytes > EXPECT_ABOVE_BYTES) words.push('-H', "'expect:'");
    // An argument cannot contain NUL.
    const piped = !isText || data.includes('\0') || bytes > LONGEST_ARGUMENT_BYTES;
    if (piped) pipe = `printf -- ${isText ? format(data) : formatOfBytes(raw)} | `;
    words.push(...(piped ? ['--data-binary', '@-'] : ['--data-raw', word(data)]));
  }
  return `${pipe}curl -g --path-as-is ${words.join(' ')} ${word(url)}`;
}

/** One line for bash that runs these commands at the same time. */
export function atOnce(commands: readonly string[]): string {
  const [first = '', ...others] = commands;
  if (others.length === 0) return first;
  if (others.some((other) => other !== first)) return `(${commands.join(' & ')} & wait)`;
  return `(for i in $(seq ${commands.length}); do ${first} & done; wait)`;
}

function header(name: string, value: string): string {
  if (value === '') return word(`${name};`);
  if (!isSecretHeader(name)) return word(`${name}: ${value}`);
  return `${name}: ${value}`
    .split(/(\$[A-Z_][A-Z0-9_]*)/)
    .map((part, index) => (index % 2 === 1 ? `"${part}"` : part === '' ? '' : word(part)))
    .join('');
}

/** One word of bash: unquoted if possible, otherwise in single quotes, or in `$'…'` for invisible characters. */
export function word(text: string): string {
  if (/^[\w@%+:,./-]+$/.test(text)) return text;
  if (!UNPRINTABLE.test(text)) return `'${text.replaceAll("'", "'\\''")}'`;
  // The single quote and the exclamation mark are written as bytes, because interactive shells read them before $'…'.
  return `$'${[...text].map(ansi).join('')}'`;
}

function ansi(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  if (character === '\r') return '\\r';
  if (character === '\\') return '\\\\';
  return /['!]/.test(character) || UNPRINTABLE.test(character)
    ? bytesOf(character, (byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    : character;
}

/** A format for bash's printf that prints the text. It may contain NUL and has no limit of length. */
function format(text: string): string {
  const inner = [...text].map((character) => {
    if (character === '\\') return '\\\\';
    if (character === '%') return '%%';
    if (character === "'") return "'\\''";
    return UNPRINTABLE.test(character)
      ? bytesOf(character, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)
      : character;
  });
  return `'${inner.join('')}'`;
}

/** The same for bytes that are not UTF-8. */
function formatOfBytes(raw: Buffer): string {
  const inner = [...raw].map((byte) =>
    byte > 0x7e ? `\\${byte.toString(8)}` : format(String.fromCharCode(byte)).slice(1, -1),
  );
  return `'${inner.join('')}'`;
}

function bytesOf(character: string, write: (byte: number) => string): string {
  return [...Buffer.from(character)].map(write).join('');
}
