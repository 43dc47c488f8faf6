/** What a refusal follows, from the order of the exchanges alone. */
import { describe, expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { received } from '../exchange/received.ts';
import type { Call, Exchange } from '../model/index.ts';
import { LiveTimeline, scopeOf } from './live.ts';

/** A call to an operation with this name. */
const to = (name: string, parts: Partial<Call> = {}): Call => {
  const call = callTo(`/${name}`, { ...parts });
  const operation = { ...call.operation, key: name, method: 'GET', effect: 'read' as const };
  return { ...call, operation, ...parts };
};

function got(request: Call, status: number, headers = {}): Exchange {
  const parts = { status, headers, chunks: [], bytes: 0, limit: 0, sha256: undefined };
  return { request, response: received(parts), startedAt: 1000, durationMs: 1 };
}

/** A timeline after these responses, one after the other, and the last entry. */
function timelineOf(...all: readonly (readonly [string, number])[]) {
  const timeline = new LiveTimeline();
  const entries = all.map(([name, status]) => {
    return timeline.receive(timeline.tick(), got(to(name), status));
  });
  return { timeline, entries };
}

describe('a refusal', () => {
  it('follows its request if a later request is served', () => {
    const { timeline, entries } = timelineOf(['a', 200], ['b', 401]);
    const [, refused] = entries;
    if (refused === undefined) throw new Error('no entry');
    expect(timeline.follows(refused, false)).toBe('unknown');
    timeline.receive(timeline.tick(), got(to('a'), 404));
    expect(timeline.follows(refused, false)).toBe('request');
  });

  it('stays open if the served request was sent before it', () => {
    const timeline = new LiveTimeline();
    const slow = timeline.tick();
    const refused = timeline.receive(timeline.tick(), got(to('b'), 403));
    timeline.receive(slow, got(to('a'), 200));
    expect(timeline.follows(refused, false)).toBe('unknown');
  });

  it.each([
    ['at one operation', ['b', 'b', 'b'], 'request'],
    ['at several operations', ['b', 'c', 'b'], 'time'],
  ] as const)('of a gateway %s follows …', (_, names, follows) => {
    const { timeline, entries } = timelineOf(
      ['a', 200],
      ...names.map((name) => [name, 502] as const),
      ['a', 200],
    );
    const refused = entries.at(-2);
    if (refused === undefined) throw new Error('no entry');
    expect(timeline.follows(refused, false)).toBe(follows);
    expect(timeline.follows(refused, true)).toBe('request');
  });
});

it('controls are the latest accepted requests, those of other operations first', () => {
  const { timeline } = timelineOf(['a', 200], ['b', 200], ['c', 404], ['d', 200]);
  expect(timeline.controlsFor(to('d')).map(({ path }) => path)).toEqual(['/b', '/a', '/d']);
});

it.each([
  ['401', got(to('a'), 401), 'caller'],
  ['401 without credentials', got(to('a', { anonymous: true }), 401), undefined],
  ['401 with an altered token', got(to('a', { altered: 'signature' }), 401), undefined],
  [
    '401 with a token of its own',
    got(to('a', { headers: { authorization: 'x' } }), 401),
    undefined,
  ],
  ['a redirect', got(to('a'), 302), 'time'],
  ['304', got(to('a'), 304), undefined],
  ['502', got(to('a'), 502), 'time'],
  ['502 each time', { ...got(to('a'), 502), isAnswer: true as const }, undefined],
  ['500', got(to('a'), 500), undefined],
  ['an HTML page', got(to('a'), 200, { 'content-type': 'text/html' }), 'time'],
])('%s may follow %#', (_, exchange, scope) => {
  expect(scopeOf(exchange)).toBe(scope);
});
