/** The reports of one target as a drawing: one column for each, the oldest at the left. */
import { type Html, html, trusted } from '../report/html/text.ts';
import { count } from '../report/text.ts';
import type { Change } from './history.ts';
import { day, moment, verdictShape, verdictWords } from './marks.ts';
import { verdictOf } from './standing.ts';
import type { Target } from './targets.ts';
import type { BoardReport } from './types.ts';

/** The most columns; older reports are only in the list. */
const MAX_COLUMNS = 90;
const WIDTH = 990;
const STEP = { least: 11, most: 26 };
const LEFT = 26;
const TOP = 14;
const HEIGHT = 84;
const BASE = TOP + HEIGHT;
/** The least height of the scale, so that a single problem is not a full column. */
const LOWEST_SCALE = 4;

interface Scale {
  readonly step: number;
  readonly most: number;
}

/** The chart; empty for a single report. */
export function chart(target: Target): Html {
  const { reports, changes } = target;
  if (reports.length < 2) return html``;
  const shown = reports.slice(-MAX_COLUMNS);
  const [first, last] = [shown[0] ?? reports[0], target.newest];
  const step = Math.max(STEP.least, Math.min(STEP.most, Math.floor(WIDTH / shown.length)));
  const most = Math.max(LOWEST_SCALE, ...shown.map(({ problems }) => problems.length));
  const columns = shown.map((report, i) => column(report, i, { step, most }, changes));
  const width = String(LEFT + step * shown.length + 4);
  const height = String(BASE + 30);
  const label = `Problems in ${count(shown.length, 'report')}, from ${day(first)} to ${day(last)}: at first ${first.problems.length}, ${most === LOWEST_SCALE ? '' : `at most ${most}, `}now ${last.problems.length}`;
  return html`<div class="scroll history" tabindex="0" role="group" aria-label="Chart"><svg role="img" aria-label="${label}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path class="rail" d="M${LEFT} ${BASE}.5H${width}M${LEFT} ${TOP}.5H${width}"/>
<text x="${String(LEFT - 6)}" y="${String(TOP + 4)}" text-anchor="end">${most}</text><text x="${String(LEFT - 6)}" y="${String(BASE + 4)}" text-anchor="end">0</text>
${columns}
<text x="${String(LEFT)}" y="${height}" dy="-1">${day(first)}</text>${shown.length * step > 160 && html`<text x="${width}" y="${height}" dx="-4" dy="-1" text-anchor="end">${day(last)}</text>`}
</svg></div>
${reports.length > shown.length && html`<p class="muted">${count(reports.length - shown.length, 'older report')} not drawn</p>`}`;
}

function column(
  report: BoardReport,
  index: number,
  scale: Scale,
  changes: readonly Change[],
): Html {
  const { step, most } = scale;
  const own = changes.filter((change) => change.report === report);
  const x = LEFT + index * step;
  const size = Math.min(step - 1, 12);
  const musts = report.problems.filter(({ level }) => level === 'MUST').length;
  const shoulds = report.problems.length - musts;
  const [low, high] = [(HEIGHT * musts) / most, (HEIGHT * shoulds) / most];
  const verdict = verdictOf(report, report.result);
  const middle = x + step / 2;
  const bar = (name: string, height: number, below: number): Html | false =>
    height > 0 &&
    html`<rect class="${name}" x="${at(x + 1.5)}" y="${at(BASE - below - height)}" width="${at(step - 3)}" height="${at(height)}"/>`;
  const top = BASE - low - high;
  return html`<g class="${verdict}"><title>${tooltip(report, own)}</title>
<rect class="whole" x="${String(x)}" y="0" width="${String(step)}" height="${String(BASE + 16)}"/>${bar('musts', low, 0)}${bar('shoulds', high, low)}${turn(own, 'failed', middle - 3, top)}${turn(own, 'fixed', middle + 3, top)}
<use href="#${verdictShape(verdict)}" x="${at(middle - size / 2)}" y="${String(BASE + 4)}" width="${String(size)}" height="${String(size)}"/></g>
`;
}

/** A triangle above the column: upwards for a new failure, downwards for a fix. */
function turn(changes: readonly Change[], kind: Change['kind'], x: number, top: number): Html {
  if (!changes.some((change) => change.kind === kind)) return html``;
  const [tip, foot] = kind === 'failed' ? [top - 10, top - 3] : [top - 3, top - 10];
  return html`<path class="${kind}" d="M${at(x)} ${at(tip)}L${at(x + 3.5)} ${at(foot)}H${at(x - 3.5)}Z"/>`;
}

function tooltip(report: BoardReport, changes: readonly Change[]): string {
  const verdict = verdictOf(report, report.result);
  const lines = changes.map(
    ({ kind, problem }) => `${kind === 'fixed' ? '✓' : '✗'} ${problem.title}`,
  );
  const first = `${moment(report)}: ${verdictWords(verdict)}, ${count(report.problems.length, 'problem')}`;
  return [first, ...lines.slice(0, 8)].join('. ');
}

/** The legend of columns and triangles, once for all charts. */
export function legend(): Html {
  const swatch = (shape: string): Html =>
    html`<svg class="swatch" viewBox="0 0 12 12" aria-hidden="true">${trusted(shape)}</svg>`;
  return html`<p class="legend muted"><span>${swatch('<rect class="musts" x="2" width="8" height="12"/>')} problem of a MUST</span> <span>${swatch('<rect class="shoulds" x="2" width="8" height="12"/>')} of a SHOULD</span> <span>${swatch('<path class="failed" d="M6 2 11 10H1z"/>')} a requirement started to fail</span> <span>${swatch('<path class="fixed" d="M6 10 11 2H1z"/>')} a requirement passed again</span></p>`;
}

function at(number: number): string {
  return String(Math.round(number * 10) / 10);
}
