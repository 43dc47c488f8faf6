import type { Level } from '../../contract/contract.ts';
import { OUTCOMES, type Report } from '../../model/index.ts';
import { type ApiRow, apiRows } from '../apis.ts';
import { callerLines, leftOutLines } from '../callers.ts';
import { headline, sentence } from '../digest.ts';
import { notOffered } from '../served.ts';
import { LEVELS, MARKS, markOf, RESULTS } from '../status.ts';
import { count, duration } from '../text.ts';
import type { HtmlPage } from './document.ts';
import { icon, logo } from './icons.ts';
import { runCommand } from './replay.ts';
import { type Html, html, lines } from './text.ts';

const LONGEST_COMMAND = 4000;

/** The top of the page: the result in words and numbers, the target, and the run. */
export function overview(page: HtmlPage): Html {
  const { report } = page;
  const { run, kit, target } = report;
  return html`<header>
<p class="kicker">${logo()} <span>Conformance report</span> <span>${kit.name} ${kit.version}</span></p>
${run.heldTo !== undefined && html`<p class="callout" role="note">${run.heldTo}</p>`}
<div class="top">
<div><div class="result ${report.result}">
${icon(RESULTS[report.result].mark)}
<div><h1>${headline(report)}</h1><p>${sentence(report)}</p></div>
</div>
<dl class="facts">
<div><dt>Target</dt><dd><code>${target.url}</code></dd></div>
<div><dt>Checked</dt><dd>${date(run.startedAt)}</dd></div>
</dl></div>
${counts(report)}
</div>
${run.interrupted && html`<p class="callout" role="note">The run was interrupted: what follows is what was learned until then.</p>`}
${run.notes.map((note) => html`<p class="callout" role="note">${note}</p>`)}
${[...leftOutLines(report), ...(run.remarks ?? [])].map((text) => html`<p>${text}</p>`)}
${apiTable(report)}
${callerLines(report).map((text) => html`<p>${text}</p>`)}
${settings(page)}
</header>`;
}

/** The facts for repeating the run, and the contracts. */
function settings(page: HtmlPage): Html {
  const { contract, run, rules = [] } = page.report;
  const command = runCommand(page);
  return html`<details class="settings on-paper"><summary>Run and contract <span class="brief">seed ${String(run.seed)}, ${count(run.requests, 'request')}, ${duration(run.durationMs)}, ${contract.length === 1 ? contract.map(({ id, version }) => `${id} ${version}`) : count(contract.length, 'document')}</span></summary>
<dl class="facts">
<div><dt>Seed</dt><dd>${String(run.seed)}</dd></div>
<div><dt>Runs</dt><dd>${run.runs}</dd></div>
<div><dt>Requests</dt><dd>${count(run.requests, 'request')} in ${duration(run.durationMs)}</dd></div>
<div><dt>Profile</dt><dd>${run.profile}</dd></div>
${contract.map(({ id, version, sha256 }) => html`<div class="wide"><dt>${id} ${version}</dt><dd><code>sha256 ${sha256}</code></dd></div>`)}
${rules.map(({ file, sha256 }) => html`<div class="wide"><dt>Own rules: ${file}</dt><dd><code>sha256 ${sha256}</code></dd></div>`)}
</dl>
${
  command &&
  html`<h2>Run it again</h2><div class="copy"><pre><code id="command">${lines(command, LONGEST_COMMAND)}</code></pre>
<button type="button" data-copy="command" hidden>Copy</button></div>`
}
</details>`;
}

/** A row for each API that the target offers, and the names of the others. */
function apiTable(report: Report): Html {
  const rows = apiRows(report);
  const gone = notOffered(report);
  if (rows.length + gone.length === 0) return html``;
  const row = ({ api, version, result, words, requirements, problems }: ApiRow): Html =>
    html`<tr><th scope="row">${api} <b>${version}</b></th><td>${result !== 'not-offered' && icon(RESULTS[result].mark)} ${words}</td><td>${requirements}</td><td class="number${problems === 0 && ' zero'}">${problems}</td></tr>`;
  return html`<section class="apis" aria-labelledby="apis"><h2 id="apis" class="vh">APIs</h2>
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

function counts(report: Report): Html {
  const cell = (level: Level, mark: (typeof OUTCOMES)[number]): Html => {
    const number = report.summary[level][mark];
    return html`<td class="number${number === 0 && ' zero'}">${number}</td>`;
  };
  return html`<section aria-labelledby="counts"><h2 id="counts" class="vh">Outcomes</h2>
<div class="scroll"><table class="counts"><caption class="vh">Number of requirements by level and outcome</caption>
<thead><tr><td></td>${OUTCOMES.map((outcome) => html`<th scope="col">${icon(outcome)}<span aria-hidden="true">${MARKS[outcome].label}</span></th>`)}</tr></thead>
<tbody>${LEVELS.map((level) => html`<tr data-failed-as="${markOf({ level, outcome: 'failed' })}"><th scope="row">${level}</th>${OUTCOMES.map((outcome) => cell(level, outcome))}</tr>`)}</tbody>
</table></div>
<p class="muted">A failed MUST decides the result. A failed SHOULD is a warning, a failed MAY is information.</p>
</section>`;
}

function date(iso: string): Html {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return html`${iso}`;
  // Without Intl: its first date takes 40 ms.
  return html`<time datetime="${iso}">${time.toUTCString().slice(5, 22)} UTC</time>`;
}
