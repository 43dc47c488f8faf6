import type { Verdict } from '../../model/index.ts';
import { failures, type Group, nameOf } from '../digest.ts';
import { operationsText } from '../names.ts';
import { consequencesOf, operationsOf, type Problem } from '../problems.ts';
import { markOf } from '../status.ts';
import { count, cut, some } from '../text.ts';
import { textOf } from '../words.ts';
import { dataAttributes, type HtmlPage, problemId } from './document.ts';
import { type Bodies, exchange } from './exchange.ts';
import { icon, level as levelBox } from './icons.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const FINDINGS_SHOWN = 5;
const EVIDENCE_SHOWN = 12;
const OPERATIONS = 12;
const CONSEQUENCES = 8;
/** This many problems have request and response on paper too. */
const PRINTED = 20;

/** What was expected, what came, and how to see it again. */
export function problems(page: HtmlPage): PagePart | undefined {
  const { problems: all } = page;
  if (all.length === 0) return undefined;
  return {
    id: 'problems',
    title: 'Problems',
    number: all.length,
    attributes: html`data-holds="v"`,
    body: html`${all.map((problem, index) => problemCard(page, problem, index + 1))}`,
  };
}

/** The failure that explains a problem, in full; what else fails by it is folded. */
function problemCard(page: HtmlPage, problem: Problem, number: number): Html {
  const { verdicts } = problem;
  const [first] = verdicts;
  const name = nameOf(first.requirement);
  const own = verdicts.filter((v) => nameOf(v.requirement) === name);
  const consequences = verdicts.filter((v) => !own.includes(v));
  const id = problemId(page, problem);
  const bodies: Bodies = new Map();
  const rest = count(consequences.length, 'other requirement');
  return html`<article id="${id}" class="card ${markOf(first)}" data-holds="v" data-outcome="failed" data-level="${first.level}">
<h3>${icon(markOf(first))} <span>${number}. ${bounded(problem.title, 500)}</span> ${levelBox(first.level)} <a class="here-link" href="#${id}" aria-label="Link to problem ${number}">#</a></h3>
<p class="statement">${first.statement}</p>
<p class="clause"><span>Rule</span> <code>${name}</code> on ${operationsText(operationsOf(problem), OPERATIONS)}. ${first.clause}</p>
${advice(first)}
${own.map((verdict, index) => place(page, verdict, first, bodies, { open: number === 1 && index === 0, onPaper: index === 0 && number <= PRINTED }))}
${
  consequences.length > 0 &&
  html`<details class="also"><summary>${rest} ${consequences.length === 1 ? 'fails' : 'fail'} for the same reason: <span class="brief">${some(consequencesOf(problem), CONSEQUENCES)}</span></summary>
${consequences.map((verdict) => place(page, verdict, first, bodies))}
</details>`
}
</article>
`;
}

export function information(page: HtmlPage): PagePart | undefined {
  const groups = failures(page.report, 'MAY');
  if (groups.length === 0) return undefined;
  return {
    id: 'information',
    title: 'Worth knowing',
    number: page.report.summary.MAY.failed,
    attributes: html`data-holds="v"`,
    body: html`${groups.map((group) => informationCard(page, group))}`,
  };
}

function informationCard(page: HtmlPage, { name, verdicts }: Group): Html {
  const [first] = verdicts;
  const bodies: Bodies = new Map();
  return html`<article class="card ${markOf(first)}" data-holds="v" data-outcome="failed" data-level="${first.level}">
<h3>${icon(markOf(first))} <span>${bounded(name, 200)}</span> ${levelBox(first.level)} <span class="n">${verdicts.length > 1 && count(verdicts.length, 'operation')}</span></h3>
<p class="statement">${first.statement}</p>
<p class="clause"><span>Clause</span> ${first.clause}</p>
${advice(first)}
${verdicts.map((verdict) => place(page, verdict, first, bodies))}
</article>
`;
}

/** What is likely wrong, and what to do about it. */
function advice({ cause, fix }: Verdict): Html {
  return html`${paragraph('Likely cause', cause)}${paragraph('Fix', fix)}`;
}

function paragraph(title: string, words: string | undefined): Html {
  if (words === undefined) return html``;
  return html`<p class="fix"><span>${title}</span> ${bounded(words, 1000)}</p>`;
}

/** One operation of a card; what the card shows about `first` is not repeated. */
function place(
  page: HtmlPage,
  verdict: Verdict,
  first: Verdict,
  bodies: Bodies,
  { open = false, onPaper = false } = {},
): Html {
  const id = page.idOf(verdict);
  const shown = verdict.findings.slice(0, FINDINGS_SHOWN);
  const left = verdict.findings.length - shown.length;
  return html`<details id="${id}" class="v place${onPaper && ' on-paper'}" ${dataAttributes(page, verdict)}${open && html` open`}>
<summary><b>${page.operationOf(verdict).label}</b>${isOther(verdict, first) && html` <code>${nameOf(verdict.requirement)}</code>`} <span class="brief">${brief(verdict)}</span></summary>
${isOther(verdict, first) && html`<p class="statement">${verdict.statement}</p>`}
${shown.map(finding)}
${left > 0 && html`<p class="muted">And ${count(left, 'more finding')} in report.json.</p>`}
${verdict.note && html`<p>${bounded(verdict.note, 1000)}</p>`}
${(verdict.fix !== first.fix || verdict.cause !== first.cause) && advice(verdict)}
${exchange(page, verdict, shown, bodies)}
<p class="muted"><a href="#${id}">${verdict.requirement}</a> · ${count(verdict.exchanges, 'exchange')}, ${verdict.conclusive} conclusive${evidence(verdict)}</p>
</details>
`;
}

function isOther(verdict: Verdict, first: Verdict): boolean {
  return nameOf(verdict.requirement) !== nameOf(first.requirement);
}

function brief(verdict: Verdict): string {
  const [finding] = verdict.findings;
  return finding ? cut(`${cut(textOf(finding.actual), 80)} at ${finding.at}`, 140) : '';
}

function finding({ at, expected, actual }: Verdict['findings'][number]): Html {
  return html`<dl class="finding">
<div><dt>Expected</dt><dd>${bounded(textOf(expected), 1000)}</dd></div>
<div><dt>Actual</dt><dd>${bounded(textOf(actual), 1000)}</dd></div>
<div><dt>At</dt><dd><code>${bounded(at, 500) || 'the whole response'}</code></dd></div>
</dl>
`;
}

function evidence({ evidence: entries }: Verdict): string {
  if (entries.length === 0) return '';
  const more = entries.length > EVIDENCE_SHOWN ? ' …' : '';
  return ` · evidence.har entries ${entries.slice(0, EVIDENCE_SHOWN).join(', ')}${more}`;
}
