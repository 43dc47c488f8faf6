/** Writes any text in Markdown so that no part of it becomes markup, a mention, an issue number or a link. */
import { withoutLogCommands } from '../log-commands.ts';
import { line, visible } from '../text.ts';

const PUNCTUATION = /[!-/:-@[-`{-~]/g;
/** Punctuation without a meaning in Markdown, in sentences without an address. */
const PLAIN = /[-.,;:'"()?!/%]/;
const LONGEST_CODE = 300;
const NEVER = /(?!)/;
const LINK = /:\/\/|www\./i;
const SAFE_IN_BACKTICKS = /^(?!.*##)[^\s`|<>@][^`|<>@\n]*$/;

/** Prose: Markdown syntax becomes character references; mentions and issue numbers are broken in two. */
export function prose(text: string, max = 400): string {
  const shown = line(text, max);
  const plain = LINK.test(shown) ? NEVER : PLAIN;
  return shown.replace(PUNCTUATION, (character, index: number) => {
    if (index > 0 && plain.test(character)) return character;
    return `${reference(character)}${/[@#]/.test(character) ? '<!-- -->' : ''}`;
  });
}

/** A value as code: in backticks if that is safe, otherwise as a code element with character references. */
export function code(text: string): string {
  const shown = line(text, LONGEST_CODE);
  if (SAFE_IN_BACKTICKS.test(shown)) return `\`${shown.trimEnd()}\``;
  return `<code>${shown.replace(PUNCTUATION, reference)}</code>`;
}

/** A block of code, behind a fence that is longer than any run of backticks in it. */
export function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  // A job may print the file in its log.
  return `${fence}\n${withoutLogCommands(visible(text, '\n'))}\n${fence}`;
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
