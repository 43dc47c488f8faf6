/** Replicas that take turns: the kit finds where their responses differ, whatever the order of the requests. */

import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { clientFor } from '../../../test/servers.ts';
import { describe } from '../../contract/describe.ts';
import type { Exchange, Pointer } from '../../model/index.ts';
import { finding } from '../../plan/requirement.ts';
import { respondingData } from '../../reference/registry/fault.ts';
import { startRegistry } from '../../reference/registry.ts';
import { planOf } from '../../run/run.ts';
import type { Case } from '../case.ts';
import type { TargetFacts } from '../judge-case.ts';
import { Observations } from '../observations.ts';
import { cases } from '../scan.ts';
import { Baselines } from './baselines.ts';

const ROUND = '/choiceContextData/values/round/value';

async function plainToo(at: Pointer): Promise<boolean> {
  let requests = 0;
  const change = respondingData((values) => ({
    values: { ...values, round: { tag: 'AV_Int', value: `${requests++ % 3}` } },
  }));
  const { url, fixtures, close } = await startRegistry({ change });
  onTestFinished(close);
  const surface = registry();
  const plan = planOf({ surface, url: new URL(url), fixtures, seed: 1, runs: 1 });
  const client = clientFor(new URL(url), { timeoutMs: 5_000 });
  const requirement = surface.requirements.find(
    (r) => r.id === 'registry/allocation-v1/withdraw/json-spelling-is-ignored',
  );
  const probe = requirement?.probes[0];
  const [one] = cases(plan.probes.filter((p) => p.probe === probe)) as Iterable<Case>;
  if (!requirement || !one) throw new Error('the catalogue has no such requirement');
  const observed = new Observations(requirement);
  const failure = {
    at: one,
    findings: [finding(at, describe('0'), describe('1'))],
    culprit: {} as Exchange,
  };
  observed.failures.push(failure);
  // Requests are served one after the other, so that three replicas and five requests a case keep step.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (call: Parameters<typeof client.send>[0]): Promise<Exchange> => {
    const mine = turn.then(() => client.send(call));
    turn = mine;
    return mine;
  };
  const known: TargetFacts = {
    controlAccepted: () => true,
    isControl: () => false,
    served: () => true,
    memoryOf: () => new Set(),
    unsteady: new Map(),
  };
  const back = new Map([[observed, failure]]);
  await new Baselines().catchUp(back, one, 8, inTurn, known);
  return observed.baselineFailsToo;
}

it('a baseline excuses differences between its own responses', async () => {
  expect(await plainToo(ROUND)).toBe(true);
});

it('a baseline excuses nothing in which its own responses agree', async () => {
  expect(await plainToo('/choiceContextData/values/other/value')).toBe(false);
});
