/** Refusals that are answers, and throttling, which is none. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callTo, http } from '../../test/servers.ts';
import type { Call, Exchange } from '../model/index.ts';
import { connect } from './client.ts';

type Serve = (path: string, response: ServerResponse) => number;

/** What these requests get, and in how many milliseconds. */
async function exchanges(
  serve: Serve,
  send: (send: (call: Call) => Promise<Exchange>) => Promise<readonly Exchange[]>,
): Promise<{ readonly got: readonly Exchange[]; readonly ms: number }> {
  const url = await http((request, response) => {
    response.writeHead(serve(request.url ?? '', response)).end('{}');
  });
  const client = connect({ baseUrl: url, timeoutMs: 5000 });
  onTestFinished(() => client.close());
  const begin = performance.now();
  const got = await send((call) => client.send(call));
  return { got, ms: performance.now() - begin };
}

const shown = ({ response, noResponse, isAnswer }: Exchange): unknown =>
  noResponse?.kind ?? (isAnswer ? `${response?.status} each time` : response?.status);

const other = (path: string): Call => {
  const call = callTo(path);
  return { ...call, operation: { ...call.operation, key: path } };
};

describe('a refusal that comes each time, while other requests are served', () => {
  it.each([429, 503])('is an answer: %i for one operation', async (status) => {
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

  it('is an answer: 429 in place of 413 for long lists, also where many of them are under way', async () => {
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
