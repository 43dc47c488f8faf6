/** How old a signed report may be. */
import { InputError } from '../input/error.ts';
import type { Report } from '../model/index.ts';
import { line } from '../report/text.ts';

/** The clocks of two machines may differ by this. */
export const MAX_CLOCK_SKEW_MS: number = 5 * 60_000;

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The milliseconds of `90m`, `12h` or `30d`. Throws InputError. */
export function ageIn(text: string): number {
  const [, digits = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const ms = Number(digits) * (UNITS[unit] ?? 0);
  if (ms > 0) return ms;
  throw new InputError(
    `--max-age: ${JSON.stringify(text)} is not an age. Write a number with m, h or d, such as 12h or 30d.`,
  );
}

/**
 * Why a run that started then cannot be relied on now: it is older than `maxMs`, or its day is in the future.
 * `undefined` if it can.
 */
export function ageProblem(
  { run: { startedAt } }: Report,
  maxMs: number = Number.POSITIVE_INFINITY,
): string | undefined {
  const ageMs = Date.now() - Date.parse(startedAt);
  const started = `its run started at ${line(startedAt, 50)}`;
  if (ageMs < -MAX_CLOCK_SKEW_MS)
    return `${started}, which is in the future: check the clocks of both machines`;
  return ageMs <= maxMs
    ? undefined
    : `${started}, which is older than --max-age allows: ask for a newer report`;
}
