import type { Level } from '../../contract/contract.ts';
import { OUTCOMES, type Report } from '../../model/index.ts';
import { type ApiRow, apiRows } from '../apis.ts';
import { callerLines, leftOutLines } from '../callers.ts';
import { headline, sentence } from '../digest.ts';
import { notOffered } from '../served.ts';
import { LEVELS, MARKS, type Mark, markOf, RESULTS } from '../status.ts';
import { count, cut, duration } from '../text.ts';
import { bar } from './bar.ts';
import { type HtmlPage, problemId } from './document.ts';
import { icon, logo } from './icons.ts';
import { runCommand } from './replay.ts';
import { unsigned } from './signature.ts';
import { bounded, type Html, html, lines } from './text.ts';
import { timeline } from './timeline.ts';

const LONGEST_COMMAND = 4000;
/** The narrowest part of a bar, in percent. */
const LEAST_SHARE = 5;

/** The top of the page: the result in words and numbers, the target, the first problem, and the run. */
export function overview(page: HtmlPage): Html {
  const { report } = page;
  const { run, kit, target } = report;
  const isCertificate = report.result === 'conforming';
  return html`<header>
<p class="kicker">${logo()} <span>${isCertificate ? 'Certificate of conformance' : 'Conformance report'}</span> <span>${kit.name} ${kit.version}</span></p>
${run.heldTo !== undefined && html`<p class="callout" role="note">${run.heldTo}</p>`}
<div class="top">
<div><div class="result ${report.result}">
${icon(RESULTS[report.result].mark)}
<div>${target.name !== undefined && html`<p class="name">${bounded(target.name, 200)}</p>`}<h1>${headline(report)}</h1><p>${sentence(report)}</p></div>
</div>
<dl class="facts">
<div><dt>Target</dt><dd><code>${target.url}</code></dd></div>
<div><dt>Checked</dt><dd>${date(run.startedAt)}, with ${count(run.requests, 'request')} in ${duration(run.durationMs)}</dd></div>
${isCertificate && html`<div class="wide"><dt>Signature</dt><dd id="signature">${unsigned()}</dd></div>`}
</dl></div>
${counts(report)}
</div>
${firstProblems(page)}
${run.interrupted && html`<p class="callout" role="note">The run was interrupted. This report shows what it found before that.</p>`}
${run.notes.map((note) => html`<p class="callout" role="note">${note}</p>`)}
${[...leftOutLines(report), ...(run.remarks ?? [])].map((text) => html`<p>${text}</p>`)}
${besides([apiTable(report), html`${timeline(page)}${callerLines(report).map((text) => html`<p>${text}</p>`)}`], again(page))}
${settings(page)}
</header>`;
}

/** The number of problems above the fold. */
const FIRST = 3;

/** Links to the problems that count most, numbered as below, and the number of the others. */
function firstProblems(page: HtmlPage): Html | undefined {
  const first = page.problems.slice(0, FIRST);
  const others = page.problems.length - first.length;
  if (first.length === 0) return undefined;
  const more =
    others > 0 && html`<a class="more" href="#problems">and ${count(others, 'more problem')}</a>`;
  return html`<div class="first" role="group" aria-label="First problems">
<ol>${first.map((one) => html`<li><a href="#${problemId(page, one)}">${cut(one.title, 120)}</a></li>\n`)}</ol>
${more}</div>`;
}

/** Two parts side by side where there is room; one alone has the whole width. The last part is below the shorter one. */
function besides(parts: readonly Html[], last: Html | undefined): Html {
  const there = parts.filter((part) => part.toString().trim() !== '');
  return html`<div class="beside${there.length === 1 && ' alone'}">${there.map((part) => html`<div>${part}</div>`)}${last}</div>`;
}

/** The command of the run, to copy. */
function again(page: HtmlPage): Html | undefined {
  const command = runCommand(page);
  return command === undefined
    ? undefined
    : html`<div class="copy again"><h2 class="vh">Run it again</h2><pre tabindex="0"><code id="command">${lines(command, LONGEST_COMMAND)}</code></pre>
<button type="button" data-copy="command" hidden>Copy</button></div>`;
}

