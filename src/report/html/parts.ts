/** The parts of the page in one list, which the navigation uses too. */
import { type Html, html } from './text.ts';

export interface PagePart {
  readonly id: string;
  readonly title: string;
  /** The title in the navigation, if it is another one. */
  readonly short?: string;
  /** The number of its entries, in the heading and in the navigation. */
  readonly number?: number;
  /** The attributes that the filters read. */
  readonly attributes?: Html;
  readonly body: Html;
}

export function section({ id, title, number, attributes, body }: PagePart): Html {
  return html`<section aria-labelledby="${id}"${attributes && html` ${attributes}`}>
<h2 id="${id}">${title}${numbered(number)}</h2>
${body}
</section>
`;
}

export function navigation(parts: readonly PagePart[]): Html {
  const items = parts.map(
    ({ id, title, short = title, number }) =>
      html`<li><a href="#${id}">${short}</a>${numbered(number)}</li>`,
  );
  return html`<nav aria-label="Contents"><ul>${items}</ul></nav>`;
}

function numbered(number: number | undefined): Html {
  return number === undefined ? html`` : html` <span class="n">${number}</span>`;
}
