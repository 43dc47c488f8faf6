/** The progress of a run on stderr: its last lines on a terminal, and a line each minute in a log. */
import type { Verdict } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';
import { count, cut, duration, line } from '../text.ts';
import { listedProblems, problemLine } from './headline.ts';
import { isLive, Region } from './region.ts';

/** The lines of the screen that stay free for other text. */
const ABOVE = 3;
/** Between two lines of a log. */
const LOG_EVERY_MS = 60_000;
/** The most characters of a line of a log. */
const LOG_WIDTH = 120;

export interface Live {
  update(event: Omit<Progress, 'elapsedMs'>): void;
  /** A failure was confirmed, or got a smaller request. */
  failure(verdict: Verdict): void;
  /** Makes room for other text. */
  clear(): void;
  end(): void;
}

/** Nothing if switched off. */
export function live(
  wanted: boolean,
  stream: NodeJS.WriteStream = process.stderr,
  colour = false,
): Live {
  if (!wanted) return { update() {}, failure() {}, clear() {}, end() {} };
  return isLive(stream) ? onScreen(stream, colour) : inLog(stream);
}

/** A line after each minute. A short run writes nothing. */
export function inLog(
  stream: Pick<NodeJS.WritableStream, 'write'>,
  everyMs: number = LOG_EVERY_MS,
): Live {
  const began = performance.now();
  const failed = new Map<string, Verdict>();
  let event: Omit<Progress, 'elapsedMs'> | undefined;
  const write = (): void => {
    if (event === undefined) return;
    const elapsedMs = performance.now() - began;
    const problems = problemsOf({ verdicts: [...failed.values()] }).length;
    const found = problems > 0 ? `, ${count(problems, 'problem')} so far` : '';
    const now = doing({ ...event, elapsedMs }).join(', ');
    const text = `${duration(elapsedMs)}: ${now}${found} (${line(event.operation, 40)})`;
    stream.write(`${cut(text, LOG_WIDTH)}\n`);
  };
  const timer = setInterval(write, everyMs).unref();
  return {
    update(now) {
      event = now;
    },
    failure(verdict) {
      failed.set(verdict.requirement, verdict);
    },
    clear() {},
    end: () => clearInterval(timer),
  };
}

function onScreen(stream: NodeJS.WriteStream, colour: boolean): Live {
  const began = performance.now();
  const region = new Region(stream);
  const failed = new Map<string, Verdict>();
  let event: Omit<Progress, 'elapsedMs'> | undefined;
  const lines = (): readonly string[] => {
    const width = (stream.columns || 80) - 1;
    const room = Math.max(1, (stream.rows || 24) - ABOVE);
    const problems = failed.size === 0 ? [] : problemsOf({ verdicts: [...failed.values()] });
    return [
      ...listedProblems(problems, room, width, (one) => problemLine(one, { colour, width })),
      ...(event ? [progress({ ...event, elapsedMs: performance.now() - began }, width)] : []),
    ];
  };
  return {
    update(now) {
      event = now;
      region.drawSoon(lines);
    },
    failure(verdict) {
      failed.set(verdict.requirement, verdict);
      region.drawSoon(lines);
    },
    clear: () => region.clear(),
    end: () => region.clear(),
  };
}

/** The current state of a run. */
export interface Progress {
  readonly stage: 'scan' | 'confirm' | 'shrink';
  /** The short name of the current operation. */
  readonly operation: string;
  readonly sent: number;
  readonly planned: number;
  /** The requirements with unconfirmed findings. */
  readonly suspected: number;
  readonly elapsedMs: number;
}

/** One line for a live display, at most `width` characters: the operation, the progress, suspected failures. */
export function progress(event: Progress, width: number): string {
  const parts = [line(event.operation, 40), ...doing(event)];
  return cut(parts.join('  '), width);
}

function doing({ stage, sent, planned, suspected, elapsedMs }: Progress): readonly string[] {
  const suspects = suspected > 0 ? [count(suspected, 'suspected failure')] : [];
  if (stage === 'confirm') return ['rechecking failures', ...suspects];
  if (stage === 'shrink') return ['shrinking failing requests'];
  const left =
    sent > 0 && sent < planned ? [`${duration((elapsedMs / sent) * (planned - sent))} left`] : [];
  return [`${Math.min(sent, planned)} of ${count(planned, 'request')}`, ...left, ...suspects];
}
