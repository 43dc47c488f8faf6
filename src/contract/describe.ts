/** Any JSON value in a few words, for the Expected and Actual lines of a finding. */

/** Characters that a reader cannot see, or that move others about: controls, formats, lone surrogates. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/**
 * Says in at most `max` characters what a value is: `the number 4`, `"some te…"`, `an array of 3 items`,
 * `nothing` for undefined. The response is one line of visible characters whatever the value holds.
 */
export function describe(value: unknown, max = 60): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return cut(value, '"', '"', max);
  if (typeof value === 'number') return `the number ${Object.is(value, -0) ? '-0' : value}`;
  if (Array.isArray(value)) return ofArray(value);
  if (typeof value === 'object' && value !== null) return ofObject(value, max);
  return cut(String(value), '', '', max);
}

function ofArray(value: readonly unknown[]): string {
  if (value.length === 0) return 'an empty array';
  return `an array of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
}

function ofObject(value: object, max: number): string {
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object';
  return cut(names.join(', '), 'an object with ', '', max);
}

/** Cuts between visible characters, never inside an escape; an ellipsis shows that something is missing. */
function cut(text: string, before: string, after: string, max: number): string {
  const room = max - before.length - after.length;
  let shown = '';
  let fits = '';
  for (const character of text) {
    shown += visible(character);
    if (shown.length > room) return `${before}${fits}…${after}`;
    if (shown.length < room) fits = shown;
  }
  return `${before}${shown}${after}`;
}

/** Most characters of most texts: printable, and none that JSON escapes. */
const PLAIN = /^[ !#-[\]-~]$/;

function visible(character: string): string {
  if (PLAIN.test(character)) return character;
  const escaped = JSON.stringify(character).slice(1, -1);
  return HIDDEN.test(escaped) ? character.split('').map(unit).join('') : escaped;
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
