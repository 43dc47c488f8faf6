import { count, cut, duration, line } from '../text.ts';

/** What is known while a run is under way. */
export interface Progress {
  /** the short name of the operation. */
  readonly operation: string;
  readonly sent: number;
  readonly planned: number;
  readonly elapsedMs: number;
}

/** One line for a live display, at most `width` characters: operation, requests of planned, time left. */
export function progress(event: Progress, width: number): string {
  const { sent, planned, elapsedMs } = event;
  const parts = [line(event.operation, 40), `${sent} of ${count(planned, 'request')}`];
  if (sent > 0 && sent < planned) {
    parts.push(`${duration((elapsedMs / sent) * (planned - sent))} left`);
  }
  return cut(parts.join('  '), width);
}