/** The facts for repeating the run, and the contracts. */
function settings(page: HtmlPage): Html {
  const { contract, run, rules = [], requirementSet } = page.report;
  return html`<details class="settings on-paper"><summary>Run and contract <span class="brief">seed ${String(run.seed)}, profile ${run.profile}, ${contract.length === 1 ? contract.map(({ id, version }) => `${id} ${version}`) : count(contract.length, 'document')}</span></summary>
<dl class="facts">
<div><dt>Seed</dt><dd>${String(run.seed)}</dd></div>
<div><dt>Runs</dt><dd>${run.runs}</dd></div>
<div><dt>Profile</dt><dd>${run.profile}</dd></div>
${requirementSet && html`<div class="wide"><dt>${count(requirementSet.count, 'requirement')} of the contract</dt><dd><code>sha256 ${requirementSet.sha256}</code></dd></div>`}
${contract.map(({ id, version, sha256 }) => html`<div class="wide"><dt>${id} ${version}</dt><dd><code>sha256 ${sha256}</code></dd></div>`)}
${rules.map(({ file, sha256 }) => html`<div class="wide"><dt>Own rules: ${file}</dt><dd><code>sha256 ${sha256}</code></dd></div>`)}
</dl>
</details>`;
}

/** A row for each API that the target offers, and the names of the others. */
function apiTable(report: Report): Html {
  const rows = apiRows(report);
  const gone = notOffered(report);
  if (rows.length + gone.length === 0) return html``;
  const row = ({ api, version, result, words, passed, problems }: ApiRow): Html =>
    html`<tr><th scope="row">${api} <b>${version}</b></th><td>${result !== 'not-offered' && icon(RESULTS[result].mark)}&nbsp;${words}</td><td class="number">${passed}</td><td class="number${problems === 0 && ' zero'}">${problems}</td></tr>`;
  return html`<section class="apis" aria-labelledby="apis"><h2 id="apis" class="vh">APIs</h2>
${
  rows.length > 0 &&
  html`<div class="scroll"><table class="counts"><caption class="vh">Verdict on each API</caption>
<thead><tr><th scope="col">API</th><th scope="col">Verdict</th><th scope="col" class="number">Passed</th><th scope="col" class="number">Problems</th></tr></thead>
<tbody>${rows.map(row)}</tbody>
</table></div>`
}
${gone.length > 0 && html`<p class="muted">Not offered: ${gone.join(', ')}</p>`}
</section>`;
}

function counts(report: Report): Html {
  const marked = report.verdicts.map((verdict) => ({
    level: verdict.level,
    mark: markOf(verdict),
  }));
  const cell = (level: Level, outcome: (typeof OUTCOMES)[number]): Html => {
    const number = report.summary[level][outcome];
    return html`<td class="number${number === 0 && ' zero'}">${number}</td>`;
  };
  const row = (level: Level): Html => {
    const marks = marked.filter((one) => one.level === level).map(({ mark }) => mark);
    return html`<tr data-failed-as="${markOf({ level, outcome: 'failed' })}"><th scope="row">${level}</th>${OUTCOMES.map((outcome) => cell(level, outcome))}<td class="share">${bar(
      BAR.map((mark) => [mark, marks.filter((one) => one === mark).length]),
      LEAST_SHARE,
    )}</td></tr>`;
  };
  return html`<section aria-labelledby="counts"><h2 id="counts" class="vh">Outcomes</h2>
<div class="scroll"><table class="counts"><caption class="vh">Number of requirements by level and outcome</caption>
<thead><tr><td></td>${OUTCOMES.map((outcome) => html`<th scope="col">${icon(outcome)}<span aria-hidden="true">${MARKS[outcome].label}</span></th>`)}<td></td></tr></thead>
<tbody>${LEVELS.map(row)}</tbody>
</table></div>
<p class="muted">A failed MUST decides the result. A failed SHOULD is a warning, a failed MAY is information.</p>
</section>`;
}

/** The marks of a bar: failed, open and passed requirements; those that do not apply are left out. */
const BAR: readonly Mark[] = [
  ...(['failed', 'warning', 'information', 'cantTell', 'untested', 'passed'] as const),
];

function date(iso: string): Html {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return html`${iso}`;
  // Without Intl: its first date takes 40 ms.
  return html`<time datetime="${iso}">${time.toUTCString().slice(5, 22)} UTC</time>`;
}
