import { expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { ReceivedResponse } from '../exchange/response.ts';
import {
  type Call,
  type CheckResult,
  type CompleteExchange,
  type Finding,
  type Pointer,
  type Probe,
  type RelationFinding,
  statuses,
  worded,
} from '../model/index.ts';
import { between, finding, wrongStatus } from '../plan/requirement.ts';
import { comparing, culpritOf } from './culprit.ts';

const { operation } = callTo('/');
const probe: Probe = {
  id: 'test/p',
  operation,
  sends: 'requests',
  weight: 1,
  caseGroups: () => [],
};
const FOUND = [wrongStatus(200, 400)];
const worth = (at: Pointer, actual: string): Finding =>
  finding(at, { value: 'a' }, { value: actual });
const lacking = (text: string, pointer: Pointer): Finding =>
  finding({ part: 'list', pointer }, { text }, undefined);
const unexpected = (text: string, pointer: Pointer): Finding =>
  finding({ part: 'list', pointer }, undefined, { text });

/** The path of the blamed exchange of a relation over these requests. */
function shown(
  calls: readonly Call[],
  relation: (exchanges: readonly CompleteExchange[]) => CheckResult,
  of: Probe = probe,
): string | undefined {
  const complete = calls.map((request) => {
    const response = new ReceivedResponse(200, {}, '{}');
    return { request, response, startedAt: 0, durationMs: 0 };
  });
  const result = relation(complete);
  return culpritOf(typeof result === 'object' ? result : [], of, complete)?.request.path;
}

const paths = (...names: readonly string[]): Call[] => names.map((name) => callTo(`/${name}`));
/** Compares the responses at these places and finds something. */
const betweenThose =
  (...places: readonly number[]) =>
  (exchanges: readonly CompleteExchange[]): CheckResult =>
    between(
      exchanges.filter((_, at) => places.includes(at)),
      FOUND,
    );

it('a relation blames the changed request, not the control before and after it', () => {
  const calls = paths('plain', 'spaces', 'charset', 'extended', 'plain');
  expect(shown(calls, betweenThose(0, 1, 4))).toBe('/spaces');
  expect(shown(calls, betweenThose(0, 2, 4))).toBe('/charset');
  expect(shown(calls, betweenThose(0, 3, 4))).toBe('/extended');
});

it('a relation blames the response with nothing but the wrong value, not the list that also has it', () => {
  const found = finding('/tame', { value: true }, { value: false });
  const bodies = ['[{"tame":true},{"tame":false}]', '{"tame":false}', '[{"tame":true}]'];
  const complete = paths('list', 'one', 'other').map((request, i) => {
    const response = new ReceivedResponse(200, {}, bodies[i] ?? '');
    return { request, response, startedAt: 0, durationMs: 0 };
  });
  expect(culpritOf([found], probe, complete)?.request.path).toBe('/one');
});

it('a relation blames the change, not the lookup after it', () => {
  expect(shown(paths('list', 'change', 'list'), betweenThose(0, 1, 2))).toBe('/change');
  const other = { ...operation, key: 'test#lookup' };
  const lookup = { ...callTo('/found'), operation: other };
  expect(shown([callTo('/made'), lookup], betweenThose(0, 1))).toBe('/made');
});

it('a relation blames the request itself, not its baseline, in any order', () => {
  const of = { ...probe, baseline: () => callTo('/plain') };
  expect(shown(paths('odd', 'plain'), betweenThose(0, 1), of)).toBe('/odd');
});

it('a relation blames the last response if the same request was sent each time', () => {
  expect(shown(paths('a', 'b', 'a', 'a'), betweenThose(0, 2, 3))).toBe('/a');
});

it('a relation blames the response that has the status of the finding', () => {
  const calls = paths('a', 'a', 'a');
  const complete = calls.map((request, i) => {
    const response = new ReceivedResponse(i === 1 ? 404 : 200, {}, '{}');
    return { request, response, startedAt: 0, durationMs: 0 };
  });
  const result = [wrongStatus(worded`${statuses(200)} each time`, 404)];
  expect(culpritOf(result, probe, complete)).toBe(complete[1]);
});

it.each<[string, Finding, readonly string[]]>([
  ['has the place', finding('/rows/isLocal', 'false', 'true'), ['{"rows":[]}', '{"sites":[]}']],
  ['has the wrong value', worth('/rows/0', 'b'), ['{"rows":["b"]}', '{"rows":["a"]}']],
  ['lacks the value', lacking('a', '/rows'), ['{"rows":["b"]}', '{"rows":["a"]}']],
  ['has the wrong number', finding('/rows', 1, 2), ['{"rows":["b","a"]}', '{"rows":["a"]}']],
  ['has a value too many', unexpected('b', '/rows'), ['{"rows":["b"]}', '{"rows":["a"]}']],
])('a relation blames the response that %s', (_, found, bodies) => {
  const complete = bodies.map((body, i) => {
    const response = new ReceivedResponse(200, {}, body);
    return { request: callTo(`/${i}`), response, startedAt: 0, durationMs: 0 };
  });
  expect(culpritOf([found], probe, complete)).toBe(complete[0]);
});

it('a relation blames the response that its finding names', () => {
  const relation = ([first]: readonly CompleteExchange[]): CheckResult =>
    first && between([first], FOUND);
  expect(shown(paths('a', 'b'), relation)).toBe('/a');
});

it('a relation blames the response that its finding singles out among the compared ones', () => {
  const relation = ([first, ...others]: readonly CompleteExchange[]): CheckResult =>
    first && between([first, ...others], FOUND, first);
  expect(shown(paths('a', 'b'), relation)).toBe('/a');
});

it('a comparison inside another one names the exchanges that its findings compare', () => {
  const relation = ([first, second, third]: readonly CompleteExchange[]): CheckResult =>
    first && second && third && between([first, third], between([first, second], FOUND));
  expect(shown(paths('a', 'b', 'c'), relation)).toBe('/b');
});

it('a finding of a relation is reported with the operations that it compares, without exchanges', () => {
  const other = { ...operation, name: 'other' };
  const exchange = (request: Call): CompleteExchange => {
    const response = new ReceivedResponse(200, {}, '{}');
    return { request, response, startedAt: 0, durationMs: 0 };
  };
  const [one, two] = [callTo('/'), { ...callTo('/'), operation: other }].map(exchange);
  if (!one || !two) throw new Error('two exchanges');
  const complete = [one, two];
  const kind = 'relation';
  const [unnamed, named] = [FOUND, between([one], FOUND)].map((findings) =>
    comparing([...findings, finding('/name', 'a', 'b')], complete),
  );
  const names = [operation.name, 'other'];
  expect(unnamed).toEqual([
    { ...FOUND[0], compares: names },
    { ...finding('/name', 'a', 'b'), kind, compares: names },
  ]);
  expect(named?.[0]).toEqual({ ...FOUND[0], compares: [operation.name] });
});

it('a relation without a finding blames no response', () => {
  expect(shown(paths('a'), () => [])).toBeUndefined();
});

it('a relation compares also a response that is not JSON, and blames the one that has the member', () => {
  const complete = ['{"version":"a"}', 'info:\n  version: b\n'].map((text, i) => {
    const response = new ReceivedResponse(200, {}, text);
    return { request: callTo(`/${i}`), response, startedAt: 0, durationMs: 0 };
  });
  const result = between(complete, [worth('/version', 'b')]);
  expect(culpritOf(result as RelationFinding[], probe, complete)?.request.path).toBe('/0');
});
