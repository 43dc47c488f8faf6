/** A row for each operation: the outcomes of its requirements, its responses, and the requests of those that passed. */
import type { Verdict } from '../../model/index.ts';
import type { OperationChart } from '../chart-data.ts';
import { groupBy, nameOf } from '../digest.ts';
import { MARKS, type Mark, markOf } from '../status.ts';
import { count, thousands } from '../text.ts';
import { decidedBy } from '../verdict-text.ts';
import { bar } from './bar.ts';
import { dataAttributes, type HtmlPage } from './document.ts';
import { icon } from './icons.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { bounded, type Html, html } from './text.ts';

const WIDTH = 200;

/** The responses of all operations, on one scale; absent without evidence. */
interface Responses {
  readonly source: Html;
  readonly scale: Html;
  /** For one operation, by its key: a bar and a line. */
  readonly drawn: (key: string) => Html;
  /** The same as numbers. */
  readonly figures: (key: string) => Html;
}

/** A logarithmic scale for all measured values: milliseconds → a position from 0 to WIDTH. */
interface Scale {
  readonly from: number;
  readonly to: number;
  readonly at: (ms: number) => number;
}

function responsesOf({ charts, operations, report }: HtmlPage): Responses | undefined {
  const known = new Map(charts.map((chart) => [chart.operation, chart]));
  const there = operations.flatMap(({ key }) => known.get(key) ?? []);
  if (there.length === 0) return undefined;
  const scale = scaleOf(there);
  const kept = there.reduce((sum, { requests }) => sum + requests, 0);
  const of = (key: string, shown: (chart: OperationChart) => Html): Html => {
    const chart = known.get(key);
    return chart ? shown(chart) : html``;
  };
  return {
    source: html`Statuses and latency are from the ${count(kept, 'exchange')} in the evidence, of ${count(report.run.requests, 'request')}. Many requests are wrong on purpose, so responses such as 400 and 404 are often expected.`,
    scale: html`<span>${time(scale.from)}</span><span>${time(scale.to)}</span>`,
    drawn: (key) =>
      of(
        key,
        (chart) =>
          html`${bar(statuses(chart).map(([status, number]) => [kind(status), number]))}${latencyLine(chart, scale)}`,
      ),
    figures: (key) => of(key, inFigures),
  };
}

function inFigures(chart: OperationChart): Html {
  const { p50, p95, max } = chart.latencyMs;
  const latency =
    max > 0 && html`. Latency: median ${time(p50)}, 95 % ${time(p95)}, slowest ${time(max)}`;
  return html`<p class="muted">${count(chart.requests, 'exchange')}: ${statuses(chart).map(([status, number], i) => html`${i > 0 && ', '}${status === 'none' ? 'no response' : status} ×${thousands(number)}`)}${latency}.</p>`;
}

/** Statuses in order, missing responses last. */
function statuses(chart: OperationChart): [string, number][] {
  return Object.entries(chart.statuses).sort(([a], [b]) => (a < b ? -1 : 1));
}

function kind(status: string): string {
  return /^[1-5]\d\d$/.test(status) ? `s${status[0]}` : 'silent';
}

function latencyLine({ latencyMs: { p50, p95, max } }: OperationChart, scale: Scale): Html {
  if (max === 0) return html``;
  const [a, b, c] = [p50, p95, max].map((ms) => scale.at(ms).toFixed(1));
  return html`<svg class="range" width="${WIDTH + 10}" height="12" viewBox="-5 0 ${WIDTH + 10} 12" aria-hidden="true"><path class="rail" d="M0 6H${WIDTH}"/><path class="usual" d="M${a} 6H${b}"/><path class="tail" d="M${b} 6H${c}M${c} 3v6"/><circle cx="${a}" cy="6" r="4"/></svg>`;
}

function scaleOf(all: readonly OperationChart[]): Scale {
  const withResponses = all.filter(({ latencyMs }) => latencyMs.max > 0);
  const from = Math.max(
    0.01,
    Math.min(...withResponses.map(({ latencyMs }) => latencyMs.p50), 1000),
  );
  const to = Math.max(from * 2, ...withResponses.map(({ latencyMs }) => latencyMs.max));
  const span = Math.log(to / from);
  const at = (ms: number): number => (WIDTH * Math.log(Math.max(ms, from) / from)) / span;
  return { from, to, at };
}

