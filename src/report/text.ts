/** Makes text from a target safe to show, and formats numbers in words. */

export { count, thousands } from '../model/count.ts';

/**
 * Control characters, characters that XML forbids, and invisible ones: format characters such as direction overrides,
 * lone surrogates, line separators and the two non-characters.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/**
 * The text with every invisible character as a JSON escape (`\n`, `\u001b`, `\ud800`), so that none can move a cursor
 * or hide. Characters in `keep` stay unchanged.
 */
export function visible(text: string, keep = ''): string {
  return text.replace(UNSEEN, (found) => (keep.includes(found) ? found : escaped(found)));
}

function escaped(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The text with a capital first letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The length of the longest text. */
export function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(({ length }) => length));
}

/** The first `max` UTF-16 units of a text, without half of a surrogate pair. */
export function head(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? max - 1 : max);
}

/** The text if it fits, otherwise its start and an ellipsis: at most `max` units. */
export function cut(text: string, max: number): string {
  return text.length <= max ? text : `${head(text, Math.max(0, max - 1))}…`;
}

/** Any text as one visible line of about `max` characters or fewer. */
export function line(text: string, max: number): string {
  return cut(visible(head(text, max + 1)), max);
}

/** Milliseconds in words: `0.4 s`, `12 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The text in lines of at most `width` characters, whole words; only a longer word makes a line longer. */
export function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** A label, and the text beside it in lines of at most `width` characters, with a hanging indent. */
export function hanging(first: string, text: string, width: number): readonly string[] {
  const [words = '', ...others] = wrap(text, width - first.length);
  return [`${first}${words}`, ...others.map((more) => ' '.repeat(first.length) + more)];
}
