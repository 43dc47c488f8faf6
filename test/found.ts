/** Expected findings for tests. */
import { expect } from 'vitest';

/** The finding of a status that comes at random, with its share of all responses. */
export function atRandom(status: number): unknown {
  const share = { count: expect.any(Number), of: expect.any(Number) };
  return { parts: [{ statuses: [status] }, { atRandom: share }] };
}
