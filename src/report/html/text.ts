import escapeHtml from 'escape-html';
import { head, thousands, visible } from '../text.ts';

/** No text of a report is shown longer than this unless its place allows it. */
const MAX_SHOWN = 2000;

/** Markup that is already safe. Made by `html` and `trusted` only. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

type Value = string | number | Html | undefined | false | readonly Value[];

/**
 * A template whose every value is escaped and bounded in length, unless it is markup made the same way;
 * lists are joined. Numbers are amounts and get separators; what only looks like one is given as text.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    strings.map((text, i) => text + (i < values.length ? safe(values[i]) : '')).join(''),
  );
}

/** Markup written in this folder, taken as it is. Never for text from a target. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Text that keeps its lines, for a `pre` element, bounded like any other. */
export function lines(text: string, most: number): Html {
  return trusted(escapeHtml(visible(bounded(text, most), '\n\t')));
}

/** The text if it fits, else its beginning and how long it is. */
export function bounded(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${head(text, most)}… (${thousands(text.length)} characters)`;
}

function safe(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(safe).join('');
  if (typeof value === 'number') return thousands(value);
  return escapeHtml(visible(bounded(value, MAX_SHOWN)));
}
