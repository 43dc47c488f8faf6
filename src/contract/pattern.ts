/** Matches patterns of documents in linear time, for any pattern and any text. */
import { createRequire } from 'node:module';

/** A pattern as JSON Schema means it: anchored nowhere, by code points. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** A pattern that is malformed, or that no linear-time engine can run. The message names the pattern and the remedy. */
export class PatternError extends Error {
  readonly code = 'ASSAY_PATTERN';
  override readonly name = 'PatternError';
}

/** The most characters of a pattern; longer ones take long to compile. */
const LONGEST_PATTERN = 4096;
/** The most characters of a pattern in a message. */
const SHOWN = 80;

const require = createRequire(import.meta.url);
const known = new Map<string, Pattern>();

/**
 * The pattern in RE2, whose time is linear in the text. Throws PatternError for features that RE2 does not have:
 * lookaround, back references, counts above 1000.
 */
export function linearPattern(source: string): Pattern {
  let pattern = known.get(source);
  if (pattern === undefined) {
    pattern = compiled(source);
    known.set(source, pattern);
  }
  return pattern;
}

function compiled(source: string): Pattern {
  if (source.length > LONGEST_PATTERN) {
    throw unusable(source, `has ${source.length} characters, and the limit is ${LONGEST_PATTERN}`);
  }
  // Loaded on demand: most runs have no foreign patterns.
  const { RE2JS } = require('re2js') as typeof import('re2js');
  try {
    new RegExp(source, 'u');
    const regex = RE2JS.compile(RE2JS.translateRegExp(inDialect(source)));
    // ajv tells patterns of one document apart by their texts.
    return { test: (text) => regex.matcher(text).find(), toString: () => source };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw unusable(source, `cannot be used (${why.slice(0, SHOWN)})`);
  }
}

/** White space of ECMAScript; RE2 has only the ASCII part. */
const SPACES =
  '\\t\\n\\v\\f\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const LINE_ENDS = '\\n\\r\\u2028\\u2029';
const TOKEN =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\[pP]\{[^}]*\}|\\.|[^\\]/gsu;

/** The same pattern in the syntax of RE2, where it differs from ECMAScript. */
function inDialect(source: string): string {
  let inClass = false;
  return source.replace(TOKEN, (token) => {
    if (token === '[') inClass = true;
    if (token === ']') inClass = false;
    if (token === '.' && !inClass) return `[^${LINE_ENDS}]`;
    if (token === '\\s') return inClass ? SPACES : `[${SPACES}]`;
    if (token === '\\S' && inClass) throw new Error('\\S in brackets');
    if (token === '\\S') return `[^${SPACES}]`;
    if (token === '\\b' && inClass) return '\\x08';
    if (token.length === 12) return codePoint(token);
    return token.replace(/^(\\p\{)(?:Script|sc|General_Category|gc)=/i, '$1');
  });
}

/** A pair of surrogates as the character that it means. */
function codePoint(pair: string): string {
  const units = [pair.slice(2, 6), pair.slice(8)].map((hex) => Number.parseInt(hex, 16));
  return `\\u{${String.fromCharCode(...units)
    .codePointAt(0)
    ?.toString(16)}}`;
}

function unusable(source: string, trouble: string): PatternError {
  const shown = source.length > SHOWN ? `${source.slice(0, SHOWN)}…` : source;
  return new PatternError(
    `the pattern ${JSON.stringify(shown)} ${trouble}. Write it without lookaround, backreferences and counts above 1000, or leave it out.`,
  );
}
