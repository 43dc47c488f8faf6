/** Requests conforming responses only once: an unchanging target sends the same response again. */
import type { Send } from '../../judge/case.ts';
import type { Exchange } from '../../model/index.ts';
import { keyOf } from '../../plan/call.ts';

/** A `Send` that sends each request once; its response serves every repetition. */
export function onceEach(wire: Send): Send {
  const known = new Map<string, Promise<Exchange>>();
  return async (request, ref) => {
    const key = keyOf(request);
    let exchange = known.get(key);
    if (exchange === undefined) {
      exchange = wire(request, ref);
      known.set(key, exchange);
    }
    return { ...(await exchange), request };
  };
}
