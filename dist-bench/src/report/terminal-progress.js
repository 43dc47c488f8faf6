import { count, cut, duration, line } from './text.js';
/** One line for a live display, at most `width` characters: operation, requests of planned, time left. */
export function progress(event, width) {
    const { sent, planned, elapsedMs } = event;
    const parts = [line(event.operation, 40), `${sent} of ${count(planned, 'request')}`];
    if (sent > 0 && sent < planned) {
        parts.push(`${duration((elapsedMs / sent) * (planned - sent))} left`);
    }
    return cut(parts.join('  '), width);
}
