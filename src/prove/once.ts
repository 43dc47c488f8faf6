/** Connections to conforming servers that send nothing whose response is known. */

import type { Exchange, Send } from '../model/index.ts';
import { keyOf } from '../plan/call.ts';

/** A connection to a conforming server, and how to close it. */
export interface Line {
  readonly send: Send;
  readonly end: () => Promise<void>;
}

/** A `Send` that sends each request once; its response serves every repetition. */
export function onceEach(wire: Send): Send {
  const known = new Map<string, Promise<Exchange>>();
  return async (request, purpose) => {
    const key = keyOf(request);
    let exchange = known.get(key);
    if (exchange === undefined) {
      exchange = wire(request, purpose);
      known.set(key, exchange);
    }
    return { ...(await exchange), request };
  };
}

/** The exchange of a request, and those of the requests that came after it. */
interface Known {
  readonly exchange: Promise<Exchange>;
  readonly later: Map<string, Known>;
}

/**
 * Connections to new servers, which all start in one state: requests in an order that an earlier server got have its
 * responses. A server is started at the first other request, and gets those before it too.
 */
export function inOrder(start: () => Promise<Line>): () => Line {
  const first = new Map<string, Known>();
  return () => {
    const before: Parameters<Send>[] = [];
    let known = first;
    let started: Promise<Line> | undefined;
    const caughtUp = async (): Promise<Line> => {
      const missed = [...before];
      const line = await start();
      for (const [request, purpose] of missed) await line.send(request, purpose);
      return line;
    };
    return {
      send: async (request, purpose) => {
        const key = keyOf(request);
        let next = known.get(key);
        if (next === undefined) {
          // What begins otherwise is about another operation: the old responses are not needed again.
          if (known === first) first.clear();
          started ??= caughtUp();
          next = { exchange: started.then(({ send }) => send(request, purpose)), later: new Map() };
          known.set(key, next);
        }
        before.push([request, purpose]);
        known = next.later;
        return { ...(await next.exchange), request };
      },
      end: async () => (await started)?.end(),
    };
  };
}
