/** The run as a strip: requests over time, with failures, pauses, and moments in which every request was refused. */
import type { Reason } from '../../model/index.ts';
import type { RecordedRequest } from '../chart-data.ts';
import { count, duration } from '../text.ts';
import type { HtmlPage } from './document.ts';
import { type Html, html, trusted } from './text.ts';

const BINS = 120;
const HEIGHT = 24;
/** A strip of fewer requests says nothing. */
const FEWEST = 20;
/** The shortest gap between two requests that is a pause, in milliseconds and as a share of the run. */
const PAUSE_MS = 3000;
const PAUSE_SHARE = 1 / 60;
/** So many requests in a row that were all refused are a window: of the caller, or of maintenance. */
const WINDOW = 10;
/** Statuses about the caller or about the moment, not about the request. */
const REFUSALS: ReadonlySet<number> = new Set([0, 401, 403, 407, 429, 502, 503, 504]);

/** The reasons of requirements that a window left open. */
const OF_WINDOWS: ReadonlySet<Reason> = new Set(['caller-refused', 'throttled', 'unreachable']);

/** A part of the run, in milliseconds from its first request. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Bin {
  requests: number;
  failing: number;
}

/** Absent without evidence, and for a run of few requests. */
export function timeline({ report, sent }: HtmlPage): Html | undefined {
  const failing = new Set(
    report.verdicts.filter(({ outcome }) => outcome === 'failed').flatMap((v) => v.evidence),
  );
  const known = sent
    .map((one, index) => ({ ...one, fails: failing.has(index) }))
    .filter(({ startedAt }) => startedAt > 0)
    .sort((a, b) => a.startedAt - b.startedAt);
  const [first] = known;
  if (first === undefined || known.length < FEWEST) return undefined;
  const start = first.startedAt;
  const length = known.reduce(
    (longest, { startedAt, durationMs }) => Math.max(longest, startedAt + durationMs - start),
    1,
  );
  const bins: Bin[] = Array.from({ length: BINS }, () => ({ requests: 0, failing: 0 }));
  for (const { startedAt, fails } of known) {
    const bin = bins[Math.min(BINS - 1, Math.floor(((startedAt - start) / length) * BINS))];
    if (bin === undefined) continue;
    bin.requests++;
    if (fails) bin.failing++;
  }
  const pauses = pausesIn(known, start, length);
  // Requests without a token are refused too, so the report has to know of a window.
  const isRefused = report.verdicts.some(
    ({ reason }) => reason !== undefined && OF_WINDOWS.has(reason),
  );
  const refused = isRefused ? refusedIn(known, start) : [];
  const failed = known.filter(({ fails }) => fails).length;
  const keys: readonly (readonly [string, string])[] = [
    ['sent', `requests over ${duration(length)}`],
    ['failing', failed > 0 ? `${failed} of failed requirements` : ''],
    [
      'pause',
      pauses.length > 0 ? `${count(pauses.length, 'pause')}, ${duration(lengthOf(pauses))}` : '',
    ],
    [
      'refused',
      refused.length > 0 ? `every request was refused for ${duration(lengthOf(refused))}` : '',
    ],
  ];
  const band = (kind: string, { from, to }: Span): string =>
    `<rect class="${kind}" x="${at(from, length)}" width="${at(Math.max(to - from, length / BINS), length)}" height="${HEIGHT}"/>`;
  return html`<figure class="timeline"><figcaption class="legend"><b>The run</b>
${keys.map(
  ([kind, words]) =>
    words !== '' &&
    html`<span class="key ${kind}">${words}</span>
`,
)}</figcaption>
${trusted(
  `<svg viewBox="0 0 ${BINS} ${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${pauses.map((one) => band('pause', one)).join('')}${refused.map((one) => band('refused', one)).join('')}${bars(bins)}</svg>`,
)}
</figure>`;
}

function bars(bins: readonly Bin[]): string {
  const most = Math.max(...bins.map(({ requests }) => requests));
  const height = (number: number): number =>
    number === 0 ? 0 : Math.max(2, (number / most) * HEIGHT);
  return bins
    .map(({ requests, failing }, x) => {
      const bar = (kind: string, number: number): string =>
        number === 0
          ? ''
          : `<rect class="${kind}" x="${x + 0.1}" y="${(HEIGHT - height(number)).toFixed(1)}" width="0.8" height="${height(number).toFixed(1)}"/>`;
      return bar('sent', requests) + bar('failing', failing);
    })
    .join('');
}

function at(ms: number, length: number): string {
  return ((ms / length) * BINS).toFixed(1);
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** The times without a request under way. */
function pausesIn(
  known: readonly RecordedRequest[],
  start: number,
  length: number,
): readonly Span[] {
  const shortest = Math.max(PAUSE_MS, length * PAUSE_SHARE);
  let ended = start;
  return known.flatMap(({ startedAt, durationMs }) => {
    const gap = { from: ended - start, to: startedAt - start };
    ended = Math.max(ended, startedAt + durationMs);
    return gap.to - gap.from >= shortest ? [gap] : [];
  });
}

/** The times in which every request was refused. */
function refusedIn(known: readonly RecordedRequest[], start: number): readonly Span[] {
  const spans: Span[] = [];
  let row: RecordedRequest[] = [];
  for (const one of [...known, undefined]) {
    if (one !== undefined && REFUSALS.has(one.status)) {
      row.push(one);
      continue;
    }
    const [first] = row;
    const last = row.at(-1);
    if (row.length >= WINDOW && first !== undefined && last !== undefined)
      spans.push({
        from: first.startedAt - start,
        to: last.startedAt + last.durationMs - start,
      });
    row = [];
  }
  return spans;
}
