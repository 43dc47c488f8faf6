/** A case that changes the target is repeated from the state before it, so that the change shows again. */

import { expect, it } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { Silence } from '../../availability/silence.ts';
import type { Call, Exchange, Probe, Send } from '../../model/index.ts';
import type { Case } from '../case.ts';
import { Cleanup } from '../cleanup.ts';
import type { TargetFacts } from '../judge-case.ts';
import { Target } from '../target.ts';
import { Trials } from './trials.ts';

const readProbe = registry().requirements[0]?.probes[0] as Probe;
const { operation } = readProbe;
const look: Call = { operation, method: 'GET', path: '/state', headers: {} };
const putting = (state: string): Call => ({
  ...look,
  method: 'PUT',
  path: `/state/${state}`,
  operation: { ...operation, effect: 'reversible' },
});

/** A target that keeps the last state that was put, and a case that reads it before and after a change. */
function scene(effect: Probe['effect'], knowsState: boolean) {
  let state = 'former';
  const sent: string[] = [];
  const wire: Send = async (request) => {
    sent.push(`${request.method} ${request.path}`);
    if (request.method === 'PUT') state = request.path.split('/')[2] ?? '';
    const response = { status: 200, text: state };
    return { request, startedAt: 0, durationMs: 0, response } as unknown as Exchange;
  };
  const cleanup = new Cleanup();
  const target = new Target(cleanup.watching(wire), {
    presenceProbes: [],
    silence: new Silence(() => []),
    signal: undefined,
    planned: 100,
    sent: 0,
    ceiling: 100,
    reserved: () => cleanup.open,
    restore: (send) => cleanup.restore(send),
  });
  const isChanged = ({ response }: Exchange): boolean => response?.text !== 'former';
  const undo: Call = {
    ...putting('former'),
    ...(knowsState && { onlyIf: { look, shows: isChanged } }),
  };
  const one = {
    planned: { probe: { ...readProbe, effect } },
    caseGroup: { group: { label: 'change' } },
    index: 0,
    order: 0,
    steps: [look, { ...putting('other'), undo }, look],
  } as unknown as Case;
  const trials = new Trials(target, {} as TargetFacts);
  const states = async (n: number): Promise<readonly unknown[]> =>
    (await trials.again(one, n)).map(({ response }) => response?.text);
  return { states, sent, cleanup, wire };
}

it('each repetition begins with the former state, and the end restores it too', async () => {
  const { states, sent, cleanup, wire } = scene('irreversible', true);
  expect(await states(0)).toEqual(['former', 'other', 'other']);
  expect(await states(1)).toEqual(['former', 'other', 'other']);
  await cleanup.finish(wire);
  expect(sent.filter((one) => one === 'PUT /state/former')).toHaveLength(2);
});

it.each([
  ['an object that the run made', 'irreversible', false],
  ['what a case that only reads left', 'read', true],
] as const)('%s stays until the end', async (_, effect, knowsState) => {
  const { states, sent } = scene(effect, knowsState);
  await states(1);
  expect(sent).not.toContain('PUT /state/former');
});
