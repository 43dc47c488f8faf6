/** Targets × APIs: the newest verdict on each. */

import { some } from '../model/some.ts';
import { type Html, html } from '../report/html/text.ts';
import { count } from '../report/text.ts';
import { day, linkFrom, linkTo, signatureMark, verdictMark, verdictWords } from './marks.ts';
import { counts } from './standing.ts';
import type { Cell, Target } from './targets.ts';

/** The most columns; further APIs are named below the table. */
const MAX_COLUMNS = 24;

/** The id of a target's section. */
export function targetId(index: number): string {
  return `target-${index + 1}`;
}

/** False for a single report without problems: the table shows everything about it. */
export function hasSection({ reports, open }: Target): boolean {
  return reports.length > 1 || open.length > 0;
}

export function matrix(targets: readonly Target[], out: string): Html {
  const all = columnsOf(targets);
  const columns = all.slice(0, MAX_COLUMNS);
  const head = columns.map((api) => html`<th scope="col">${api}</th>`);
  return html`<div class="scroll" role="region" aria-label="Newest verdicts" tabindex="0"><table class="targets">
<caption class="vh">The newest verdict on each API of each target</caption>
<thead><tr><th scope="col">Target</th><th scope="col">Newest report</th>${head}</tr></thead>
<tbody>
${targets.map((target, i) => row(target, i, columns, out))}</tbody>
</table></div>
${all.length > columns.length && html`<p class="muted">Not in the table: ${some(all.slice(MAX_COLUMNS), 20)}</p>`}`;
}

/** The APIs that at least one target offers, by name. */
function columnsOf(targets: readonly Target[]): readonly string[] {
  const offered = targets.flatMap(({ cells }) =>
    [...cells.values()].filter(({ result }) => result !== 'not-offered').map(({ api }) => api),
  );
  return [...new Set(offered)].sort();
}

function row(target: Target, index: number, columns: readonly string[], out: string): Html {
  const { url, newest, cells } = target;
  const shown = columns.map((api) => cell(api, cells.get(api), target, out));
  return html`<tr><th scope="row">${hasSection(target) ? html`<a href="#${targetId(index)}">${url}</a>` : url}</th>
<td data-label="Newest report">${linkTo(out, newest, day(newest))}<span class="signature">${signatureMark(newest)}</span></td>
${shown}</tr>
`;
}

function cell(api: string, cell: Cell | undefined, { newest }: Target, out: string): Html {
  if (cell === undefined)
    return html`<td class="empty" data-label="${api}"><span class="vh">no report</span></td>`;
  const { result, version, problems, report } = cell;
  if (result === 'not-offered')
    return html`<td class="empty muted" data-label="${api}">not offered</td>`;
  const older = report === newest ? undefined : html` <span>${day(report)}</span>`;
  return html`<td data-label="${api}"><a class="cell" href="${linkFrom(out, report.page)}">${verdictMark(result)}<span><b>${verdictWords(result)}</b> <span>${version}</span>${counts(report) && html` <span>${count(problems, 'problem')}</span>`}${older}</span></a></td>
`;
}
