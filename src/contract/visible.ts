/** Shows foreign texts with visible characters. */

/** Characters that are invisible or move other ones: controls, formats, lone surrogates. */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** The text, or its longest start that fits with an ellipsis; never cut inside an escape. */
export function fitting(text: string, room: number): string {
  let length = 0;
  let taken = 0;
  let fits = 0;
  for (const character of text) {
    length += visible(character).length;
    if (length > room) return text.slice(0, fits);
    taken += character.length;
    if (length < room) fits = taken;
  }
  return text;
}

/** The text with escapes for invisible characters. */
export function escaped(text: string): string {
  return Array.from(text, visible).join('');
}

/** The usual characters: printable, and without an escape in JSON. */
const PLAIN = /^[ !#-[\]-~]$/;

function visible(character: string): string {
  if (PLAIN.test(character)) return character;
  const json = JSON.stringify(character).slice(1, -1);
  return HIDDEN.test(json) ? character.split('').map(unit).join('') : json;
}

function unit(half: string): string {
  return `\\u${half.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
