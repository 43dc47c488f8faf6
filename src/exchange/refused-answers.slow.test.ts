/** Refusals that are answers, and throttling, which is not. */
import { describe, expect, it } from 'vitest';
import { exchanges, other, shown } from '../../test/refusing.ts';
import { callTo } from '../../test/servers.ts';

/** One request, and then many at the same time. */
const oneThenMany = (
  statusOf: (path: string) => number,
  count: number,
): ReturnType<typeof exchanges> =>
  exchanges(statusOf, async (send) => {
    const first = await send(callTo('/'));
    const many = Array.from({ length: count }, (_, i) => send(callTo(`/?limit=${i}`)));
    return [first, ...(await Promise.all(many))];
  });

// Each test waits for seconds without work, so they run together.
describe.concurrent('a refusal that comes each time, while other requests are served', () => {
  it.each([429, 502, 503, 504])('is an answer: %i for one operation', async (status) => {
    const { got, ms } = await exchanges(
      (path) => (path === '/livez' ? status : 200),
      async (send) => [
        await send(other('/')),
        await send(other('/livez')),
        await send(other('/livez')),
      ],
    );
    expect(got.map(shown)).toEqual([200, `${status} each time`, `${status} each time`]);
    expect(ms).toBeLessThan(4000);
  });

  it('is an answer: 429 instead of 413 for long lists, even with many concurrent requests', async () => {
    const { got, ms } = await exchanges(
      (path) => (Number(path.split('=')[1] ?? 0) > 10 ? 429 : 200),
      async (send) => {
        const first = [await send(callTo('/?limit=5')), await send(callTo('/?limit=200'))];
        const many = Array.from({ length: 60 }, (_, i) => send(callTo(`/?limit=${i + 11}`)));
        return [...first, ...(await Promise.all(many))];
      },
    );
    expect(got.map(shown)).toEqual([200, ...Array.from({ length: 61 }, () => '429 each time')]);
    expect(ms).toBeLessThan(5000);
  });

  it('is an answer that is detected once, even if the first requests are concurrent', async () => {
    const { got } = await oneThenMany((path) => (path === '/' ? 200 : 429), 16);
    expect(got.slice(1).map(shown)).toEqual(Array.from({ length: 16 }, () => '429 each time'));
    // Each was sent again once, and one of them twice more beside a good one.
    const tries = got.map((one) => one.tries ?? 1).reduce((sum, n) => sum + n);
    expect(tries).toBeLessThanOrEqual(1 + 16 * 2 + 4);
  });

  it('is an answer: 502 for one operation, even if the first requests are concurrent', async () => {
    const { got } = await oneThenMany((path) => (path === '/' ? 200 : 502), 16);
    expect(got.slice(1).map(shown)).toEqual(Array.from({ length: 16 }, () => '502 each time'));
  });

  it('is no answer if it comes at random: 502 for every third request', async () => {
    let requests = 0;
    const { got, ms } = await oneThenMany(() => (++requests % 3 === 0 ? 502 : 200), 60);
    expect(new Set(got.map(shown))).toEqual(new Set([200, 502]));
    expect(ms).toBeLessThan(8000);
  });

  it('is an answer though Retry-After promises an end', async () => {
    const { got, ms } = await exchanges(
      (path, response) => {
        if (path !== '/b') return 200;
        response.setHeader('retry-after', '1');
        return 429;
      },
      async (send) => [await send(other('/a')), await send(other('/b'))],
    );
    expect(got.map(shown)).toEqual([200, '429 each time']);
    expect(ms).toBeLessThan(6000);
  });
});
