import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redactor } from './redact.ts';

const TOKEN = 'Tk9+/s3cr3t-"Q"&<v>~42';

const each = (text: string, write: (code: number) => string): string =>
  [...text].map((c) => write(c.charCodeAt(0))).join('');
const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');

const HTML: Readonly<Record<string, string>> = {
  ...{ '+': 'plus', '/': 'sol', _: 'lowbar', '.': 'period' },
  ...{ '"': 'QUOT', '&': 'amp', '<': 'lt', '=': 'equals', '>': 'gt' },
};
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const wider = (text: string): Buffer =>
  Buffer.from(Uint32Array.from([...text], (c) => c.codePointAt(0) ?? 0).buffer);
/** The bytes of a body as every response is read. */
const read = (bytes: Buffer): string => bytes.toString('utf8');

const FORMS: Readonly<Record<string, (text: string) => string>> = {
  clear: (t) => t,
  'in capitals': (t) => t.toUpperCase(),
  'in small letters': (t) => t.toLowerCase(),
  reversed: (t) => [...t].reverse().join(''),
  'JSON string': (t) => JSON.stringify(t),
  'JSON in JSON': (t) => JSON.stringify(JSON.stringify(t)),
  'escapes of JSON': (t) => each(t, (c) => `\\u${hex(c, 4)}`),
  'escapes of JSON in capitals': (t) => each(t, (c) => `\\u${hex(c, 4).toUpperCase()}`),
  'escapes of JSON in JSON': (t) => each(t, (c) => `\\\\u${hex(c, 4)}`),
  'first character escaped': (t) =>
    `\\u${hex(t.charCodeAt(0), 4)}${JSON.stringify(t.slice(1)).slice(1, -1)}`,
  'escapes of JavaScript': (t) => each(t, (c) => `\\x${hex(c, 2)}`),
  'code points': (t) => each(t, (c) => `\\u{${hex(c, 1)}}`),
  'solidus escaped': (t) => JSON.stringify(t).replaceAll('/', '\\/'),
  hex: (t) => Buffer.from(t).toString('hex'),
  'hex in capitals': (t) => Buffer.from(t).toString('hex').toUpperCase(),
  base64: (t) => Buffer.from(t).toString('base64'),
  base64url: (t) => Buffer.from(t).toString('base64url'),
  'base64 after one byte': (t) => Buffer.from(`:${t}`).toString('base64'),
  'base64 after two bytes': (t) => Buffer.from(`a:${t}`).toString('base64'),
  'base64 in a URL': (t) => encodeURIComponent(Buffer.from(t).toString('base64')),
  percent: (t) => encodeURIComponent(t),
  'JSON Pointer': (t) => t.replaceAll('~', '~0').replaceAll('/', '~1'),
  'JSON Pointer in a URL': (t) =>
    `#${encodeURIComponent(t.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
  'percent of percent': (t) => encodeURIComponent(encodeURIComponent(t)),
  'percent of all': (t) => each(t, (c) => `%${hex(c, 2)}`),
  'percent of all in capitals': (t) => each(t, (c) => `%${hex(c, 2).toUpperCase()}`),
  form: (t) => new URLSearchParams({ q: t }).toString().slice(2),
  'HTML entities': (t) =>
    t
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;'),
  'decimal entities': (t) => each(t, (c) => `&#${c};`),
  'hex entities': (t) => each(t, (c) => `&#x${hex(c, 4)};`),
  'decimal entities without semicolons': (t) => each(t, (c) => `&#${c}`),
  'hex entities without semicolons': (t) => each(t, (c) => `&#X${hex(c, 2)}`),
  'entities with many zeros': (t) => each(t, (c) => `&#${`${c}`.padStart(12, '0')}`),
  'names of HTML': (t) => t.replace(/[^a-z\d]/gi, (c) => `&${HTML[c] ?? `#${c.charCodeAt(0)}`};`),
  'UTF-16': (t) => read(wide(t)),
  'UTF-16, big endian': (t) => read(wide(t).swap16()),
  'UTF-16 with the mark of its order': (t) => read(wide(`\ufeff${t}`)),
  'UTF-32': (t) => read(wider(t)),
  'UTF-32, big endian': (t) => read(wider(t).swap32()),
  'entities in UTF-16': (t) => read(wide(each(t, (c) => `&#${c}`))),
  'UTF-16 in JSON': (t) => JSON.stringify(read(wide(t))),
  'UTF-16 in a URL': (t) => encodeURIComponent(read(wide(t))),
};

describe('a secret that a target repeats', () => {
  const redact = redactor([TOKEN]);

  it.each(Object.keys(FORMS))('is hidden as %s', (name) => {
    const form = FORMS[name]?.(TOKEN) ?? '';
    const shown = redact(`{"a":1} ${form} \\u00e9 %C3%A9 and ${form}`);
    expect(shown).toMatch('[redacted]');
    // Only characters of the surrounding text may remain.
    for (let at = 0; at + 8 <= form.length; at++)
      expect(shown).not.toContain(form.slice(at, at + 8));
    expect(shown).toMatch(/^\{"a":1\} /);
    expect(shown).toMatch(' \\u00e9 %C3%A9 and ');
  });

  it('is hidden with any characters in it', () => {
    const secret = fc.string({ unit: fc.constantFrom(...'aZ09+/-_.~"&<='), minLength: 12 });
    const property = fc.property(secret, fc.constantFrom(...Object.keys(FORMS)), (text, name) => {
      const form = FORMS[name]?.(text) ?? '';
      const shown = redactor([text])(`before ${form} after`);
      expect(shown).toMatch(/^before .*\[redacted\].* after$/s);
      expect(shown).not.toContain(form.slice(2, -4));
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it('is hidden in capitals and in small letters of any alphabet', () => {
    const hide = redactor(['Pässwörd-Über-Ñandú']);
    expect(hide('got PÄSSWÖRD-ÜBER-ÑANDÚ or pässwörd-über-ñandú')).toBe(
      'got [redacted] or [redacted]',
    );
  });

  it.each(['latin1', 'utf16le'] as const)(
    'is hidden with characters beyond ASCII in %s',
    (name) => {
      const secret = 'Pässwörd-Über-Žluťoučký';
      const shown = redactor([secret])(`a ${Buffer.from(secret, name).toString()} b`);
      expect(shown.replaceAll('\0', '')).toBe('a [redacted] b');
    },
  );

  it('is hidden in the base64 of a longer text', () => {
    const form = Buffer.from(`Bearer ${TOKEN}, and more`).toString('base64url');
    expect(redact(form)).toMatch(/^QmVhcmVyIF\[redacted\].{0,3}IGFuZCBtb3Jl$/);
  });

  it('is hidden if a text was cut off inside it, except a few characters', () => {
    expect(redact(`"got ${TOKEN.slice(0, 12)}…" and more`)).toBe('"got [redacted]…" and more');
    expect(redact(`got ${TOKEN.slice(0, 5)}…`)).toBe(`got ${TOKEN.slice(0, 5)}…`);
  });

  it('is hidden if a text was cut off without a mark, at its beginning and at its end', () => {
    const secret = 'q8Zr5tLm2Xw7Vb4Nc9Kd1Pf6Hs3Gj0Ya';
    const hide = redactor([secret]);
    const url = `http://h/?t=${secret}`;
    for (const part of [secret.slice(-30), secret.slice(0, 17), secret.slice(7, 23)])
      expect(hide(`"end": ${part}`)).toBe('"end": [redacted]');
    expect(hide(url.slice(0, -9))).toBe('http://h/?t=[redacted]');
    expect(hide(Buffer.from(secret).toString('hex').slice(5, 40))).toMatch(/^.?\[redacted\].?$/);
  });

  it('is hidden beside the mark of a cut if at least eight characters remain', () => {
    for (const part of [`…${TOKEN.slice(-9)}`, `..."${TOKEN.slice(0, 9)}"...`])
      expect(redact(`at ${part} of it`)).toMatch(/^at …?[."]*\[redacted\][."]* of it$/);
    expect(redact(`at ${TOKEN.slice(-9)} of it`)).toBe(`at ${TOKEN.slice(-9)} of it`);
  });

  it('zeros and other characters that any text may have are not hidden as a part of it', () => {
    const id = '00000000-0000-0000-0000-000000000000';
    expect(redactor([`${id}-key-8f3a`])(`{"id":"${id}"}`)).toBe(`{"id":"${id}"}`);
  });

  it('every other text stays the same', () => {
    const others = [
      '{"a":"\\u0043\\n","b":"%41&amp;"}',
      'a\\\\b "c" 100%',
      `{"x":"${'ab\\u0041'.repeat(100)}"}`,
      'Bearer, tk9, s3cr3t …',
    ];
    for (const text of others) expect(redact(text)).toBe(text);
    expect(redactor(['abc'])('ABC, YWJj and abc')).toBe('ABC, [redacted] and [redacted]');
  });

  it('is searched for in time that is linear in the text', () => {
    const signed = `${'h'.repeat(60)}.${'p'.repeat(900)}.${'s'.repeat(340)}`;
    const both = redactor([TOKEN, signed, `${signed}x`]);
    for (const text of ['\\u0043', 'a1B2', '%43', '&#67;', '\\', '\\\\"'].map((t) =>
      t.repeat(200_000),
    )) {
      expect(both(text)).toBe(text);
    }
  });
});
