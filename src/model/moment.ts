/**
 * Moments in milliseconds since 1970, to the microsecond: a request that follows a response began after its end. All
 * moments of a process are on one clock, which no setting of the time moves.
 */

/** The moment of a time on the clock of `performance.now`: now, if none is given. */
export function moment(at: number = performance.now()): number {
  return Math.floor((performance.timeOrigin + at) * 1000) / 1000;
}

/** The moment as in RFC 3339, in UTC, with six digits. */
export function momentText(ms: number): string {
  const micro = Math.round((ms - Math.floor(ms)) * 1000);
  return `${new Date(ms).toISOString().slice(0, -1)}${String(micro).padStart(3, '0')}Z`;
}

/** The moment that such a text names, with up to six digits; 0 for other text. */
export function momentOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return 0;
  const micro = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? '';
  return ms + Number(micro.padEnd(3, '0')) / 1000;
}
