/** The last lines on stderr during a run: the problems so far, and the progress. */
import type { Verdict } from '../../model/index.ts';
import { problemsOf } from '../problems.ts';
import { listedProblems, problemLine } from './headline.ts';
import { type Progress, progress } from './progress.ts';
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
