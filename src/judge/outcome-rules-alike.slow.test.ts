/** Outcome rules 1, 3 and 9 over each kind of operation of a surface. */
import { expect, it } from 'vitest';
import { NO_FIXTURES } from '../../suites/index.ts';
import { oneOfEachKind } from '../../test/allocation-apis.ts';
import { idsWith, relay, reportOf, verdictOn } from '../../test/tiny-surface.ts';
import { expectNotGreen, UNIFORM_SERVERS } from '../../test/uniform-servers.ts';
import type { Fixtures } from '../model/index.ts';
import { buildModel } from '../reference/registry/model.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

const fixtures: Fixtures = { ...NO_FIXTURES, ...buildModel().fixtures };
const surface = await oneOfEachKind();

it.each(Object.entries(UNIFORM_SERVERS))(
  'no requirement passes if every response is %s',
  async (_, behave) => {
    const report = await reportOf(behave, { surface, fixtures, runs: 1 });
    expect(report.verdicts).toHaveLength(surface.requirements.length);
    expectNotGreen(report);
  },
);

it('no requirement with a control passes if a registry rejects everything from the middle of a run on', async () => {
  const server = await startRegistry();
  const { url } = await relay(server.url, ({ nth }) =>
    nth > 60 ? { status: 400, body: { error: 'rejected' } } : undefined,
  );
  const { report } = await run({ surface, url, fixtures: server.fixtures, runs: 1, seed: 1 });
  await server.close();
  const rests = new Set(surface.requirements.filter((r) => r.withControl).map((r) => r.id));
  expect(rests.size).toBeGreaterThan(50);
  expect(idsWith(report, 'passed').filter((id) => rests.has(id))).toEqual([]);
  expect(report.result).not.toBe('conforming');
});

it('a registry that requires a token is untested without it, and conforms with it', async () => {
  const server = await startRegistry({ variants: ['needs-token'] });
  const only = 'registry/{allocation-v1/cancel,transfer-v2/transfer-factory}/*';
  const url = new URL(server.url);
  const options = { surface, url, fixtures: server.fixtures, only, runs: 1, seed: 1 };
  const closed = await run(options);
  const open = await run({ ...options, headers: { authorization: 'Bearer test-token' } });
  await server.close();
  expect(idsWith(closed.report, 'failed')).toEqual([]);
  expect(verdictOn(closed.report, 'cancel/accepts-live-id')).toMatchObject({
    outcome: 'untested',
    reason: 'needs-credential',
  });
  expect(idsWith(open.report, 'passed').length).toBeGreaterThan(50);
  expect(open.report.verdicts.filter(({ outcome }) => /failed|cantTell/.test(outcome))).toEqual([]);
});
