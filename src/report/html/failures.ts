import { placeText, type Verdict } from '../../model/index.ts';
import { some } from '../../model/some.ts';
import { failures, type Group, nameOf } from '../digest.ts';
import { consequencesOf, type Problem } from '../problems.ts';
import { markOf } from '../status.ts';
import { count, cut } from '../text.ts';
import { advice as adviceOf, decidedBy } from '../verdict-text.ts';
import { textOf } from '../words.ts';
import { dataAttributes, type HtmlPage, problemId } from './document.ts';
import { type Bodies, exchange } from './exchange.ts';
import { icon, level as levelBox } from './icons.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const FINDINGS_SHOWN = 5;
const EVIDENCE_SHOWN = 12;
const CONSEQUENCES = 8;
/** This many problems have request and response also on paper. */
const PRINTED = 20;

/** Expected and actual values, and how to reproduce the failure. */
export function problems(page: HtmlPage): PagePart | undefined {
  const { problems: all } = page;
  if (all.length === 0) return undefined;
  return {
    id: 'problems',
    title: 'Problems',
    number: all.length,
    attributes: html`data-holds="v"`,
    body: html`${all.length > 1 && html`<button type="button" id="fold" hidden>Expand all</button>`}
${all.map((problem, index) => problemCard(page, problem, index + 1))}`,
  };
}

/** The leading failure of a problem in full; its consequences are folded. */
function problemCard(page: HtmlPage, problem: Problem, number: number): Html {
  const { verdicts } = problem;
  const [first] = verdicts;
  const name = nameOf(first.requirement);
  const own = verdicts.filter((v) => nameOf(v.requirement) === name);
  const consequences = verdicts.filter((v) => !own.includes(v));
  const bodies: Bodies = new Map();
  const rest = count(consequences.length, 'other requirement');
  const next = page.problems[number];
  return card(first, {
    id: problemId(page, problem),
    ...(next && { next: problemId(page, next) }),
    title: `${number}. ${bounded(problem.title, 500)}`,
    number: verdicts.length > 1 && count(verdicts.length, 'requirement'),
    rule: html`<span>Rule</span> <code>${name}</code>. ${first.clause}`,
    open: page.problems.length === 1,
    onPaper: number <= PRINTED,
    places: html`${own.map((verdict, index) => place(page, verdict, first, bodies, index === 0))}
${
  consequences.length > 0 &&
  html`<details class="also"><summary>${rest} ${consequences.length === 1 ? 'fails' : 'fail'} for the same reason: <span class="brief">${some(consequencesOf(problem), CONSEQUENCES)}</span></summary>
${consequences.map((verdict) => place(page, verdict, first, bodies))}
</details>`
}`,
  });
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
  return card(first, {
    title: bounded(name, 200),
    number: verdicts.length > 1 && count(verdicts.length, 'operation'),
    rule: html`<span>Clause</span> ${first.clause}`,
    places: html`${verdicts.map((verdict, index) => place(page, verdict, first, bodies, index === 0))}`,
  });
}

interface Card {
  readonly id?: string;
  /** The id of the card after it. */
  readonly next?: string;
  readonly title: string;
  readonly number: string | false;
  readonly rule: Html;
  readonly places: Html;
  readonly open?: boolean;
  readonly onPaper?: boolean;
}

/** One line of the list with title and rule; the details are folded. */
function card(first: Verdict, about: Card): Html {
  const { id, next, title, number, rule, places, open = false, onPaper = false } = about;
  const { level, statement } = first;
  return html`<details${id !== undefined && html` id="${id}"`} class="card ${markOf(first)}${onPaper && ' on-paper'}" data-holds="v" data-mark="${markOf(first)}" data-level="${level}"${open && html` open`}>
<summary>${icon(markOf(first))}<h3>${title}</h3><span class="statement">${statement}</span><span class="side">${levelBox(level)}${number && html` <span class="n">${number}</span>`}</span></summary>
<div class="advice">${advice(first)}<p>${rule}</p></div>
${places}
${id !== undefined && html`<p class="foot"><a href="#${id}">Link to this problem</a> <a class="next" href="#${next ?? id}"${next === undefined && html` hidden`}>Next problem</a></p>\n`}</details>
`;
}

/** The likely cause, and its fix. */
function advice(verdict: Verdict): Html | undefined {
  const parts = adviceOf(verdict).map(
    ([title, words]) => html`<p class="fix"><span>${title}</span> ${bounded(words, 1000)}</p>`,
  );
  return parts.length === 0 ? undefined : html`<div>${parts}</div>`;
}

/** One operation of a card, without the parts that equal those of `first`. */
function place(
  page: HtmlPage,
  verdict: Verdict,
  first: Verdict,
  bodies: Bodies,
  open = false,
): Html {
  const id = page.idOf(verdict);
  const shown = verdict.findings.slice(0, FINDINGS_SHOWN);
  const left = verdict.findings.length - shown.length;
  return html`<details id="${id}" class="v place" ${dataAttributes(page, verdict)}${open && html` open`}>
<summary><b>${page.operationOf(verdict).label}</b>${isOther(verdict, first) && html` <code>${nameOf(verdict.requirement)}</code>`} <span class="brief">${brief(verdict)}</span></summary>
${isOther(verdict, first) && html`<p>${verdict.statement}</p>`}
<div class="findings">${shown.map(finding)}</div>
${left > 0 && html`<p class="muted">And ${count(left, 'more finding')} in report.json.</p>`}
${verdict.note && html`<p>${bounded(verdict.note, 1000)}</p>`}
${(verdict.fix !== first.fix || verdict.cause !== first.cause) && advice(verdict)}
${exchange(page, verdict, shown, bodies)}
<p class="muted"><a href="#${id}">${verdict.requirement}</a> · ${decidedBy(verdict)}${evidence(verdict)}</p>
</details>
`;
}

function isOther(verdict: Verdict, first: Verdict): boolean {
  return nameOf(verdict.requirement) !== nameOf(first.requirement);
}

function brief(verdict: Verdict): string {
  const [finding] = verdict.findings;
  return finding ? cut(`${cut(textOf(finding.actual), 80)} at ${placeText(finding.at)}`, 140) : '';
}

function finding({ at, expected, actual }: Verdict['findings'][number]): Html {
  return html`<dl class="finding">
<div><dt>Expected</dt><dd>${bounded(textOf(expected), 1000)}</dd></div>
<div><dt>Actual</dt><dd>${bounded(textOf(actual), 1000)}</dd></div>
<div><dt>At</dt><dd><code>${bounded(placeText(at), 500)}</code></dd></div>
</dl>
`;
}

function evidence({ evidence: entries }: Verdict): string {
  if (entries.length === 0) return '';
  const more = entries.length > EVIDENCE_SHOWN ? ' …' : '';
  return ` · evidence.har entries ${entries.slice(0, EVIDENCE_SHOWN).join(', ')}${more}`;
}
