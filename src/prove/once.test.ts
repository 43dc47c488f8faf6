import { expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { ASIDE } from '../model/index.ts';
import { inOrder, type Line } from './once.ts';

/** A server that names the requests that it got so far, and a list of those of each server. */
function servers() {
  const started: string[][] = [];
  const start = async (): Promise<Line> => {
    const received: string[] = [];
    started.push(received);
    return {
      send: async (request) => {
        received.push(request.path);
        const noResponse = { kind: 'timeout', message: received.join() } as const;
        return { request, noResponse, startedAt: 0, durationMs: 0 };
      },
      end: async () => undefined,
    };
  };
  return { started, begin: inOrder(start) };
}

/** What the server says to each of these requests, sent one after the other. */
async function said({ send, end }: Line, paths: readonly string[]): Promise<unknown[]> {
  const all: unknown[] = [];
  for (const path of paths) all.push((await send(callTo(path), ASIDE)).noResponse?.message);
  await end();
  return all;
}

it('requests in a known order need no other server', async () => {
  const { started, begin } = servers();
  expect(await said(begin(), ['/a', '/b'])).toEqual(['/a', '/a,/b']);
  expect(await said(begin(), ['/a', '/b'])).toEqual(['/a', '/a,/b']);
  expect(started).toEqual([['/a', '/b']]);
});

it('a new server gets the requests before the first one in another order', async () => {
  const { started, begin } = servers();
  await said(begin(), ['/a', '/b', '/c']);
  expect(await said(begin(), ['/a', '/c', '/b'])).toEqual(['/a', '/a,/c', '/a,/c,/b']);
  expect(await said(begin(), ['/a', '/b'])).toEqual(['/a', '/a,/b']);
  expect(started.slice(1)).toEqual([['/a', '/c', '/b']]);
});

it('requests at once are sent in their order', async () => {
  const { started, begin } = servers();
  const { send, end } = begin();
  await Promise.all(['/a', '/b'].map((path) => send(callTo(path), ASIDE)));
  await end();
  expect(started).toEqual([['/a', '/b']]);
});
