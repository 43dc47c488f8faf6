import { OUTCOMES, type Verdict } from '../../model/index.ts';
import { groupBy, nameOf } from '../digest.ts';
import { MARKS, type Mark, markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { type Html, html } from './text.ts';

/** A cell of a matrix. */
interface Grid {
  readonly caption: string;
  readonly head: Html;
  readonly bodies: Html;
}

/** One verdict as a mark that leads to its entry. */
function cell(page: HtmlPage, verdict: Verdict): Html {
  const { label } = page.operationOf(verdict);
  const title = html`${label}, ${cut(nameOf(verdict.requirement), 60)}: ${verdict.level}`;
  return html`<a href="#${page.idOf(verdict)}" title="${title}" ${dataAttributes(page, verdict)}>${icon(markOf(verdict))}</a>`;
}

/** A requirement has its own column if at least this share of the operations has it … */
const SHARE = 0.25;
/** … and if there is room. */
const COLUMNS = 20;
/** Up to this many marks of one kind are shown individually in the last column. */
const SINGLE = 3;

/** One row for each operation, by area; one column for each requirement that repeats, and one for all others. */
function byOperation(page: HtmlPage): Grid {
  const repeated = templates(page);
  const columns = repeated.map((name) => html`<th scope="col"><span>${cut(name, 40)}</span></th>`);
  const areas = groupBy(page.operations, ({ area }) => area);
  const width = repeated.length + 2;
  return {
    caption: 'One row for each operation, one column for each requirement that repeats',
    head: html`<tr><th scope="col">Operation</th>${columns}<th scope="col" class="own">others</th></tr>`,
    bodies: html`${areas.map(
      ([area, rows]) => html`<tbody>
${areas.length > 1 && html`<tr class="area"><th scope="rowgroup" colspan="${width}"><span>${area}</span></th></tr>`}
${rows.map((row) => operation(page, row, repeated))}
</tbody>`,
    )}`,
  };
}

/** The names that enough operations have, in the order of the catalogue. */
function templates({ report, operations }: HtmlPage): readonly string[] {
  const names = groupBy(report.verdicts, (v) => nameOf(v.requirement));
  const spread = names
    .map(([name, verdicts]) => ({ name, on: new Set(verdicts.map((v) => v.operation)).size }))
    .filter(({ on }) => on >= Math.max(2, SHARE * operations.length));
  const kept = new Set(spread.toSorted((a, b) => b.on - a.on).slice(0, COLUMNS));
  return spread.filter((one) => kept.has(one)).map(({ name }) => name);
}

function operation(
  page: HtmlPage,
  { name, verdicts }: OperationRow,
  repeated: readonly string[],
): Html {
  const byName = new Map(groupBy(verdicts, (v) => nameOf(v.requirement)));
  const cells = repeated.map(
    (name) => html`<td>${(byName.get(name) ?? []).map((verdict) => cell(page, verdict))}</td>`,
  );
  const own = verdicts.filter((v) => !repeated.includes(nameOf(v.requirement)));
  return html`<tr><th scope="row">${name}</th>${cells}<td class="own">${groupBy(own, markOf).map(([, alike]) => marks(page, alike))}</td></tr>\n`;
}

/** A few verdicts individually; many passed or inconclusive ones as one icon with their number. */
function marks(page: HtmlPage, verdicts: readonly [Verdict, ...Verdict[]]): Html[] | Html {
  const [first] = verdicts;
  if (first.outcome === 'failed' || verdicts.length <= SINGLE) {
    return verdicts.map((verdict) => cell(page, verdict));
  }
  const title = `${page.operationOf(first).label}: ${count(verdicts.length, 'other requirement')}`;
  return html`<a href="#${page.idOf(first)}" class="many" title="${title}" ${dataAttributes(page, first)}>${icon(markOf(first))}<span class="n">${verdicts.length}</span></a>`;
}

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
    body: html`<details class="card quiet large"><summary>Table: ${words}</summary>${body}</details>`,
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
