/** A contract of the fixtures may be used up while a run goes on: that is no failure of the registry. */
import { expect, it } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { Rejection } from '../../reference/registry/reply.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { startRegistry } from '../../reference/registry.ts';
import { run } from '../../run/run.ts';

const GONE = new Rejection(404, 'unknown', 'There is no such allocation.');

/** After some lookups, this allocation is gone at the operations that a pattern names. */
const endingAt =
  (nth: number, at: RegExp, after: number): Change =>
  ({ find }, { fixtures }) => {
    let lookups = 0;
    return {
      find: (id, operation) =>
        id === fixtures.allocations[nth] && at.test(operation) && ++lookups > after
          ? GONE
          : find(id, operation),
    };
  };

async function verdictsOf(change: Change) {
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/allocation-v1/*/{accepts-live-id,repeated-*}';
  const options = { surface: registry(), url: new URL(at), fixtures, only } as const;
  const { report } = await run(options).finally(close);
  const named = (outcome: string) =>
    report.verdicts
      .filter((one) => one.outcome === outcome)
      .map(({ requirement }) => requirement.slice('registry/allocation-v1/'.length));
  return { failed: named('failed'), open: named('cantTell'), notes: report.run.notes.join() };
}

it.each([0, 1])('no operation fails for an allocation that ends: number %i', async (nth) => {
  const { failed, open, notes } = await verdictsOf(endingAt(nth, /^allocation-v1/, 15));
  expect(failed).toEqual([]);
  expect(open).toContain('cancel/accepts-live-id');
  expect(notes).toContain(`number ${nth + 1} of the allocations in the fixtures ended`);
});

it('an operation that alone forgets an allocation fails', async () => {
  const { failed } = await verdictsOf(endingAt(1, /^allocation-v1.cancel/, 2));
  expect(failed).toContain('cancel/accepts-live-id');
});
