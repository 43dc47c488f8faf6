/** A response is that of another request at the same time only if the request alone gets a right one. */
import { expect, it } from 'vitest';
import { callTo, clientFor, http } from '../../../test/servers.ts';
import { Silence } from '../../availability/silence.ts';
import { type Call, type Exchange, jsonOf, type Pattern } from '../../model/index.ts';
import { finding, requirement } from '../../plan/requirement.ts';
import type { Case } from '../case.ts';
import type { Confirmed } from '../experiment/confirmed.ts';
import { Trials } from '../experiment/trials.ts';
import type { TargetFacts } from '../judge-case.ts';
import { type Failure, Observations } from '../observations.ts';
import { Target } from '../target.ts';
import { ofConcurrent } from './beside.ts';

const one = callTo('/things?id=1');
const other = callTo('/things?id=2');

const KNOWN: TargetFacts = {
  controlAccepted: () => true,
  served: () => true,
  isControl: () => false,
  memoryOf: () => new Set(),
  unsteady: new Map(),
};

/** The pattern of a server that responds with this id, to requests alone and in company. */
async function patternOf(idAlone: (id: number) => unknown): Promise<Pattern | undefined> {
  const waiting: (() => void)[] = [];
  const url = await http(({ url: path = '', headers }, response) => {
    const id = Number(path.split('=')[1]);
    const reply = (shown: unknown) => () => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ id: shown, text: 'a text that is not equal by chance' }));
    };
    if (headers['x-at-once'] === undefined) return reply(idAlone(id))();
    waiting.push(reply(1));
    if (waiting.length < 2) return;
    // The times of exchanges are whole milliseconds.
    for (const go of waiting.splice(0)) setTimeout(go, 5);
  });
  const client = clientFor(url);
  const send = (call: Call): Promise<Exchange> => client.send(call);
  const inCompany = (call: Call): Call => ({ ...call, headers: { 'x-at-once': '1' } });
  const exchanges: Exchange[] = [];
  for (const call of [one, other, one, other, one, other]) exchanges.push(await send(call));
  const atOnce = await Promise.all([one, other].map((call) => send(inCompany(call))));
  exchanges.push(...atOnce.map((all, i) => ({ ...all, request: i === 0 ? one : other })));
  const culprit = exchanges.at(-1) as Exchange;
  const target = new Target(send, {
    ...{ presenceProbes: [], silence: new Silence(() => []), signal: undefined },
    ...{ planned: 100, sent: 0, ceiling: 100, reserved: () => 0, restore: async () => {} },
  });
  const probe = {
    id: 'get',
    operation: one.operation,
    sends: 'a thing',
    weight: 1,
    caseGroups: () => [],
  };
  const rule = requirement({
    ...{ id: 'a/b/c', level: 'MUST', clause: 'a', statement: 'The thing is the requested one.' },
    probes: [probe],
    check: ({ request, response }) => {
      const [due, came] = [Number(request.path.split('=')[1]), Object(jsonOf(response)).id];
      return due === came ? [] : [finding('/id', due, came)];
    },
  });
  const at = {
    ...{ planned: { probe, requirements: [rule] }, caseGroup: { group: { label: 'a' } } },
    ...{ index: 0, order: 0, steps: [other] },
  } as unknown as Case;
  const shown: Failure = { at, findings: [finding('/id', 2, 1)], culprit };
  return ofConcurrent({
    observed: new Observations(rule),
    shown,
    back: { failure: shown, steady: true } satisfies Confirmed,
    kept: exchanges.map((exchange) => ({
      exchange,
      purpose: { kind: 'case', probe: 'get' },
    })) as never,
    trials: new Trials(target, KNOWN),
    affordable: () => true,
  });
}

it('the request alone gets its own response', async () => {
  expect(await patternOf((id) => id)).toEqual({
    ...{ is: 'of-another', when: 'beside', operation: one.operation.name, differsIn: '?id' },
  });
});

it('the request alone gets another wrong response', async () => {
  expect(await patternOf((id) => (id === 1 ? 1 : 3))).toBeUndefined();
});
