import escapeHtml from 'escape-html';
import { head, thousands, visible } from '../text.ts';

/** The most characters of any text of a report, unless its place allows more. */
const MAX_SHOWN = 2000;

/** Safe markup. Only `html` and `trusted` make it. */
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
 * A template that escapes every value and limits its length, except markup; lists are joined. Numbers are amounts and
 * get separators; other digits are passed as strings.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    strings.map((text, i) => text + (i < values.length ? safe(values[i]) : '')).join(''),
  );
}

/** Markup from this folder, unchanged. Never for text from a target. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Text with its line breaks for a `pre` element, also with limited length. */
export function lines(text: string, most: number): Html {
  return trusted(escapeHtml(visible(bounded(text, most), '\n\t')));
}

/** The text if it fits, otherwise its start and its length. */
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
