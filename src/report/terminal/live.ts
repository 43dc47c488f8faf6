/** The last lines on stderr during a run: the problems so far, and the progress. */
import type { Verdict } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';
import { count, cut, duration, line } from '../text.ts';
import { listedProblems, problemLine } from './headline.ts';
import { isLive, Region } from './region.ts';

/** The lines of the screen that stay free for other text. */
const ABOVE = 3;

export interface Live {
  update(event: Omit<Progress, 'elapsedMs'>): void;
  /** A failure was confirmed, or got a smaller request. */
  failure(verdict: Verdict): void;
  clear(): void;
}

/** The live lines on a terminal; nothing without one, or if switched off. */
export function live(
  wanted: boolean,
  stream: NodeJS.WriteStream = process.stderr,
  colour = false,
): Live {
  const began = performance.now();
  const region = wanted && isLive(stream) ? new Region(stream) : undefined;
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
      region?.drawSoon(lines);
    },
    failure(verdict) {
      failed.set(verdict.requirement, verdict);
      region?.drawSoon(lines);
    },
    clear: () => region?.clear(),
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
  if (stage === 'confirm') return ['looking again at what failed', ...suspects];
  if (stage === 'shrink') return ['looking for smaller requests'];
  const left =
    sent > 0 && sent < planned ? [`${duration((elapsedMs / sent) * (planned - sent))} left`] : [];
  return [`${Math.min(sent, planned)} of ${count(planned, 'request')}`, ...left, ...suspects];
}
