import type { Level } from '../../contract/contract.ts';
import type { Report, Verdict } from '../../model/index.ts';
import { OUTCOMES } from '../../model/index.ts';
import { type ApiRow, apiRows } from '../apis.ts';
import { type Gap, gaps, headline, sentence } from '../digest.ts';
import { operationsText } from '../names.ts';
import { operationsOf, type Problem, problemCount } from '../problems.ts';
import { notOffered, unserved } from '../served.ts';
import { LEVELS, MARKS, type Mark, markOf } from '../status.ts';
import { count, cut, duration } from '../text.ts';
import { textOf } from '../words.ts';
import { type HtmlPage, problemId } from './document.ts';
import { remedy } from './gaps.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const RESULT_MARK = { conforming: 'passed', nonconforming: 'failed', partial: 'cantTell' } as const;
const GAPS_SHOWN = 4;
const PROBLEMS_SHOWN = 8;
/** Operations beyond this are counted. */
const NAMED = 6;
const NAMED_SHORTLY = 4;

/** The first screen: the result in words, what was tested, what is wrong, what was not judged. */
export function overview(page: HtmlPage): Html {
  const { report } = page;
  return html`<header>
<p class="kicker">Conformance report <span>${report.kit.name} ${report.kit.version}</span></p>
<div class="result ${report.result}">
${icon(RESULT_MARK[report.result])}
<div><h1>${headline(report)}</h1><p>${sentence(report)}</p></div>
</div>
${report.run.interrupted && html`<p class="callout" role="note">The run was interrupted: what follows is what was learned until then.</p>`}
${report.run.notes.map((note) => html`<p class="callout" role="note">${note}</p>`)}
${(report.run.remarks ?? []).map((remark) => html`<p>${remark}</p>`)}
<dl class="facts">
<div><dt>Target</dt><dd><code>${report.target.url}</code></dd></div>
<div><dt>Contract</dt><dd>${report.contract.map((c) => html`<span class="contract">${c.id} <b>${c.version}</b></span> `)}</dd></div>
<div><dt>Checked</dt><dd>${date(report.run.startedAt)}</dd></div>
</dl>
${apiTable(report)}
${problemList(page)}
<div class="columns">${coverage(page)}${counts(report)}</div>
</header>`;
}

/** A row for each API that the target offers, and the names of the others. */
function apiTable(report: Report): Html {
  const rows = apiRows(report);
  const gone = notOffered(report);
  if (rows.length + gone.length === 0) return html``;
  const row = ({ api, version, result, words, requirements, problems }: ApiRow): Html =>
    html`<tr><th scope="row">${api} <b>${version}</b></th><td>${result !== 'not-offered' && icon(RESULT_MARK[result])} ${words}</td><td>${requirements}</td><td class="number${problems === 0 && ' zero'}">${problems}</td></tr>`;
  return html`<section class="apis" aria-labelledby="apis"><h2 id="apis">APIs</h2>
${
  rows.length > 0 &&
  html`<div class="scroll"><table class="counts"><caption class="vh">Verdict on each API</caption>
<thead><tr><th scope="col">API</th><th scope="col">Verdict</th><th scope="col">Requirements</th><th scope="col">Problems</th></tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`
}
${gone.length > 0 && html`<p class="muted">Not offered: ${gone.join(', ')}</p>`}
</section>`;
}

/** What has to be fixed, each with a link to its card. */
function problemList(page: HtmlPage): Html {
  const { problems } = page;
  if (problems.length === 0) return html``;
  const shown = problems.slice(0, PROBLEMS_SHOWN);
  const next = problems[shown.length];
  return html`<section class="problems" aria-labelledby="what-failed"><h2 id="what-failed">${problemCount(problems)}</h2>
<ol>${shown.map((problem) => problemItem(page, problem))}</ol>
${next && html`<p><a href="#${problemId(page, next)}">${count(problems.length - shown.length, 'more problem')}</a></p>`}
</section>`;
}

function problemItem(page: HtmlPage, problem: Problem): Html {
  const [first] = problem.verdicts;
  const [finding] = first.findings;
  const difference =
    finding &&
    `expected ${cut(textOf(finding.expected), 60)}, actual ${cut(textOf(finding.actual), 60)}`;
  const number = problem.verdicts.length;
  return html`<li>${icon(markOf(first))}<div><a href="#${problemId(page, problem)}">${bounded(problem.title, 300)}</a>
<p class="muted">${difference && html`<span class="brief">${difference}</span>`}<span>${operationsText(operationsOf(problem), NAMED_SHORTLY)}</span>${number > 1 && html`<span>${count(number, 'requirement')}</span>`}</p></div></li>
`;
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

function coverage({ report, operations }: HtmlPage): Html {
  const judged = report.verdicts.filter(isJudged);
  const left = operations.filter(({ verdicts }) => !verdicts.some(isJudged));
  const open = gaps(report, ['untested', 'cantTell']);
  const largest = open.toSorted((a, b) => b.verdicts.length - a.verdicts.length);
  const more = open.length - GAPS_SHOWN;
  const missing = unserved(report);
  return html`<section aria-labelledby="coverage"><h2 id="coverage">${open.length > 0 ? 'Not judged, and what would change that' : 'What was tested'}</h2>
<ul class="coverage">
${largest.slice(0, GAPS_SHOWN).map(gapItem)}
${left.length > 0 && html`<li>${icon('untested')}<span><b>${count(left.length, 'operation')} not judged at all:</b> ${names(left)}.</span></li>`}
<li>${icon('passed')}<span><b>${judged.length} of ${count(report.verdicts.length, 'requirement')}</b> judged with ${count(report.run.requests, 'request')}, on ${reach(operations)}.</span></li>
${missing.map((text) => html`<li>${icon('cantTell')}<span>${text}.</span></li>`)}
${open.length + missing.length === 0 && html`<li>${icon('passed')}<span>Nothing was left out.</span></li>`}
</ul>
${open.length > 0 && html`<p><a href="#not-judged">${more > 0 ? `${count(more, 'more reason')}, and everything not judged` : 'Everything not judged'}</a></p>`}
</section>`;
}

function gapItem(gap: Gap): Html {
  const mark = gap.outcome === 'cantTell' ? 'cantTell' : 'untested';
  return html`<li>${icon(mark)}<span><b>${count(gap.verdicts.length, 'requirement')}.</b> ${remedy(gap)}</span></li>
`;
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
  return operationsText(
    operations.map(({ label }) => label),
    NAMED,
  );
}

/** What is needed to run it again and to know what it was judged against. */
export function about({ report }: HtmlPage): PagePart {
  const { seed, runs, requests, durationMs, profile } = report.run;
  const body = html`<dl class="facts">
<div><dt>Seed</dt><dd>${String(seed)}</dd></div>
<div><dt>Runs</dt><dd>${runs}</dd></div>
<div><dt>Requests</dt><dd>${count(requests, 'request')} in ${duration(durationMs)}</dd></div>
<div><dt>Profile</dt><dd>${profile}</dd></div>
${report.contract.map((c) => html`<div class="wide"><dt>${c.id} ${c.version}</dt><dd><code>sha256 ${c.sha256}</code></dd></div>`)}
</dl>`;
  return { id: 'about', title: 'About this run', body };
}

function date(iso: string): Html {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return html`${iso}`;
  // Without Intl: its first date takes 40 ms.
  return html`<time datetime="${iso}">${time.toUTCString().slice(5, 22)} UTC</time>`;
}
