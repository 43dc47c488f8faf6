/** The responses of each operation: statuses as a bar, latency as a line from the median to the slowest. */

import type { OperationChart } from '../chart-data.ts';
import { count, thousands } from '../text.ts';
import type { HtmlPage } from './document.ts';
import type { OperationRow } from './operations.ts';
import type { PagePart } from './parts.ts';
import { type Html, html } from './text.ts';

const WIDTH = 200;

/** A logarithmic scale over everything that was measured: milliseconds → a place from 0 to WIDTH. */
interface Scale {
  readonly from: number;
  readonly to: number;
  readonly at: (ms: number) => number;
}

/** Statuses and latency of each operation; nothing when no evidence is at hand. */
export function charts(page: HtmlPage): PagePart | undefined {
  const known = new Map(page.charts.map((chart) => [chart.operation, chart]));
  const rows = page.operations.flatMap((operation) => {
    const chart = known.get(operation.key);
    return chart ? [{ operation, chart }] : [];
  });
  if (rows.length === 0) return undefined;
  const scale = scaleOf(rows.map(({ chart }) => chart));
  const kept = rows.reduce((sum, { chart }) => sum + chart.requests, 0);
  const body = html`<p class="muted">From the ${count(kept, 'exchange')} in the evidence, of ${count(page.report.run.requests, 'request')}. Many are wrong on purpose: responses of 400 and 404 are often what is expected.</p>
<table class="charts">
<caption class="vh">Statuses and latency by operation</caption>
<thead><tr><th scope="col">Operation</th><th scope="col">Exchanges</th><th scope="col">Statuses</th><th scope="col">Latency: median, 95 %, slowest
<span class="scale" aria-hidden="true"><span>${time(scale.from)}</span><span>${time(scale.to)}</span></span></th></tr></thead>
<tbody>
${rows.map(({ operation, chart }) => row(operation, chart, scale))}
</tbody>
</table>`;
  return { id: 'charts', title: 'Responses and latency', body };
}

function row({ label }: OperationRow, chart: OperationChart, scale: Scale): Html {
  const { p50, p95, max } = chart.latencyMs;
  const withResponses = max > 0;
  return html`<tr><th scope="row">${label}</th><td class="number">${thousands(chart.requests)}</td>
<td>${statusBar(chart)}<span class="figures">${statuses(chart).map(([status, number]) => html`<span>${status === 'none' ? 'no response' : status} <b>×${thousands(number)}</b></span> `)}</span></td>
<td>${withResponses ? html`${latencyLine(chart, scale)}<span class="figures"><span>${time(p50)}</span> <span>${time(p95)}</span> <span>${time(max)}</span></span>` : html`<span class="muted">no response</span>`}</td></tr>
`;
}

/** By status, responses before missing ones. */
function statuses(chart: OperationChart): [string, number][] {
  return Object.entries(chart.statuses).sort(([a], [b]) => (a < b ? -1 : 1));
}

function statusBar(chart: OperationChart): Html {
  let x = 0;
  const parts = statuses(chart).map(([status, number]) => {
    const width = (100 * number) / chart.requests;
    const part = html`<rect class="${kind(status)}" x="${x.toFixed(2)}" width="${width.toFixed(2)}" height="10"/>`;
    x += width;
    return part;
  });
  return html`<svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

function kind(status: string): string {
  return /^[1-5]\d\d$/.test(status) ? `s${status[0]}` : 'silent';
}

function latencyLine({ latencyMs: { p50, p95, max } }: OperationChart, scale: Scale): Html {
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
