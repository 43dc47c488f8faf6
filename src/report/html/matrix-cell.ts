import type { Verdict } from '../../model/index.ts';
import { nameOf } from '../digest.ts';
import { markOf } from '../status.ts';
import { cut } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import { type Html, html } from './text.ts';

/** A cell of a matrix. */
export interface Grid {
  readonly caption: string;
  readonly head: Html;
  readonly bodies: Html;
}

/** One verdict as a mark that leads to its entry. */
export function cell(page: HtmlPage, verdict: Verdict): Html {
  const { label } = page.operationOf(verdict);
  const title = html`${label}, ${cut(nameOf(verdict.requirement), 60)}: ${verdict.level}`;
  return html`<a href="#${page.idOf(verdict)}" title="${title}" ${dataAttributes(page, verdict)}>${icon(markOf(verdict))}</a>`;
}
