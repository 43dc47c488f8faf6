/** Lists without an end: the node ends them after an idle time, which the request sets. */
import type { Call, CompleteExchange, Exchange, Fixtures } from '../../../src/kit.ts';

/** A fast node may still pause for a fraction of a second. */
const LEAST_MS = 1000;
/** A node ends every request after 20 s; two seconds are left for other work. */
const LONGEST_MS = 18_000;
/** The factor between the time of the slowest list and the idle time of an open list. */
const TIMES = 3;

/**
 * The idle time of every open list, from the slowest list of discovery or of the same case. In whole seconds, so that
 * runs are alike.
 */
export function idleOf(
  { listMs: [most = 0] }: Pick<Fixtures, 'listMs'>,
  closed?: Exchange,
): number {
  const tookMs = Math.max(most, closed?.durationMs ?? 0);
  const wanted = Math.min(TIMES * tookMs, LONGEST_MS - tookMs);
  return Math.ceil(Math.max(LEAST_MS, wanted) / 1000) * 1000;
}

/** The request. If it sets an idle time, the kit's timeout grows by it. */
export function waited(list: Call): Call {
  const idle = /[?&]stream_idle_timeout_ms=(\d+)/.exec(list.path)?.[1];
  return idle === undefined ? list : { ...list, waitsMs: Number(idle) };
}

/**
 * True if a gap between elements may have ended the open list: it took its idle time, and the closed list was slow
 * enough for such a gap.
 */
export function mayBeCut(open: CompleteExchange, closed: CompleteExchange): boolean {
  const idle = open.request.waitsMs ?? 0;
  return open.durationMs >= idle && TIMES * closed.durationMs > idle;
}
