/** Changes valid files: their bytes, lines and parts of documents. */
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { Reader } from './readers.ts';

/** Replacements for a part: of a wrong type, very large, or with a special meaning. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  99999999999,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  0.1,
  '',
  '.',
  '..',
  '../../x',
  '/etc/passwd',
  '__proto__',
  'constructor',
  '\ud800',
  'a\0b',
  '\u202e',
  '(a+)+$',
  '^(a|a)*$',
  '#/components/schemas/User',
  '#/',
  '9'.repeat(400),
  'x'.repeat(5000),
  [],
  {},
  [[[[[[]]]]]],
  { $ref: '#/components/schemas/User' },
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
];
const BYTES: readonly string[] = [
  ...[
    '\0',
    '\xff',
    '{',
    '[',
    '}',
    ']',
    '"',
    ':',
    '\n',
    '- ',
    '? ',
    '&a ',
    '*a',
    '<<: ',
    '!!js ',
    '%',
  ],
  ...[
    '\\ud800',
    '__proto__',
    '1e999',
    '\ufeff',
    '../../',
    'PK\x05\x06',
    '\t',
    '|',
    '>',
    '#',
    '"\\',
  ],
];

type Change = (bytes: Buffer) => Buffer;

/** A changed file of a reader: a few changes one after the other. */
export function changed({ kind, seeds }: Reader): fc.Arbitrary<Buffer> {
  const own = kind === 'bytes' ? ofBytes() : fc.oneof(ofBytes(), ofParts(kind), ofParts(kind));
  return fc
    .tuple(fc.constantFrom(...seeds), fc.array(own, { minLength: 1, maxLength: 4 }))
    .map(([seed, changes]) => changes.reduce((bytes, change) => change(bytes), seed));
}

function ofBytes(): fc.Arbitrary<Change> {
  const at = fc.double({ min: 0, max: 1, noNaN: true });
  const piece = fc.tuple(at, at);
  return fc.oneof(
    fc.tuple(at, fc.nat(255)).map(
      ([place, bits]): Change =>
        (bytes) => {
          const out = Buffer.from(bytes);
          const index = indexOf(out, place);
          if (out.length > 0) out[index] = (out[index] ?? 0) ^ bits;
          return out;
        },
    ),
    at.map(
      (place): Change =>
        (bytes) =>
          bytes.subarray(0, indexOf(bytes, place)),
    ),
    fc.tuple(at, fc.constantFrom(...BYTES)).map(
      ([place, more]): Change =>
        (bytes) =>
          inserted(bytes, indexOf(bytes, place), Buffer.from(more, 'latin1')),
    ),
    fc.tuple(piece, at, fc.constantFrom(1, 1, 2, 300)).map(
      ([[a, b], place, times]): Change =>
        (bytes) => {
          const [from, to] = [indexOf(bytes, Math.min(a, b)), indexOf(bytes, Math.max(a, b))];
          const copy = bytes.subarray(from, Math.min(to, from + 20_000 / times));
          const copies = Buffer.concat(Array.from({ length: times }, () => copy));
          return inserted(bytes, indexOf(bytes, place), copies);
        },
    ),
    piece.map(
      ([a, b]): Change =>
        (bytes) => {
          const [from, to] = [indexOf(bytes, Math.min(a, b)), indexOf(bytes, Math.max(a, b))];
          return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
        },
    ),
  );
}

function indexOf(bytes: Buffer, place: number): number {
  return Math.min(bytes.length - 1, Math.floor(place * bytes.length));
}

function inserted(bytes: Buffer, at: number, more: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, at), more, bytes.subarray(at)]);
}

interface Place {
  readonly parent: Record<string, unknown>;
  readonly name: string;
}

/** Replaces, removes, renames, duplicates, moves and nests parts. */
function ofParts(kind: 'json' | 'yaml'): fc.Arbitrary<Change> {
  const die = fc.nat(1_000_000);
  const write = (value: unknown): string =>
    kind === 'yaml' ? yamlOf(value) : JSON.stringify(value);
  const how = fc.constantFrom(
    'replace',
    'replace',
    'replace',
    'remove',
    'rename',
    'double',
    'move',
    'nest',
  );
  return fc.tuple(die, die, how, fc.constantFrom(...ODD)).map(
    ([one, other, what, odd]): Change =>
      (bytes) => {
        const value = valueIn(bytes);
        const places = placesIn(value);
        const here = places[one % Math.max(1, places.length)];
        const there = places[other % Math.max(1, places.length)];
        if (here === undefined || there === undefined) return bytes;
        change(what, here, there, structuredClone(odd));
        try {
          return Buffer.from(write(value) ?? '');
        } catch {
          // A part that contains itself cannot be written.
          return bytes;
        }
      },
  );
}

function change(what: string, here: Place, there: Place, odd: unknown): void {
  const { parent, name } = here;
  if (what === 'replace') put(parent, name, odd);
  if (what === 'remove') delete parent[name];
  if (what === 'rename') put(parent, typeof odd === 'string' ? odd : '__proto__', parent[name]);
  if (what === 'double') put(parent, `${name}2`, structuredClone(parent[name]));
  if (what === 'move') put(there.parent, there.name, structuredClone(parent[name]));
  if (what === 'nest')
    put(parent, name, Array.isArray(odd) ? [parent[name]] : { [name]: parent[name] });
}

/** Sets a member with any name, even `__proto__`. */
function put(into: object, name: string, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  const as = { value, writable: true, enumerable: true, configurable: true };
  if (name !== 'length' || !Array.isArray(into)) Object.defineProperty(into, name, as);
}

function placesIn(value: unknown, found: Place[] = []): readonly Place[] {
  if (typeof value !== 'object' || value === null || found.length > 2000) return found;
  for (const [name, member] of Object.entries(value)) {
    found.push({ parent: value as Record<string, unknown>, name });
    placesIn(member, found);
  }
  return found;
}

function valueIn(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return JSON.parse(text);
  } catch {
    return text.length > 20_000 ? undefined : yamlIn(text);
  }
}

function yamlIn(text: string): unknown {
  try {
    // Throws at errors: what is left of a broken text may take seconds to become a value.
    return parse(text, { logLevel: 'error', maxAliasCount: 10 });
  } catch {
    return undefined;
  }
}

function yamlOf(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false });
}
