/** What a report counts for on a board. */
import type { ApiResult } from '../model/index.ts';
import { MAX_CLOCK_SKEW_MS } from '../sign/age.ts';
import type { BoardReport, Signature, Standing } from './types.ts';

export type Verdict = ApiResult | Exclude<Standing, 'counts'>;

export function standingOf(
  { state }: Signature,
  startedAt: number,
  { isKeyed, now }: { readonly isKeyed: boolean; readonly now: number },
): Standing {
  if (state === 'failed') return 'untrusted';
  if (startedAt > now + MAX_CLOCK_SKEW_MS) return 'future';
  return isKeyed && state !== 'verified' ? 'unverified' : 'counts';
}

/** The result, or why it does not count. */
export function verdictOf<T extends ApiResult>(
  { standing }: Pick<BoardReport, 'standing'>,
  result: T,
): T | Exclude<Standing, 'counts'> {
  return standing === 'counts' ? result : standing;
}

export function counts({ standing }: BoardReport): boolean {
  return standing === 'counts';
}
