/** Reads that follow a change: a node may answer for a while from what it remembers. */
import type { Call, CompleteExchange } from '../../src/index.ts';
import { difference } from './alike.ts';
import { listIn, textIn, within } from './sequences.ts';

/** Nodes remember users for five seconds; some room is to spare. */
const REMEMBERED = [500, 1500, 4000];

/** The call, sent again for six seconds at most while its answer does not show what it looks for. */
function patiently(read: Call, shown: (exchange: CompleteExchange) => boolean): Call {
  return { ...read, retryUntil: { delaysMs: REMEMBERED, holds: shown } };
}

/** Looks until the answer shows a change. Refusals other than 404 are no matter of time. */
export function retryUntilShown(read: Call, shows: (body: unknown) => boolean): Call {
  return patiently(read, ({ response: { status, body } }) =>
    status === 200 ? shows(body) : status !== 404,
  );
}

/** Looks until something is found no longer. */
export function retryUntilGone(read: Call): Call {
  return patiently(read, ({ response: { status } }) => status !== 200);
}

/** Looks until the answer holds this member as the answer to a change did. */
export function retryUntilAsIn(changed: unknown, member: string, read: Call): Call {
  const owed = within(changed, member);
  if (owed === undefined) return read;
  return retryUntilShown(read, (body) => difference(owed, within(body, member)).length === 0);
}

/** True where one of the rows of that list is called so. */
export function lists(body: unknown, list: string, key: string, name: string): boolean {
  return listIn(body, list).some((row) => textIn(row, key) === name);
}
