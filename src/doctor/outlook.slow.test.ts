/** The outlook on a target agrees with the run. */
import { expect, it, onTestFinished } from 'vitest';
import { ALLOCATION_API_NAMES } from '../../test/allocation-apis.ts';
import { registryFor } from '../../test/reference.ts';
import { surfaceOfApis } from '../input/apis.ts';
import { run } from '../run/run.ts';
import { registrationOf } from '../surfaces/index.ts';
import { examine } from './examine.ts';
import { outlook } from './outlook.ts';
import { probesOf } from './recognise.ts';
import { Visit } from './visit.ts';

/** Two APIs with the fixtures that vary, and one that has fixtures of its own too. */
const surface = await surfaceOfApis(registrationOf('registry'), [
  ...ALLOCATION_API_NAMES,
  'allocation-v2',
]);

it.each([
  [['allocations']],
  [['allocations', 'reassigning']],
  [['allocations', 'reassigning', 'choiceArguments']],
] as const)('a registry with %j', { timeout: 60_000 }, async (names) => {
  const server = await registryFor();
  // All fixtures of other APIs, and the given ones of the tested APIs.
  const { allocations: _, reassigning: __, choiceArguments: ___, ...others } = server.fixtures;
  const varied = Object.fromEntries(names.map((name) => [name, server.fixtures[name] ?? []]));
  const own = { ...others, ...varied };
  const url = new URL(server.url);
  const settings = { headers: {}, secrets: [], randomSeed: false, out: '', certify: false };
  const given = { ...settings, fixtures: own };
  const visit = new Visit(url, given);
  onTestFinished(() => visit.close());
  const send = visit.to(surface);
  const candidate = { surface, registration: registrationOf('registry'), send, results: [] };
  // Those of other APIs show whether the target responds at all.
  const probed = new Set(probesOf(surface, own).map(({ operation }) => operation));
  expect(surface.operations.filter((operation) => !probed.has(operation))).toEqual([]);
  const { judged } = outlook(await examine(candidate, visit, given), false);
  const { report } = await run({ surface, url, fixtures: own, runs: 1 });
  const { passed, failed, inapplicable } = report.summary.MUST;
  expect(judged.MUST).toBe(passed + failed + inapplicable);
});
