import { expect, it } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { reportOnLedger, reportOnRegistry } from '../../../test/reports.ts';
import type { Verdict } from '../../model/index.ts';

const ONLY =
  'registry/allocation-v1/withdraw/{accepts-live-id,rejects-flag-type,debug-fields-omitted}';

async function verdictsOn(faults: readonly string[], seed: number): Promise<readonly Verdict[]> {
  return (await reportOnRegistry({ faults }, { surface: registry(), seed, only: ONLY })).verdicts;
}

it('a failure that shows only after another request is detected, with that request', async () => {
  const notes: (string | undefined)[] = [];
  for (const seed of [1, 2, 3]) {
    const verdicts = await verdictsOn(['flag-lost-after-wrong-type'], seed);
    const failed = verdicts.filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ requirement }) => requirement)).toEqual(
      failed.length > 0 ? ['registry/allocation-v1/withdraw/debug-fields-omitted'] : [],
    );
    notes.push(...failed.map(({ note }) => note));
  }
  expect(notes.length).toBeGreaterThan(0);
  for (const note of notes) {
    expect(note).toMatch(
      /^it fails right after POST \S+\/choice-contexts\/withdraw with .*, but not when it is sent alone$/,
    );
  }
}, 60_000);

it('a server that always fails needs no other request', async () => {
  const [verdict] = (await verdictsOn(['flag-ignored'], 1)).filter(({ requirement }) =>
    requirement.endsWith('debug-fields-omitted'),
  );
  expect(verdict).toMatchObject({ outcome: 'failed' });
  expect(verdict?.note).toBeUndefined();
}, 60_000);

it('a failure of every second request to one operation names no other request', async () => {
  const faults = ['participant-falls-over-now-and-then'];
  const only = 'ledger/{participant-id,parties-list}/*';
  const report = await reportOnLedger({ faults }, { fixtures: {}, seed: 1, only });
  const failed = report.verdicts.filter(({ outcome }) => outcome === 'failed');
  expect(failed).not.toEqual([]);
  for (const { failsWhen } of failed) expect(failsWhen).not.toBe('after-others');
}, 60_000);
