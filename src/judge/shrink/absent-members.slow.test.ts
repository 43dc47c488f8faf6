/** Counterexamples that remain after the fix of another defect, and that differ if their causes differ. */
import picomatch from 'picomatch';
import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { connect } from '../../exchange/client.ts';
import { plan } from '../../plan/plan.ts';
import { crashingOn, respondingContracts, without } from '../../reference/registry/fault.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { startRegistry } from '../../reference/registry.ts';
import { judge } from '../judge.ts';
import type { RequirementJudgement, ShownCase } from '../judgement.ts';

/** The failures of a registry with this change. */
async function failuresWith(
  only: string,
  change: Change,
  faults: readonly string[] = [],
): Promise<readonly RequirementJudgement[]> {
  const server = await startRegistry({ change, faults });
  const client = connect({ baseUrl: new URL(server.url), timeoutMs: 2000 });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  const surface = registry();
  const requirements = surface.requirements.filter((r) => picomatch(only)(r.id));
  const planned = plan(surface, requirements, { fixtures: server.fixtures, seed: 5, runs: 10 });
  const { verdicts } = await judge(planned, (call) => client.send(call), { concurrency: 8 });
  return verdicts.filter((v) => v.outcome === 'failed');
}

/** The bodies that show the failures of a registry with this change, by requirement. */
async function shown(
  only: string,
  change: Change,
  faults: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const failed = await failuresWith(only, change, faults);
  const bodyOf = (one?: ShownCase): unknown => JSON.parse(one?.exchange.request.body ?? 'null');
  return Object.fromEntries(
    failed.map(({ requirement, counterexample, others = [] }) => [
      requirement.id,
      others.length === 0 ? bodyOf(counterexample) : [counterexample, ...others].map(bodyOf),
    ]),
  );
}

it('a crash on an absent flag and one on an absent meta are shown by different requests', async () => {
  const crashes = crashingOn(
    (body, { operation }) =>
      (operation === 'allocation-v1/withdraw' && body['excludeDebugFields'] === undefined) ||
      (operation === 'allocation-v1/cancel' && body['meta'] === undefined),
  );
  const bodies = await shown('*/allocation-v1/{withdraw,cancel}/accepts-optional-members', crashes);
  expect(bodies).toEqual({
    'registry/allocation-v1/withdraw/accepts-optional-members': { meta: {} },
    'registry/allocation-v1/cancel/accepts-optional-members': { excludeDebugFields: false },
  });
});

it('a failure of every response is shown by a valid request, though invalid ones are accepted too', async () => {
  const nameless = respondingContracts((contract) => without(contract, 'synchronizerId'));
  const bodies = await shown(
    '*/allocation-instruction-v1/allocation-factory/{response-shape,rejects-missing-choice-arguments,rejects-flag-type}',
    nameless,
    ['choice-arguments-optional', 'flag-as-json-string'],
  );
  expect(
    bodies[
      'registry/allocation-instruction-v1/allocation-factory/rejects-missing-choice-arguments'
    ],
  ).toBeDefined();
  const body = bodies[
    'registry/allocation-instruction-v1/allocation-factory/response-shape'
  ] as Record<string, unknown>;
  expect(body['choiceArguments']).toBeDefined();
  expect(['undefined', 'boolean']).toContain(typeof body['excludeDebugFields']);
});

it('a request that crashes by one member keeps no other member', async () => {
  const crashes = crashingOn(
    (body, { operation }) =>
      operation === 'allocation-v1/withdraw' && body['excludeDebugFields'] === true,
  );
  const bodies = await shown('*/allocation-v1/withdraw/accepts-optional-members', crashes);
  expect(bodies['registry/allocation-v1/withdraw/accepts-optional-members']).toEqual({
    excludeDebugFields: true,
  });
});

it('two crashes on values of meta have a counterexample each, and a crash of every request has one', async () => {
  const only = '*/allocation-v1/withdraw/no-server-error';
  const two = await shown(only, () => ({}), ['null-meta-value-crash', 'empty-key-crash']);
  const bodies = two['registry/allocation-v1/withdraw/no-server-error'] as {
    meta?: Record<string, unknown>;
  }[];
  expect(bodies.some(({ meta }) => Object.hasOwn(meta ?? {}, ''))).toBe(true);
  expect(bodies.some(({ meta }) => Object.values(meta ?? {}).includes(null))).toBe(true);
  expect(bodies).toHaveLength(2);
  const one = await shown(
    only,
    crashingOn((body) => Object.hasOwn(Object(body['meta']), '')),
  );
  expect(one['registry/allocation-v1/withdraw/no-server-error']).toMatchObject({
    meta: { '': 'text' },
  });
});

it('an absent flag and an absent meta that crash one operation have a counterexample each', async () => {
  const crashes = crashingOn(
    (body, { operation }) =>
      operation === 'allocation-v1/withdraw' &&
      (body['excludeDebugFields'] === undefined || body['meta'] === undefined),
  );
  const bodies = await shown('*/allocation-v1/withdraw/accepts-optional-members', crashes);
  expect(bodies['registry/allocation-v1/withdraw/accepts-optional-members']).toEqual([
    { meta: {} },
    { excludeDebugFields: expect.any(Boolean) },
  ]);
});

it('crashes of ids with a slash have one counterexample, and two accepted ids have one each', async () => {
  const paths = async (only: string, ...faults: string[]): Promise<string[]> =>
    (await failuresWith(only, () => ({}), faults)).flatMap(({ counterexample, others = [] }) =>
      [counterexample, ...others].flatMap((one) => one?.exchange.request.path ?? []),
    );
  expect(
    await paths('*/allocation-v1/withdraw/no-server-error', 'encoded-slash-crash'),
  ).toHaveLength(1);
  const ids = await paths(
    '*/allocation-v1/withdraw/rejects-near-id',
    'long-ids-cut',
    'ids-in-quotes',
  );
  expect(ids.some((path) => /%22|'/.test(path))).toBe(true);
  expect(ids.some((path) => !/%22|'/.test(path))).toBe(true);
});
