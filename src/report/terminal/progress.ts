import { count, cut, duration, line } from '../text.ts';

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
