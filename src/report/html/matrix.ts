import type { Verdict } from '../../model/index.ts';
import { OUTCOMES } from '../../model/index.ts';
import { groupBy, nameOf } from '../digest.ts';
import { MARKS, type Mark, markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import type { HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import { cell, type Grid } from './matrix-cell.ts';
import { byOperation } from './matrix-operations.ts';
import type { PagePart } from './parts.ts';
import { type Html, html } from './text.ts';

/** Up to this many operations are columns; more of them are rows. */
const FEW = 12;
const LONGEST_NAME = 60;
const ORDER = Object.keys(MARKS) as readonly Mark[];

/**
 * Operations against requirements, with a link to the verdict in each cell. Few operations are columns, with the worst
 * requirement first; many are rows by area, with repeated requirements as columns.
 */
export function matrix(page: HtmlPage): PagePart {
  const few = page.operations.length <= FEW;
  const grid = few ? byName(page) : byOperation(page);
  const body = html`<p class="legend">${legend(page)}<span class="muted">${few && 'Worst first. '}Each mark leads to its verdict.</span></p>
<div class="fit" tabindex="0" role="group" aria-label="Table, may scroll">
<table class="matrix ${few ? 'by-name' : 'by-operation'}">
<caption class="vh">${grid.caption}</caption>
<thead>${grid.head}</thead>
${grid.bodies}
</table>
</div>`;
  if (few) return { id: 'matrix', title: 'Requirements by operation', body };
  const words = `${count(page.operations.length, 'operation')}, ${count(page.report.verdicts.length, 'requirement')}`;
  // Folded, because the layout of a large table takes longer than that of the whole page.
  return {
    id: 'matrix',
    title: 'Operations by requirement',
    body: html`<details class="card quiet large"><summary>The table of ${words}</summary>${body}</details>`,
  };
}

/** The marks of the report, with their words. */
function legend({ report }: HtmlPage): Html[] {
  const there = new Set(report.verdicts.map(markOf));
  return ORDER.filter((mark) => there.has(mark)).map((mark) => html`${icon(mark, true)} `);
}

function byName(page: HtmlPage): Grid {
  const rows = groupBy(page.report.verdicts, (v) => nameOf(v.requirement)).sort(
    ([, a], [, b]) => worst(a) - worst(b),
  );
  const columns = page.operations.map(
    ({ label }) => html`<th scope="col"><span>${label}</span></th>`,
  );
  return {
    caption: 'One row for each requirement, one column for each operation',
    head: html`<tr><th scope="col">Requirement</th><th scope="col">Level</th>${columns}</tr>`,
    bodies: html`<tbody>
${rows.map(([name, verdicts]) => row(page, name, verdicts))}
</tbody>`,
  };
}

function row(page: HtmlPage, name: string, verdicts: readonly Verdict[]): Html {
  const levels = [...new Set(verdicts.map((v) => v.level))].join(' · ');
  const cells = page.operations.map(({ key }) => {
    const here = verdicts.filter((v) => v.operation === key);
    return html`<td>${here.map((verdict) => cell(page, verdict))}</td>`;
  });
  return html`<tr><th scope="row">${cut(name, LONGEST_NAME)}</th><td class="levels">${levels}</td>${cells}</tr>\n`;
}

/** The rank of the worst verdict of a row: failed MUST, failed SHOULD, then the outcomes in their order. */
function worst(verdicts: readonly Verdict[]): number {
  const ranks = verdicts.map((v) => {
    const rank = OUTCOMES.indexOf(v.outcome) * 3;
    if (v.outcome !== 'failed') return v.outcome === 'passed' ? 99 : rank;
    return { MUST: 0, SHOULD: 1, MAY: 13 }[v.level];
  });
  return Math.min(...ranks);
}
