/** What tests expect of findings. */
import { expect } from 'vitest';

/** A status that comes at random, with its share of all responses. */
export function atRandom(status: number): unknown {
  const share = { count: expect.any(Number), of: expect.any(Number) };
  return { parts: [{ statuses: [status] }, { atRandom: share }] };
}
