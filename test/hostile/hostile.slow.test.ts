/** The kit reports these quick hostile servers as they declare. By night, `npm run hostile` tests all servers. */
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Report } from '../../src/model/index.ts';
import { type RunOptions, run } from '../../src/run/run.ts';
import { surfaces } from '../../suites/index.ts';
import { BEHAVIORS, type Behavior, startHostile } from './index.ts';

/** Servers that respond to every request alike, or not with HTTP: one of each kind. */
const SOON = new Set([
  ...['304', '204', 'web-page', 'ok-json', '401', '404', '502', '101', 'redirect-302'],
  ...['ssh', 'http-2', 'bare-lf', 'bad-chunk-size', 'length-too-long', 'headers-endless'],
  ...['close-at-once', 'reset-at-request'],
]);
const chosen = BEHAVIORS.filter(({ id }) => SOON.has(id));

/** Some of each other kind, which respond to requests as the contract states, or nearly. */
const LATER = new Set([
  ...['1xx-mixed', 'length-and-chunks', 'until-close', 'trailers', 'gzip-members'],
  ...['false-gzip', 'deep-5000', 'very-many-members', 'twice-named', 'utf-16'],
  ...['close-unannounced', 'drops-some', 'two-responses'],
]);
const inPart = BEHAVIORS.filter(({ id }) => LATER.has(id));
/** One operation is enough to meet them. */
const PART = 'registry/allocation-v1/withdraw/*';

it('there are many behaviors, each with a unique name', () => {
  expect(new Set(BEHAVIORS.map(({ id }) => id)).size).toBe(BEHAVIORS.length);
  expect(BEHAVIORS.length).toBeGreaterThan(120);
  expect(chosen).toHaveLength(SOON.size);
  expect(inPart).toHaveLength(LATER.size);
});

/** The report of a run without random values. */
async function reportOn(behavior: Behavior, options: Partial<RunOptions> = {}): Promise<Report> {
  const server = await startHostile(behavior);
  onTestFinished(() => server.close());
  const surface = surfaces[behavior.surface]?.();
  if (surface === undefined) throw new Error(`there is no surface ${behavior.surface}`);
  const { url, fixtures } = server;
  const known = options.only === undefined ? {} : { fixtures };
  const { report } = await run({
    ...{ surface, url: new URL(url), seed: 1, runs: 1 },
    ...{ ...known, ...options },
  });
  expect(JSON.stringify(report)).toContain(behavior.says ?? '');
  expect(report.verdicts.filter(({ reason }) => reason === 'kit-fault')).toEqual([]);
  return report;
}

describe('the kit reports what each behavior states', () => {
  it.each(chosen.map((one) => [one.id, one] as const))('%s', async (_, behavior) => {
    const report = await reportOn(behavior);
    expect(report.result).toBe(behavior.result);
  });
});

describe('one operation shows whether a server conforms', () => {
  it.each(inPart.map((one) => [one.id, one] as const))('%s', async (_, behavior) => {
    const { summary } = await reportOn(behavior, { only: PART });
    const { failed, cantTell, untested, passed } = summary.MUST;
    expect(failed > 0).toBe(behavior.result === 'nonconforming');
    if (behavior.result === 'conforming')
      expect([cantTell + untested, passed > 20]).toEqual([0, true]);
    if (behavior.result === 'partial') expect(cantTell).toBeGreaterThan(0);
  });
});
