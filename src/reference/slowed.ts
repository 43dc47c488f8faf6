/** What makes a reference server slow and scarce, as a mock server needs it: latency, and a limit of requests. */
import type { RequestListener, ServerResponse } from 'node:http';

/** The most requests of a window: 2 in one second. */
interface RateLimit {
  readonly requests: number;
  readonly windowMs: number;
}

export interface Slowness {
  /** Milliseconds before each response; 0 by default. */
  readonly latencyMs?: number | undefined;
  /** Requests above it get 429 with Retry-After; without it there is no limit. */
  readonly limit?: RateLimit | undefined;
}

/**
 * The listener behind latency and a limit. The limit comes first, as at a gateway: a request above it gets 429 at once
 * and does not count. A preflight is never limited, because a page would not see the 429.
 */
export function slowed(
  serve: RequestListener,
  { latencyMs = 0, limit }: Slowness,
): RequestListener {
  if (latencyMs === 0 && limit === undefined) return serve;
  const waitFor = limit === undefined ? () => 0 : limited(limit);
  return (request, response) => {
    const waitMs = request.method === 'OPTIONS' ? 0 : waitFor();
    if (waitMs > 0) {
      request.resume();
      refuse(response, waitMs);
    } else if (latencyMs === 0) serve(request, response);
    else {
      const timer = setTimeout(() => serve(request, response), latencyMs);
      response.on('close', () => clearTimeout(timer));
    }
  };
}

/** Counts a request and returns 0, or the milliseconds until one is allowed. In no window are there more requests. */
function limited({ requests, windowMs }: RateLimit): () => number {
  const counted: number[] = [];
  return () => {
    const now = performance.now();
    while (counted[0] !== undefined && now - counted[0] >= windowMs) counted.shift();
    const [oldest] = counted;
    if (oldest !== undefined && counted.length >= requests) return windowMs - (now - oldest);
    counted.push(now);
    return 0;
  };
}

function refuse(response: ServerResponse, waitMs: number): void {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const body = JSON.stringify({ error: `Too many requests. Send the next one in ${seconds} s.` });
  response.writeHead(429, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'retry-after': String(seconds),
    // A page reads a response only with these.
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'retry-after',
  });
  response.end(body);
}
