/** The kit reports these quick hostile servers as they declare; `npm run hostile` tests all servers. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { run } from '../../src/run/run.ts';
import { surfaces } from '../../suites/index.ts';
import { BEHAVIORS, startHostile } from './index.ts';

/** Servers that respond to every request alike, or not with HTTP. */
const SOON = new Set([
  ...['304', '304-length', 'empty-200', '204', 'web-page', 'ok-json', '401', '403', '404', '418'],
  ...['502', '999', '099', '101', 'redirect-302', 'redirect-nowhere', 'redirect-itself'],
  ...['ssh', 'redis', 'http-2', 'tls-alert', 'random-bytes', 'bare-lf', 'http-9', 'bad-chunk-size'],
  ...['two-lengths', 'length-too-long', 'chunk-cut', 'header-nul', 'headers-endless'],
  ...['close-at-once', 'reset-at-once', 'reset-at-request'],
]);
const chosen = BEHAVIORS.filter(({ id }) => SOON.has(id));

it('there are many behaviors, each with a unique name', () => {
  expect(new Set(BEHAVIORS.map(({ id }) => id)).size).toBe(BEHAVIORS.length);
  expect(BEHAVIORS.length).toBeGreaterThan(120);
  expect(chosen).toHaveLength(SOON.size);
});

describe('the kit reports what each behavior states', () => {
  it.each(chosen.map((one) => [one.id, one] as const))('%s', async (_, behavior) => {
    const server = await startHostile(behavior);
    onTestFinished(() => server.close());
    const surface = surfaces[behavior.surface]?.();
    if (surface === undefined) throw new Error(`there is no surface ${behavior.surface}`);
    const { report } = await run({ surface, url: new URL(server.url), seed: 1, runs: 1 });
    expect(report.result).toBe(behavior.result);
    expect(JSON.stringify(report)).toContain(behavior.says ?? '');
    expect(report.verdicts.filter(({ reason }) => reason === 'kit-fault')).toEqual([]);
  });
});
