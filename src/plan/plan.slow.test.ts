/** The server gets exactly the requests in the plan. */
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { registryFor } from '../../test/reference.ts';
import { relay } from '../../test/tiny-surface.ts';
import { planOf, run } from '../run/run.ts';

it('a run with default settings sends the number of requests of its plan and its report', async () => {
  const { url: target, fixtures } = await registryFor();
  const { url, received } = await relay(target, () => undefined);
  // The number of instruments and of their names is known only if they are given.
  const listed = await fetch(new URL('/registry/metadata/v1/instruments', target));
  const { instruments } = (await listed.json()) as {
    instruments: readonly { id: string; symbol: string; name: string }[];
  };
  const names = instruments.slice(0, 1).flatMap(({ symbol, name }) => [symbol, name]);
  const given = { ...fixtures, instruments: instruments.map(({ id }) => id), names };
  const all = { surface: registry(), url, fixtures: given, seed: 2 };
  const { report } = await run(all);
  const { requests } = planOf(all);
  expect([report.run.requests, received.length]).toEqual([requests, requests]);
}, 60_000);
