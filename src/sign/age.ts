/** How old a signed report may be. */
import { InputError } from '../input/error.ts';

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

/** Why a run that started then is too old, or lies in the future; `undefined` if it is neither. */
export function ageProblem(startedAt: string, maxMs: number, now: number): string | undefined {
  const ageMs = now - Date.parse(startedAt);
  if (ageMs < -MAX_CLOCK_SKEW_MS)
    return `its run started at ${startedAt}, which is in the future here: check the clocks of both machines`;
  return ageMs <= maxMs
    ? undefined
    : `its run started at ${startedAt}, which is older than --max-age allows: ask for a newer report`;
}
