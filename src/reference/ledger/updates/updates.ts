/** The lists of updates, in the newer and in two older forms. */

import { bool, type Decoded, int64, object, optional, or } from '../decode.ts';
import { transactionFilter, type UpdateFormat, updateFormat } from '../filters/decode.ts';
import { requireUpdateFormat } from '../filters/filters.ts';
import type { Ledger } from '../ledger.ts';
import { project, projectionOf } from '../projections.ts';
import type { Json } from '../projections-events.ts';
import { ok } from '../reply.ts';
import { post, type Route } from '../route.ts';
import { isSince } from '../versions.ts';
import { treeFormatOf, type UpdatesRequest, updateFormatOf } from './formats.ts';
import { checkpoint, endsWithCheckpoint, limited, rejectEndless, rejectRange } from './range.ts';
import { treeOf } from './trees.ts';

const body = object({
  beginExclusive: or(int64, 0),
  endInclusive: optional(int64),
  filter: optional(transactionFilter),
  verbose: or(bool, false),
  updateFormat: optional(updateFormat),
  descendingOrder: or(bool, false),
});
type Body = Decoded<typeof body>;

/** The updates of a range in the format, with a checkpoint if the range is open. */
function listed(ledger: Ledger, given: Body, format: UpdateFormat): readonly Json[] {
  const { history, version } = ledger;
  const { beginExclusive, endInclusive } = given;
  const descending = given.descendingOrder && isSince(version, '3.5');
  rejectEndless(descending, endInclusive);
  const projection = projectionOf(ledger, format);
  rejectRange(history, beginExclusive, endInclusive);
  const updates = history
    .range(beginExclusive, endInclusive ?? history.end)
    .map((update) => project(update, projection))
    .filter((update) => update !== undefined);
  if (descending) return updates.reverse();
  const open = endInclusive === undefined && endsWithCheckpoint(history, beginExclusive);
  return open ? [...updates, checkpoint(history)] : updates;
}

function listRoute(
  path: string,
  formatOf: (given: UpdatesRequest) => UpdateFormat,
  render: (update: Json) => Json,
): Route {
  return post(path, {
    body,
    query: { limit: 'long', stream_idle_timeout_ms: 'long' },
    authorise: (call) => requireUpdateFormat(call, meant(call.body)),
    handle: ({ body: given, query }, ledger) => {
      const elements = listed(ledger, given, formatOf(given));
      return ok(limited(ledger.history, query, elements).map((one) => ({ update: render(one) })));
    },
  });
}

/** The formats of a body, for the check of rights. A body with both forms is rejected later. */
function meant({ filter, verbose, updateFormat: newer }: Body): UpdateFormat | undefined {
  if (filter === undefined) return newer;
  return updateFormatOf({ filter, verbose, updateFormat: undefined });
}

export const UPDATES: readonly Route[] = [
  listRoute('/v2/updates', updateFormatOf, (update) => update),
  listRoute('/v2/updates/flats', updateFormatOf, (update) => update),
  listRoute('/v2/updates/trees', treeFormatOf, treeOf),
];
