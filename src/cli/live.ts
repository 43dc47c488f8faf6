/** One line on stderr that shows where the run is. */
import type { Progress } from '../judge/judge.ts';
import { progress } from '../report/terminal/progress.ts';

const EVERY_MS = 100;
const CLEAR = '\r\u001b[K';

export interface Live {
  update(event: Progress): void;
  clear(): void;
}

/** A live line on a terminal; elsewhere, or when switched off, nothing. */
export function live(wanted: boolean, stream: NodeJS.WriteStream = process.stderr): Live {
  if (!wanted || !stream.isTTY || process.env['TERM'] === 'dumb') {
    return { update: () => undefined, clear: () => undefined };
  }
  const began = performance.now();
  let last = Number.NEGATIVE_INFINITY;
  return {
    update({ operation, sent, planned, stage }) {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      const event = { operation, sent: Math.min(sent, planned), planned, elapsedMs: now - began };
      const width = (stream.columns || 80) - 1;
      const text = progress(event, width);
      stream.write(
        CLEAR +
          (stage === 'scan' ? text : `${operation}  looking again at what failed`.slice(0, width)),
      );
    },
    clear() {
      if (last > 0) stream.write(CLEAR);
    },
  };
}