function time(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms >= 10 ? Math.round(ms) : ms.toFixed(ms >= 1 ? 1 : 2)} ms`;
}

const LONGEST_STEP = 22;
const ORDER = Object.keys(MARKS) as readonly Mark[];

export function rows(page: HtmlPage): PagePart | undefined {
  const { operations } = page;
  if (operations.length === 0) return undefined;
  const responses = responsesOf(page);
  const areas = groupBy(operations, ({ area }) => area);
  const there = new Set(page.report.verdicts.map(markOf));
  const marks = ORDER.filter((mark) => there.has(mark));
  const body = html`${responses && html`<p class="muted">${responses.source}</p>`}
<p class="heads" aria-hidden="true"><span>Operation</span><span class="tally"><span>Requirements</span>${marks.slice(1).map(() => html`<span></span>`)}</span>${responses && html`<span>Statuses</span><span class="scale">Latency ${responses.scale}</span>`}</p>
${areas.map(
  ([area, ofArea]) => html`<div data-holds="operation">${areas.length > 1 && html`<h3>${area}</h3>`}
${ofArea.map((row) => operation(page, row, marks, responses))}</div>`,
)}`;
  return {
    id: 'operations',
    title: 'Operations',
    number: operations.length,
    attributes: html`data-holds="operation"`,
    body,
  };
}

function operation(
  page: HtmlPage,
  row: OperationRow,
  marks: readonly Mark[],
  responses: Responses | undefined,
): Html {
  const { label, name, verdicts, index, key } = row;
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed');
  const others = verdicts.filter(({ outcome }) => outcome !== 'passed');
  return html`<details class="operation" data-op="${String(index)}">
<summary><span class="called">${method(row)}<b>${name}</b>${row.line && html`<code>${row.line.path}</code>`}</span><span class="tally">${markCounts(verdicts, marks)}</span>${responses?.drawn(key)}</summary>
<div>${responses?.figures(key)}
${others.length > 0 && html`<ul class="links">${others.map((verdict) => link(page, verdict))}</ul>`}
${
  passed.length > 0 &&
  html`<table class="list" data-mark="passed" data-holds="v">
<caption class="vh">Requirements that passed for ${label}</caption>
<thead><tr><th scope="col">Passed</th><th scope="col">What is expected</th><th scope="col">What was sent</th></tr></thead>
<tbody>
${passed.map((verdict) => entry(page, verdict))}
</tbody>
</table>`
}</div>
</details>
`;
}

function method({ line }: OperationRow): Html | undefined {
  return (
    line &&
    html`<span class="method ${METHODS.has(line.method) && line.method.toLowerCase()}">${line.method}</span>`
  );
}

/** Methods with a colour of their own. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The number of requirements with each of these marks, in columns; none has an empty one. */
function markCounts(verdicts: readonly Verdict[], marks: readonly Mark[]): Html[] {
  const byMark = new Map(groupBy(verdicts, markOf));
  return marks.map((mark) => {
    const { length } = byMark.get(mark) ?? [];
    return html`<span>${length > 0 && html`${icon(mark)} ${length}`}</span>`;
  });
}

/** A link to another part of the page. */
function link(page: HtmlPage, verdict: Verdict): Html {
  return html`<li ${dataAttributes(page, verdict)}><a href="#${page.idOf(verdict)}">${icon(markOf(verdict))} ${nameOf(verdict.requirement)}</a></li>`;
}

function entry(page: HtmlPage, verdict: Verdict): Html {
  const { requirement, level, statement, clause, note } = verdict;
  const id = page.idOf(verdict);
  return html`<tr id="${id}" class="v" ${dataAttributes(page, verdict)}><th scope="row"><a href="#${id}">${nameOf(requirement)}</a><span>${level}</span></th><td>${statement}<span>${clause}</span>${note && html`<em>${bounded(note, 300)}</em>`}</td><td class="evidence">${decidedBy(verdict)}${example(page, verdict)}</td></tr>
`;
}

/** The first conclusive request, if it is in the evidence. */
function example({ sent, report }: HtmlPage, { evidence }: Verdict): Html | undefined {
  const [index] = evidence;
  const one = index === undefined ? undefined : sent[index];
  if (!one) return undefined;
  const probe = one.probe.replace(/#.*/s, '');
  return html`<span>${probe !== '' && html`${probe}: `}<code>${one.method} ${short(one.url, report.target.url)}</code> → ${String(one.status || 'no response')} (evidence ${String(index)})</span>`;
}

/** The path below the target's URL; long segments, such as contract ids, are cut. */
function short(url: string, base: string): string {
  const path = url.startsWith(base) ? url.slice(base.length) : url;
  const steps = path.split('/').map((step) => {
    const long = step.length > LONGEST_STEP && /[\d%]/.test(step);
    return long ? `${step.slice(0, LONGEST_STEP / 2)}…` : step;
  });
  return bounded(steps.join('/'), 120) || '/';
}
