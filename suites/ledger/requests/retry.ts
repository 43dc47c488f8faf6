/** Reads after a change, with retries because a node may respond from a cache for a while. */
import type { Call, CompleteExchange } from '../../../src/kit.ts';
import { difference } from '../../kit/json.ts';

/** Delays in milliseconds: nodes cache users for five seconds. */
const DELAYS_MS = [500, 1500, 4000];

/** The call, retried for six seconds at most until its response holds. */
function retried(read: Call, shown: (exchange: CompleteExchange) => boolean): Call {
  return { ...read, retryUntil: { delaysMs: DELAYS_MS, holds: shown } };
}

/** Retries until the response shows a change. Rejections other than 404 are final. */
export function retryUntilShown(read: Call, shows: (body: unknown) => boolean): Call {
  return retried(read, ({ response: { status, body } }) =>
    status === 200 ? shows(body) : status !== 404,
  );
}

/** Retries until the resource is gone. */
export function retryUntilGone(read: Call): Call {
  return retried(read, ({ response: { status } }) => status !== 200);
}

/** Retries until the response has this value; sends the call once if no value is expected. */
export function retryUntilEqual<C extends Call | undefined>(
  read: C,
  expected: unknown,
  found: (body: unknown) => unknown,
): C | Call {
  if (read === undefined || expected === undefined) return read;
  return retryUntilShown(read, (body) => difference(expected, found(body)).length === 0);
}
