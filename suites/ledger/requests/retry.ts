/** Reads after a change, retried because a node may respond from a cache for a while. */
import type { Call, CompleteExchange } from '../../../src/index.ts';
import { member as at, difference } from '../../kit/json.ts';

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

/** Retries until the response has this member as the response to the change did. */
export function retryUntilAsIn(changed: unknown, member: string, read: Call): Call {
  const expected = at(changed, member);
  if (expected === undefined) return read;
  return retryUntilShown(read, (body) => difference(expected, at(body, member)).length === 0);
}
