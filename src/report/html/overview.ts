import type { Level } from '../../contract/contract.ts';
import type { Report, Verdict } from '../../model/index.ts';
import { OUTCOMES, type Outcome } from '../../model/index.ts';
import { gaps, gapTitle, headline, sentence } from '../digest.ts';
import { operationsOf, problemCount } from '../problems.ts';
import { LEVELS, MARKS, type Mark, markOf } from '../status.ts';
import { count, cut, duration, some } from '../text.ts';
import type { Page } from './document.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import { type Html, html } from './text.ts';

const RESULT_MARK = { conforming: 'passed', nonconforming: 'failed', partial: 'cantTell' } as const;
const GAPS_SHOWN = 4;
const PROBLEMS_SHOWN = 10;
/** Operations beyond this are counted. */
const NAMED = 6;

/** The first screen: the result in words, the target, the contracts, the date, what was tested and what not. */
export function overview(page: Page): Html {
  const { report } = page;
  return html`<header>
<p class="kicker">Compliance report <span>${report.kit.name} ${report.kit.version}</span></p>
<div class="result ${report.result}">
${icon(RESULT_MARK[report.result])}
<div><h1>${headline(report)}</h1><p>${sentence(report)}</p></div>
</div>
${report.run.interrupted && html`<p class="callout" role="note">The run was interrupted: what follows is what was learned until then.</p>`}
${report.run.notes.map((note) => html`<p class="callout" role="note">${note}</p>`)}
<dl class="facts">
<div><dt>Target</dt><dd><code>${report.target.url}</code></dd></div>
<div><dt>Contract</dt><dd>${report.contract.map((c) => html`<span class="contract">${c.id} <b>${c.version}</b></span> `)}</dd></div>
<div><dt>Checked</dt><dd>${date(report.run.startedAt)}</dd></div>
</dl>
${problemList(page)}
<div class="columns">${counts(report)}${coverage(page)}</div>
${contents(page)}
</header>`;
}

/** What has to be fixed, each with a link to its card. */
function problemList({ problems }: Page): Html {
  if (problems.length === 0) return html``;
  const shown = problems.slice(0, PROBLEMS_SHOWN);
  const more = problems.length - shown.length;
  return html`<section aria-label="Problems"><p><b>${problemCount(problems)}</b></p>
<ol class="problems">${shown.map((problem, i) => html`<li>${icon(markOf(problem.verdicts[0]))} <a href="#problem-${i + 1}">${problem.verdicts[0].statement}</a> <span class="muted">${some(operationsOf(problem), NAMED)}</span></li>`)}</ol>
${more > 0 && html`<p><a href="#problem-${shown.length + 1}">${count(more, 'more problem')}</a></p>`}
</section>`;
}

/** Ways to the parts of the page that are there. */
function contents({ report, problems, charts }: Page): Html {
  const failed = (level: Level): number => report.summary[level].failed;
  const sum = (outcomes: readonly Outcome[]): number =>
    report.verdicts.filter((v) => outcomes.includes(v.outcome)).length;
  const parts: readonly (readonly [string, string, number?])[] = [
    ['problems', 'Problems', problems.length],
    ['information', 'Worth knowing', failed('MAY')],
    ['matrix', 'Matrix', report.verdicts.length],
    ['not-judged', 'Not judged', sum(['untested', 'cantTell'])],
    ['not-applicable', 'Not applicable', sum(['inapplicable'])],
    ['passed', 'Passed', sum(['passed'])],
    ['charts', 'Responses and latency', charts.length],
    ['about', 'About this run'],
  ];
  const there = parts.filter(([, , number]) => number !== 0);
  return html`<nav aria-label="Contents"><ul>${there.map(([id, title, number]) => html`<li><a href="#${id}">${title}</a>${id !== 'matrix' && id !== 'charts' && number !== undefined && html` <span class="n">${number}</span>`}</li>`)}</ul></nav>`;
}

