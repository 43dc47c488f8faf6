import escapeHtml from 'escape-html';
import { head, visible } from './text.ts';

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

/** A template whose every value is escaped, unless it is markup made the same way; lists are joined. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    strings.map((text, i) => text + (i < values.length ? safe(values[i]) : '')).join(''),
  );
}

/** Markup written in this folder, taken as it is. Never for text from a target. */
export function trusted(markup: string): Html {
  return new Html(markup);
}

/** Text that keeps its lines, for a `pre` element, cut at `max` with a word on what is missing. */
export function lines(text: string, max = 4096): Html {
  const rest = text.length - max;
  const more = rest > 0 ? html`<i>\n… ${rest.toLocaleString('en')} more characters</i>` : undefined;
  return html`${trusted(escapeHtml(visible(head(text, max), '\n\t')))}${more}`;
}

function safe(value: Value): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(safe).join('');
  return escapeHtml(visible(String(value)));
}
