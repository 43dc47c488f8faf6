/** The updates of a range in pages, in ascending or descending order (3.5). */
import { bool, int32, int64, object, optional, or, text } from '../decode.ts';
import { updateFormat } from '../filters/decode.ts';
import { requireUpdateFormat } from '../filters/filters.ts';
import { project, projectionOf } from '../projections.ts';
import type { Json } from '../projections-events.ts';
import { ok } from '../reply.ts';
import { post, type Route } from '../route.ts';
import { pageSize } from '../state/active.ts';
import { numbersIn, tokenFor } from '../state/tokens.ts';
import { rejectRange } from './range.ts';

const body = object({
  beginOffsetExclusive: optional(int64),
  endOffsetInclusive: optional(int64),
  maxPageSize: optional(int32),
  updateFormat: optional(updateFormat),
  descendingOrder: or(bool, false),
  pageToken: or(text, ''),
});

interface Shown {
  readonly offset: number;
  readonly update: Json;
}

/**
 * A page of updates. The next page begins at its last offset. Without an end there is always a next page, for later
 * updates.
 */
function pageOf(
  shown: readonly Shown[],
  range: { readonly low: number; readonly high: number },
  size: number,
  descending: boolean,
): { items: readonly Shown[]; low: number; high: number; more: boolean } {
  const ordered = descending ? shown.toReversed() : shown;
  const items = ordered.slice(0, size);
  const last = items.at(-1);
  if (ordered.length <= size || last === undefined) return { items, ...range, more: false };
  return descending
    ? { items, low: last.offset - 1, high: range.high, more: true }
    : { items, low: range.low, high: last.offset, more: true };
}

export const UPDATES_PAGE: Route = post('/v2/updates/get-updates-page', {
  since: '3.5',
  body,
  authorise: (call) => requireUpdateFormat(call, call.body.updateFormat),
  handle: (call, ledger) => {
    const { maxPageSize, pageToken, ...request } = call.body;
    const { history } = ledger;
    const { endOffsetInclusive: end, descendingOrder: descending } = request;
    const size = pageSize(maxPageSize, 2000);
    // 0 means the same as an absent start.
    const first = request.beginOffsetExclusive || history.pruned;
    const [begin = first, from] = numbersIn(request, pageToken, 'INVALID_UPDATE_PAGE_TOKEN');
    const projection = projectionOf(ledger, request.updateFormat);
    rejectRange(history, begin, end);
    const range = descending
      ? { low: begin, high: from ?? end ?? history.end }
      : { low: from ?? begin, high: end ?? history.end };
    const shown = history
      .range(range.low, range.high)
      .map((one) => ({ offset: one.offset, update: project(one, projection) }))
      .filter((one): one is Shown => one.update !== undefined);
    const { items, low, high, more } = pageOf(shown, range, size, descending);
    const next = tokenFor(request, `${begin}-${descending ? low : high}`);
    return ok({
      updates: items.map(({ update }) => ({ update })),
      lowestPageOffsetExclusive: low,
      highestPageOffsetInclusive: high,
      nextPageToken: more || (end === undefined && !descending) ? next : null,
    });
  },
});
