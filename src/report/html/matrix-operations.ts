import type { Verdict } from '../../model/index.ts';
import { groupBy, nameOf } from '../digest.ts';
import { markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import { cell, type Grid } from './matrix-cell.ts';
import type { OperationRow } from './operations.ts';
import { type Html, html } from './text.ts';

/** A requirement has its own column if at least this share of the operations has it … */
const SHARE = 0.25;
/** … and if there is room. */
const COLUMNS = 20;
/** Up to this many marks of one kind are shown individually in the last column. */
const SINGLE = 3;

/** One row for each operation, by area; one column for each requirement that repeats, and one for all others. */
export function byOperation(page: HtmlPage): Grid {
  const repeated = templates(page);
  const columns = repeated.map((name) => html`<th scope="col"><span>${cut(name, 40)}</span></th>`);
  const areas = groupBy(page.operations, ({ area }) => area);
  const width = repeated.length + 2;
  return {
    caption: 'One row for each operation, one column for each requirement that repeats',
    head: html`<tr><th scope="col">Operation</th>${columns}<th scope="col" class="own">its own</th></tr>`,
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
  const title = `${page.operationOf(first).label}: ${count(verdicts.length, 'requirement')} of its own`;
  return html`<a href="#${page.idOf(first)}" class="many" title="${title}" ${dataAttributes(page, first)}>${icon(markOf(first))}<span class="n">${verdicts.length}</span></a>`;
}
