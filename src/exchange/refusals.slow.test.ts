/** Servers that limit their callers: a refusal that ends after a wait is throttling. */
import { describe, expect, it } from 'vitest';
import { exchanges, other, shown } from '../../test/refusing.ts';
import type { Call, Exchange } from '../model/index.ts';

// Each test waits for seconds without work, so they run together.
describe.concurrent('a server that limits its callers is throttled, and its refusals are no answers', () => {
  /** A token bucket with this many tokens a second, and this size. */
  const bucket = (perSecond: number, size: number): (() => boolean) => {
    let [tokens, at] = [size, performance.now()];
    return () => {
      const now = performance.now();
      tokens = Math.min(size, tokens + ((now - at) / 1000) * perSecond);
      at = now;
      if (tokens < 1) return false;
      tokens--;
      return true;
    };
  };
  const together =
    (count: number, pathOf: (i: number) => string) =>
    (send: (call: Call) => Promise<Exchange>): Promise<readonly Exchange[]> =>
      Promise.all(Array.from({ length: count }, (_, i) => send(other(pathOf(i)))));

  it.each([
    [10, 2],
    [50, 5],
    [200, 1],
  ])('%i requests a second, and %i at once', async (perSecond, size) => {
    const admits = bucket(perSecond, size);
    const { got } = await exchanges(
      () => (admits() ? 200 : 429),
      together(32, (i) => `/${i % 6}`),
    );
    expect(got.filter(({ isAnswer }) => isAnswer)).toEqual([]);
  });

  it('a limit for one of several paths', async () => {
    const admits = bucket(10, 2);
    const { got } = await exchanges(
      (path) => (path !== '/limited' || admits() ? 200 : 429),
      together(32, (i) => (i % 2 === 0 ? '/limited' : `/${i % 6}`)),
    );
    expect(got.filter(({ isAnswer }) => isAnswer)).toEqual([]);
  });

  it('a window of a second that an earlier run exhausted, with Retry-After', async () => {
    const end = performance.now() + 1500;
    const { got } = await exchanges(
      (path, response) => {
        if (path !== '/limited' || performance.now() > end) return 200;
        response.setHeader('retry-after', '2');
        return 429;
      },
      async (send) => [await send(other('/a')), await send(other('/limited'))],
    );
    expect(got.map(shown)).toEqual([200, 200]);
  });

  it('an operation that was served before is throttled', async () => {
    let requests = 0;
    const { got } = await exchanges(
      (path) => (path !== '/down' || requests++ === 0 ? 200 : 503),
      async (send) => [
        await send(other('/down')),
        await send(other('/up')),
        await send(other('/down')),
      ],
    );
    expect(got.map(shown)).toEqual([200, 200, 'throttled']);
  }, 30_000);
});
