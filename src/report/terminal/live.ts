/** The last lines on stderr during a run: the problems so far, and the progress. */
import type { Verdict } from '../../model/index.ts';
import { problemCount, problemsOf } from '../problems.ts';
import { cut } from '../text.ts';
import { problemLine } from './headline.ts';
import { type Progress, progress } from './progress.ts';
import { Region } from './region.ts';

const EVERY_MS = 100;
/** The largest share of time for the display. */
const SHARE = 1 / 20;
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
  if (!wanted || !stream.isTTY || process.env['TERM'] === 'dumb') {
    const nothing = (): void => undefined;
    return { update: nothing, failure: nothing, clear: nothing };
  }
  return new LiveLines(stream, colour);
}

class LiveLines implements Live {
  readonly #stream: NodeJS.WriteStream;
  readonly #colour: boolean;
  readonly #region: Region;
  readonly #began = performance.now();
  readonly #failed = new Map<string, Verdict>();
  #event: Omit<Progress, 'elapsedMs'> | undefined;
  #next = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(stream: NodeJS.WriteStream, colour: boolean) {
    this.#stream = stream;
    this.#colour = colour;
    this.#region = new Region(stream);
  }

  update(event: Omit<Progress, 'elapsedMs'>): void {
    this.#event = event;
    this.#show();
  }

  failure(verdict: Verdict): void {
    this.#failed.set(verdict.requirement, verdict);
    this.#show();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#region.clear();
  }

  /** Draws at once if enough time has passed, otherwise later. */
  #show(): void {
    if (this.#timer !== undefined) return;
    const early = this.#next - performance.now();
    if (early <= 0) this.#draw();
    else {
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        this.#draw();
      }, early).unref();
    }
  }

  #draw(): void {
    const from = performance.now();
    const width = (this.#stream.columns || 80) - 1;
    const lines = this.#problems(width);
    if (this.#event !== undefined)
      lines.push(progress({ ...this.#event, elapsedMs: from - this.#began }, width));
    this.#region.draw(lines);
    const now = performance.now();
    this.#next = now + Math.max(EVERY_MS, (now - from) / SHARE);
  }

  #problems(width: number): string[] {
    if (this.#failed.size === 0) return [];
    const problems = problemsOf({ verdicts: [...this.#failed.values()] });
    const room = Math.max(1, (this.#stream.rows || 24) - ABOVE);
    const fits = problems.length <= room ? problems.length : room - 1;
    const lines = problems
      .slice(0, fits)
      .map((problem) => problemLine(problem, { colour: this.#colour, width }));
    const left = problems.slice(fits);
    return left.length === 0 ? lines : [...lines, cut(`… and ${problemCount(left)}`, width)];
  }
}
