/** Outcome rule 1 over all operations of a surface. */
import { expect, it } from 'vitest';
import { NO_FIXTURES } from '../../suites/index.ts';
import { registry } from '../../suites/registry/index.ts';
import { reportOf } from '../../test/tiny-surface.ts';
import { expectNotGreen, UNIFORM_SERVERS } from '../../test/uniform-servers.ts';
import type { Fixtures } from '../model/index.ts';
import { buildModel } from '../reference/registry/model.ts';

const { live: allocations, reassigning, choiceArguments } = buildModel();
const fixtures: Fixtures = { ...NO_FIXTURES, allocations, reassigning, choiceArguments };
const surface = registry();

it.each(Object.entries(UNIFORM_SERVERS))('nothing is green when all is %s', async (_, behave) => {
  const report = await reportOf(behave, { surface, fixtures, runs: 1 });
  expect(report.verdicts).toHaveLength(surface.requirements.length);
  expectNotGreen(report);
});
