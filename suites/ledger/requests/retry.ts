/** Reads after a change, with retries because a node may respond from a cache for a while. */
import type { Call, CompleteExchange } from '../../../src/kit.ts';

/** Delays in milliseconds: nodes cache users for five seconds. */
const DELAYS_MS = [500, 1500, 4000];

/** Half a minute in total, which is a node's default patience with a command. */
const LONG_DELAYS_MS = [1000, 2000, 4000, 8000, 15_000];

/** The call, retried for six seconds at most, unless it may take longer, until its response holds. */
function retried(
  read: Call,
  shown: (exchange: CompleteExchange) => boolean,
  delaysMs = DELAYS_MS,
): Call {
  return { ...read, retryUntil: { delaysMs, holds: shown } };
}

/** Retries until the response shows a change; for half a minute `within` 30 s. Rejections other than 404 are final. */
export function retryUntilShown(
  read: Call,
  shows: (body: unknown) => boolean,
  within?: number,
): Call {
  return retried(
    read,
    ({ response: { status, body } }) => (status === 200 ? shows(body) : status !== 404),
    within === undefined ? DELAYS_MS : LONG_DELAYS_MS,
  );
}

/** Retries until the resource is gone. */
export function retryUntilGone(read: Call): Call {
  return retried(read, ({ response: { status } }) => status !== 200);
}