function counts(report: Report): Html {
  const cell = (level: Level, mark: (typeof OUTCOMES)[number]): Html => {
    const number = report.summary[level][mark];
    return html`<td class="number${number === 0 && ' zero'}">${number}</td>`;
  };
  const failedAs: Readonly<Record<Level, Mark>> = {
    MUST: 'failed',
    SHOULD: 'warning',
    MAY: 'information',
  };
  return html`<section aria-labelledby="counts"><h2 id="counts">Outcomes</h2>
<div class="scroll"><table class="counts"><caption class="vh">Number of requirements by level and outcome</caption>
<thead><tr><td></td>${OUTCOMES.map((outcome) => html`<th scope="col">${icon(outcome)}<span aria-hidden="true">${MARKS[outcome].label}</span></th>`)}</tr></thead>
<tbody>${LEVELS.map((level) => html`<tr data-failed-as="${failedAs[level]}"><th scope="row">${level}</th>${OUTCOMES.map((outcome) => cell(level, outcome))}</tr>`)}</tbody>
</table></div>
<p class="muted">A failed MUST decides the result. A failed SHOULD is a warning, a failed MAY is information.</p>
</section>`;
}

function coverage({ report, operations }: Page): Html {
  const judged = report.verdicts.filter(isJudged);
  const left = operations.filter(({ verdicts }) => !verdicts.some(isJudged));
  const open = gaps(report, ['untested', 'cantTell']);
  const more = open.length - GAPS_SHOWN;
  return html`<section aria-labelledby="coverage"><h2 id="coverage">What was tested, and what not</h2>
<ul class="coverage">
<li>${icon('passed')}<span><b>${judged.length} of ${count(report.verdicts.length, 'requirement')}</b> judged with ${count(report.run.requests, 'request')}, on ${reach(operations)}.</span></li>
${left.length > 0 && html`<li>${icon('untested')}<span><b>${count(left.length, 'operation')} not judged at all:</b> ${names(left)}.</span></li>`}
${open.slice(0, GAPS_SHOWN).map((gap) => html`<li>${icon(gap.outcome === 'cantTell' ? 'cantTell' : 'untested')}<span><b>${gap.verdicts.length} ${gapTitle(gap).toLowerCase()}.</b> ${gap.unlock}</span></li>`)}
${open.length === 0 && html`<li>${icon('passed')}<span>Nothing was left out.</span></li>`}
</ul>
${open.length > 0 && html`<p><a href="#not-judged">${more > 0 ? `${count(more, 'more reason')}, and everything not judged` : 'Everything not judged'}</a></p>`}
</section>`;
}

function isJudged({ outcome }: Verdict): boolean {
  return outcome === 'passed' || outcome === 'failed';
}

/** The operations that were judged: by name when they are few. */
function reach(operations: readonly OperationRow[]): string {
  const judged = operations.filter(({ verdicts }) => verdicts.some(isJudged));
  if (judged.length === 0) return 'no operation';
  if (judged.length <= NAMED) return names(judged);
  return `${judged.length} of ${count(operations.length, 'operation')}`;
}

function names(operations: readonly OperationRow[]): string {
  const labels = operations.map(({ label }) => cut(label, 80));
  return some(labels, NAMED);
}

/** What is needed to run it again and to know what it was judged against. */
export function about(report: Report): Html {
  const { seed, runs, requests, durationMs, profile } = report.run;
  return html`<section aria-labelledby="about"><h2 id="about">About this run</h2>
<dl class="facts">
<div><dt>Seed</dt><dd>${seed}</dd></div>
<div><dt>Runs</dt><dd>${runs}</dd></div>
<div><dt>Requests</dt><dd>${count(requests, 'request')} in ${duration(durationMs)}</dd></div>
<div><dt>Profile</dt><dd>${profile}</dd></div>
${report.contract.map((c) => html`<div class="wide"><dt>${c.id} ${c.version}</dt><dd><code>sha256 ${c.sha256}</code></dd></div>`)}
</dl>
</section>`;
}

function date(iso: string): Html {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return html`${iso}`;
  // Without Intl: its first date takes 40 ms.
  return html`<time datetime="${iso}">${time.toUTCString().slice(5, 22)} UTC</time>`;
}
