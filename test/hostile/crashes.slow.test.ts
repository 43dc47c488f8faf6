/**
 * A server that goes down at some requests is sent few of them, and its report shows what it would show anyway. By night,
 * also one of which only a worker goes down.
 */
import { expect, it, onTestFinished } from 'vitest';
import { readHar } from '../../src/evidence/read.ts';
import { rejudge } from '../../src/record/rejudge.ts';
import { recordedRuns } from '../../src/record/settings.ts';
import { type ReportWithEvidence, run } from '../../src/run/run.ts';
import { surfaces } from '../../suites/index.ts';
import { byDay } from '../nightly.ts';
import { BEHAVIORS, startHostile } from './index.ts';

interface Ran extends ReportWithEvidence {
  /** The names of operations whose requests get no response. */
  readonly failed: readonly string[];
  readonly outages: number;
}

/** Three operations that take an id in their path. */
const ONLY = 'registry/allocation-v1/*/*';
/** The server is away for a third of a second each time. */
const LONG = 60_000;
const surface = surfaces['registry']?.();
if (surface === undefined) throw new Error('there is no registry');

async function ranAgainst(id: string): Promise<Ran> {
  const behavior = BEHAVIORS.find((one) => one.id === id);
  if (behavior === undefined || surface === undefined) throw new Error(`no behavior ${id}`);
  const server = await startHostile(behavior);
  onTestFinished(() => server.close());
  const { url, fixtures, outages } = server;
  const ran = await run({ surface, url: new URL(url), fixtures, seed: 1, runs: 1, only: ONLY });
  const failed = ran.report.verdicts
    .filter(({ outcome, level }) => outcome === 'failed' && level === 'MUST')
    .map(({ requirement }) => requirement.split('/').slice(1).join('/'));
  return { ...ran, failed, outages: outages() };
}

it.each(byDay(['crashes', 'worker-crashes'], (id) => id === 'crashes'))(
  'after some outages the target is spared, and each operation still fails: %s',
  async (id) => {
    const { report, evidence, failed, outages } = await ranAgainst(id);
    expect(failed).toHaveLength(3);
    expect(failed.every((name) => name.endsWith('/requests-get-responses'))).toBe(true);
    expect(outages).toBeGreaterThanOrEqual(failed.length);
    expect(outages).toBeLessThan(20);
    expect(report.run.notes.join()).toMatch(
      /went down or closed the connection at \d+ requests; \d+ others like them were/,
    );
    // What was not sent is counted as such, also where other requests pass a requirement.
    const notes = report.verdicts.map(({ note = '' }) => note);
    const counted = notes.some((note) => /\d+ not sent, because similar requests/.test(note));
    if (id === 'crashes') expect(counted).toBe(true);
    const [recorded] = recordedRuns(
      readHar(JSON.stringify(evidence), 'evidence.har'),
      'evidence.har',
    );
    if (recorded === undefined || surface === undefined) throw new Error('nothing was recorded');
    const again = await rejudge(recorded, surface);
    expect(again.report.verdicts).toEqual(report.verdicts);
  },
  LONG,
);

it(
  'a target that goes down at one value of one operation is reported in full',
  async () => {
    const { report, failed, outages } = await ranAgainst('crashes-on-one');
    expect(failed).toEqual(['allocation-v1/withdraw/requests-get-responses']);
    expect(outages).toBeLessThan(10);
    const shown = report.verdicts.find(({ outcome }) => outcome === 'failed')?.counterexample;
    expect(shown?.reproduction).toMatchObject({ runs: 1, failed: 1 });
    expect(report.run.notes.join()).not.toContain('were not sent');
  },
  LONG,
);
