/** What an outcome follows, from the exchanges of a run alone. */
import { describe, expect, it } from 'vitest';
import { callTo } from '../../test/servers.ts';
import { received } from '../exchange/received.ts';
import type { Exchange } from '../model/index.ts';
import { Timeline } from './timeline.ts';

const cut = { kind: 'reset', message: 'The connection was cut off.' } as const;

/** Exchanges one after the other: a path and its status, or the position at which the connection broke. */
function ran(...all: readonly (readonly [path: string, status: number, position?: number])[]) {
  const exchanges = all.map(([path, status, position], i): Exchange => {
    const parts = { status, headers: {}, chunks: [], bytes: 0, limit: 0, sha256: undefined };
    const result = status === 0 ? { noResponse: cut } : { response: received(parts) };
    const at = position === undefined ? {} : { position };
    return { request: callTo(path), ...result, ...at, startedAt: 1000 + i, durationMs: 1 };
  });
  const timeline = new Timeline(
    exchanges.map((exchange, i) => ({ exchange, purpose: { kind: 'case', nth: i } })),
  );
  return { exchanges, timeline, follow: exchanges.map((one) => timeline.follows(one)) };
}

const served = ['/served', 200] as const;

describe('a refusal', () => {
  it('follows nothing that is known if its request is never accepted', () => {
    expect(ran(['/a', 404], served, ['/a', 404]).follow).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('follows nothing if an equal request is accepted at another time', () => {
    expect(ran(['/a', 404], served, ['/a', 200]).follow[0]).toBe('nothing');
  });

  it.each([408, 425, 429])('for the load is no accident: %i', (status) => {
    expect(ran(['/a', status], ['/a', 200]).follow[0]).toBe('unknown');
  });

  it('for its state follows the position if each first request gets it', () => {
    const twice = (path: string) => [[path, 409] as const, [path, 200] as const];
    const both = ran(...twice('/a'), ...twice('/b'));
    expect(both.follow).not.toContain('position');
    const all = ran(...twice('/a'), ...twice('/b'), ...twice('/c'));
    expect(all.follow.filter((one) => one === 'position')).toHaveLength(3);
  });
});

describe('a server error', () => {
  const mixed = (path: string) => [[path, 500] as const, [path, 200] as const];

  it('follows nothing if several requests get it and something else', () => {
    const { exchanges, timeline, follow } = ran(...mixed('/a'), ...mixed('/b'), ...mixed('/c'));
    expect(follow[0]).toBe('nothing');
    expect(exchanges.map((one) => timeline.crashesLike(one))[0]).toEqual({ count: 3, of: 6 });
  });

  it('is no accident if most repeated requests get nothing else', () => {
    const each = ['/d', '/e', '/f'].flatMap((path) => [[path, 500] as const, [path, 500] as const]);
    const { follow } = ran(...mixed('/a'), ...mixed('/b'), ...mixed('/c'), ...each);
    expect(new Set(follow)).toEqual(new Set(['unknown']));
  });
});

describe('a lost response', () => {
  const lost = [1, 2, 3].map((n) => [`/${n}`, 0, 12] as const);

  it('follows the position if no connection passes it', () => {
    expect(ran(...lost, ['/a', 200, 11]).follow.slice(0, 3)).toEqual(Array(3).fill('position'));
  });

  it('does not if one does, or if there are few', () => {
    expect(ran(...lost, ['/a', 200, 12]).follow).not.toContain('position');
    expect(ran(...lost.slice(1)).follow).not.toContain('position');
  });
});

it.each([
  ['in the whole run', [0, 5, 10], true],
  ['in a small part of it', [0, 2, 4], false],
  ['twice', [0, 10], false],
])('refusals %s', (_, places, areSpread) => {
  const paths = Array.from({ length: 13 }, (__, i) => i);
  const { exchanges, timeline } = ran(
    ...paths.map((i) => [`/${i}`, places.includes(i) ? 400 : 200] as const),
  );
  const refused = exchanges.filter(({ response }) => response?.status === 400);
  expect(timeline.areSpread(new Set(refused))).toBe(areSpread);
});
