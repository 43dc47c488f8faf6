/** The responses of an operation: statuses as a bar, latency as a line from the median to the slowest. */

import type { OperationChart } from '../chart-data.ts';
import { count, thousands } from '../text.ts';
import type { HtmlPage } from './document.ts';
import { type Html, html } from './text.ts';

const WIDTH = 200;

/** The responses of all operations, on one scale; absent without evidence. */
export interface Responses {
  /** The source of the numbers. */
  readonly source: Html;
  /** The ends of the scale. */
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

export function responsesOf({ charts, operations, report }: HtmlPage): Responses | undefined {
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
    source: html`Statuses and latency are from the ${count(kept, 'exchange')} in the evidence, of ${count(report.run.requests, 'request')}. Many are wrong on purpose: responses of 400 and 404 are often what is expected.`,
    scale: html`<span>${time(scale.from)}</span><span>${time(scale.to)}</span>`,
    drawn: (key) => of(key, (chart) => html`${statusBar(chart)}${latencyLine(chart, scale)}`),
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
