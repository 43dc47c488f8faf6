/** The time that the proxy adds to a request. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Agent } from 'undici';
import { firstMessage, startApart } from './apart.ts';
import { atMost, type Figure } from './figure.ts';
import { median, spread } from './rounds.ts';

const ROUNDS = 15;
const REQUESTS = 200;

export async function proxy(): Promise<Figure[]> {
  const { url, fixtures, close } = await startApart();
  const child = fork(fileURLToPath(new URL('proxy-server.js', import.meta.url)), [url.href]);
  const { origin } = await firstMessage<{ origin: string }>(child);
  const path = `/registry/allocations/v1/${fixtures['allocations']?.[0]}/choice-contexts/withdraw`;
  const direct = new Agent({ connections: 1 });
  const through = new Agent({ connections: 1 });
  const differences: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const times = await inTurns(
      () => milliseconds(direct, url.origin, path),
      () => milliseconds(through, origin, path),
    );
    if (round >= 0) differences.push(median(times.second) - median(times.first));
  }
  await Promise.all([direct.close(), through.close()]);
  child.disconnect();
  await close();
  return [
    atMost(
      'what assay proxy adds to a request, judging both sides',
      median(differences),
      1,
      ' ms',
      `${spread(differences)} of ${REQUESTS} requests each way`,
    ),
  ];
}

async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<{ first: number[]; second: number[] }> {
  const times = { first: [] as number[], second: [] as number[] };
  for (let i = 0; i < REQUESTS; i++) {
    times.first.push(await one());
    times.second.push(await other());
  }
  return times;
}

async function milliseconds(dispatcher: Agent, origin: string, path: string): Promise<number> {
  const began = performance.now();
  const { statusCode, body } = await dispatcher.request({
    ...{ origin, path, method: 'POST', body: '{"meta":{}}' },
    headers: { 'content-type': 'application/json' },
  });
  await body.arrayBuffer();
  const took = performance.now() - began;
  if (statusCode !== 200) throw new Error(`${origin} responds with ${statusCode}`);
  return took;
}
