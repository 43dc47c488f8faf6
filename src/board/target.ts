/** The section of one target: open problems, changes over time, and all its reports. */
import { icon, level } from '../report/html/icons.ts';
import { type Html, html } from '../report/html/text.ts';
import { groupBy } from '../report/names.ts';
import { count } from '../report/text.ts';
import { chart } from './chart.ts';
import type { Change, OpenProblem } from './history.ts';
import { day, linkTo, moment, signatureMark, verdictMark, verdictWords } from './marks.ts';
import { hasSection, targetId } from './matrix.ts';
import { counts, verdictOf } from './standing.ts';
import type { Target } from './targets.ts';
import type { BoardReport } from './types.ts';

/** The most problems, and the most reports with changes, that are shown; the others are folded. */
const PROBLEMS_SHOWN = 8;
const CHANGES_SHOWN = 4;
/** The most items of a folded list; further ones are only counted. */
const FOLDED = 200;

/** The section of a target; empty if the table shows everything. */
export function targetSection(target: Target, index: number, out: string): Html {
  if (!hasSection(target)) return html``;
  const { url, result, reports } = target;
  const id = targetId(index);
  return html`<section class="card ${result}" aria-labelledby="${id}">
<h3 id="${id}">${verdictMark(result)} ${url} <span class="n">${verdictWords(result)}</span></h3>
${chart(target)}
${openList(target, out)}
${changeList(target, out)}
${reports.length > 1 && reportTable(target, out)}
</section>
`;
}

function openList({ open, newest, reports }: Target, out: string): Html {
  const first = reports.find(counts) ?? reports[0];
  if (!reports.some(counts)) return html`<p class="muted">None of its reports count.</p>`;
  if (open.length === 0) return html`<p class="muted">No open problems.</p>`;
  const rank = ({ problem }: OpenProblem): number =>
    (problem.isKnown ? 2 : 0) + (problem.level === 'MUST' ? 0 : 1);
  const sorted = open.toSorted(
    (a, b) => rank(a) - rank(b) || b.since.startedAt - a.since.startedAt,
  );
  const items = sorted.map((one) => openItem(one, first, newest, out));
  return html`<h4>Open: ${count(open.length, 'problem')}</h4>
${listed(items, PROBLEMS_SHOWN, 'more problem')}`;
}

function openItem(
  { problem, since, last }: OpenProblem,
  first: BoardReport,
  newest: BoardReport,
  out: string,
): Html {
  const isOlder = last !== newest && counts(newest);
  const notes = [
    html`since ${since === first && 'the first report, '}${linkTo(out, since, day(since))}`,
    ...(isOlder ? [html`, not judged after ${linkTo(out, last, day(last))}`] : []),
    ...(problem.isKnown ? [html`, known`] : []),
  ];
  return html`<li>${icon(problem.level === 'MUST' ? 'failed' : 'warning')}<span>${level(problem.level)} ${problem.title} <span class="muted">${notes}</span></span></li>
`;
}

/** The changes of each report, the newest report first. */
function changeList({ changes }: Target, out: string): Html {
  if (changes.length === 0) return html``;
  const byReport = groupBy(changes, ({ report }) => report.path).toReversed();
  const items = byReport.map(([, own]) => changesIn(own, out));
  return html`<h4>What changed</h4>
${listed(items, CHANGES_SHOWN, 'earlier report with changes', 'earlier reports with changes')}`;
}

function changesIn(changes: readonly [Change, ...Change[]], out: string): Html {
  const [{ report }] = changes;
  const items = changes.map(({ kind, problem }) => {
    const words = kind === 'fixed' ? 'passed again' : 'started to fail';
    const mark = icon(kind === 'fixed' ? 'passed' : 'failed');
    return html`<li>${mark}<span>${words}: ${problem.title}</span></li>\n`;
  });
  return html`<li class="day"><b>${linkTo(out, report, day(report))}</b><ul class="problems-of">${items}</ul></li>
`;
}

/** A list whose end is folded, and only counted if it is very long. */
function listed(items: readonly Html[], shown: number, one: string, many = `${one}s`): Html {
  const [first, rest] = [items.slice(0, shown), items.slice(shown)];
  const left = rest.length - FOLDED;
  return html`<ul class="problems-of">${first}</ul>
${rest.length > 0 && html`<details><summary>${count(rest.length, one, many)}</summary><ul class="problems-of">${rest.slice(0, FOLDED)}</ul>${left > 0 && html`<p class="muted">and ${left} more not shown</p>`}</details>`}`;
}

function reportTable({ reports }: Target, out: string): Html {
  return html`<details><summary>${count(reports.length, 'report')}</summary>
<div class="scroll" tabindex="0" role="group" aria-label="Reports"><table class="reports">
<thead><tr><th scope="col">Report</th><th scope="col">Verdict</th><th scope="col">Problems</th><th scope="col">Profile</th><th scope="col">Assay</th><th scope="col">Signature</th><th scope="col">Place</th></tr></thead>
<tbody>${reports.toReversed().map((report) => reportRow(report, out))}</tbody>
</table></div></details>`;
}

function reportRow(report: BoardReport, out: string): Html {
  const { result, problems, profile, isInterrupted, kit, path } = report;
  const verdict = verdictOf(report, result);
  return html`<tr><th scope="row">${linkTo(out, report, moment(report))}</th><td>${verdictMark(verdict)} ${verdictWords(verdict)}</td><td class="number">${problems.length}</td><td>${profile}${isInterrupted && ', interrupted'}</td><td>${kit}</td><td>${signatureMark(report)}</td><td><code>${path}</code></td></tr>
`;
}
