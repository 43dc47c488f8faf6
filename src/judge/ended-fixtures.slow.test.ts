/** A contract of the fixtures may end, and a reassignment may be completed, and arguments may expire while a run goes on. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { registry } from '../../suites/registry/index.ts';
import { Rejection } from '../reference/registry/reply.ts';
import type { Change } from '../reference/registry/steps.ts';
import { startRegistry } from '../reference/registry.ts';
import { run } from '../run/run.ts';

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

/** This allocation has no context at the operations that a pattern names. */
const withoutChoiceAt =
  (nth: number, at: RegExp): Change =>
  (steps, model) =>
    endingAt(nth, at, 0)(steps, model);

/** After some lookups, this reassignment is completed at the operations that a pattern names. */
const completedAt =
  (at: RegExp, after: number): Change =>
  ({ find }, { fixtures }) => {
    let lookups = 0;
    return {
      find: (id, operation) =>
        id === fixtures.reassigning[0] && at.test(operation) && ++lookups > after
          ? find(String(fixtures.allocations[0]), operation)
          : find(id, operation),
    };
  };

async function verdictsOf(change: Change) {
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/allocation-v1/*/{accepts-live-id,repeated-*,reassignment-is-409}';
  return outcomesOf({ url: new URL(at), fixtures, only }).finally(close);
}

async function outcomesOf(options: Omit<Parameters<typeof run>[0], 'surface'>) {
  const { report } = await run({ surface: registry(), ...options });
  const named = (outcome: string) =>
    report.verdicts
      .filter((one) => one.outcome === outcome)
      .map(({ requirement }) => requirement.split('/').slice(2).join('/'));
  return { failed: named('failed'), open: named('cantTell'), notes: report.run.notes.join() };
}

it('an allocation did not end that other requests still find: the plainest one is rejected', async () => {
  const change: Change = ({ check }) => ({
    check: (body, route) =>
      Object.keys(Object(body)).length > 1
        ? new Rejection(400, 'business', 'Only one optional member.')
        : check(body, route),
  });
  const { failed, notes } = await verdictsOf(change);
  expect(failed).toContain('cancel/accepts-live-id');
  expect(notes).not.toContain('ended');
});

it.each([0, 1])(
  'no operation fails for an allocation that ends, and the others decide: number %i',
  async (nth) => {
    const { failed, open, notes } = await verdictsOf(endingAt(nth, /^allocation-v1/, 15));
    expect(failed).toEqual([]);
    expect(open).not.toContain('cancel/accepts-live-id');
    expect(notes).toMatch(/allocations 00[0-9a-f]+… ended during the run/);
    expect(notes.match(/… ended/g)).toHaveLength(1);
  },
);

it('an operation that alone forgets an allocation fails', async () => {
  const { failed } = await verdictsOf(endingAt(1, /^allocation-v1.cancel/, 2));
  expect(failed).toContain('cancel/accepts-live-id');
});

it.each([0, 1, 2])('an expired lock is a state without this choice: number %i', async (nth) => {
  const { failed, open, notes } = await verdictsOf(withoutChoiceAt(nth, /execute-transfer$/));
  expect(failed).toEqual([]);
  expect(open).toEqual([]);
  expect(notes).toMatch(
    /allocations 00[0-9a-f]+… has no context at allocation-v1.execute-transfer/,
  );
});

it('a 404 for another method says nothing about the state of a contract', async () => {
  const change: Change = ({ finish }) => ({
    finish: (reply, incoming) =>
      reply.status === 405
        ? { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not found' }
        : finish(reply, incoming),
  });
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/allocation-v1/execute-transfer/*';
  const { failed } = await outcomesOf({ url: new URL(at), fixtures, only }).finally(close);
  expect(failed).toEqual(['execute-transfer/framework-error-body']);
});

it('no operation fails for a reassignment that is completed', async () => {
  const { failed, open, notes } = await verdictsOf(completedAt(/^allocation-v1/, 5));
  expect(failed).toEqual([]);
  expect(open).toEqual([]);
  expect(notes).toMatch(/reassigning 01[0-9a-f]+… ended|reassigning 00[0-9a-f]+… ended/);
});

/** After some lookups, the first allocation of the declared settlement is gone at the operations that a pattern names. */
const settledAt =
  (at: RegExp, after: number): Change =>
  ({ find, readArguments }, { fixtures }) => {
    const [, gone = ''] = fixtures.allocationsV2;
    let lookups = 0;
    const isGone = (operation: string): boolean => lookups > after && at.test(operation);
    return {
      find: (id, operation) => (id === gone && isGone(operation) ? GONE : find(id, operation)),
      readArguments: (given, operation) => {
        if (!JSON.stringify(given).includes(gone)) return readArguments(given, operation);
        lookups++;
        return isGone(operation) ? GONE : readArguments(given, operation);
      },
    };
  };

async function settlementOutcomes(change: Change) {
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/allocation-v2/settlement-factory/*';
  return outcomesOf({ url: new URL(at), fixtures, only }).finally(close);
}

it('the settlement factory does not fail for a settlement whose allocation ends', async () => {
  const { failed, open, notes } = await settlementOutcomes(settledAt(/^allocation-v2/, 15));
  expect(failed).toEqual([]);
  expect(open).toContain('settlement-factory/accepts-optional-members');
  expect(notes).toContain('number 1 of the settlementArguments in the fixtures ended');
});

it('an instrument fails nothing that is delisted before its first lookup', async () => {
  const change: Change = ({ instrument }, { instruments: all }) => {
    let lookups = 0;
    return {
      instruments: () => (lookups > 0 ? all.slice(0, -1) : all),
      instrument: (segment) => {
        lookups++;
        return instrument(segment);
      },
    };
  };
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/metadata-v1/instrument/{accepts-request,no-server-error}';
  const { failed, open, notes } = await outcomesOf({ url: new URL(at), fixtures, only }).finally(
    close,
  );
  expect(failed).toEqual([]);
  expect(open).toEqual([]);
  expect(notes).toMatch(/instruments \S.* ended during the run/);
});

it('an instrument that is no JSON fails, and is not taken for delisted', async () => {
  const change: Change = ({ finish }) => ({
    finish: (reply, incoming) =>
      reply.status === 200 && /\/instruments\//.test(incoming.target)
        ? finish({ ...reply, body: '<h1>Amulet</h1>' }, incoming)
        : finish(reply, incoming),
  });
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/metadata-v1/instrument/*';
  const { failed } = await outcomesOf({ url: new URL(at), fixtures, only }).finally(close);
  expect(failed).toEqual(['instrument/response-media-type']);
});

it('no factory fails for arguments that expire', async () => {
  const expiry = new Date(Date.now() + 2000);
  const change: Change = ({ readArguments }) => {
    let lookups = 0;
    return {
      pause: () => delay(++lookups > 40 ? Math.max(0, expiry.getTime() - Date.now()) : 0),
      readArguments: (given, operation) =>
        operation === 'transfer-v1/transfer-factory' && expiry.getTime() <= Date.now()
          ? new Rejection(400, 'business', 'The transfer has expired.')
          : readArguments(given, operation),
    };
  };
  const { url: at, fixtures, close } = await startRegistry({ change });
  const transferArguments = fixtures.transferArguments.map((one) => ({
    ...one,
    transfer: { ...(one['transfer'] as object), executeBefore: expiry.toISOString() },
  }));
  const { failed, open, notes } = await outcomesOf({
    url: new URL(at),
    fixtures: { ...fixtures, transferArguments },
    only: 'registry/transfer-v1/transfer-factory/*',
  }).finally(close);
  expect(failed).toEqual([]);
  expect(open).toContain('transfer-factory/accepts-optional-members');
  expect(notes).toContain('number 1 of the transferArguments in the fixtures expired');
});

/** One operation has no context for the first transfer instruction, as after its lock has expired. */
it('no MUST is open, and none for a false reason, where one of several locks has expired', async () => {
  const change: Change = ({ find }, { fixtures }) => ({
    find: (id, operation) =>
      id === fixtures.transferInstructions[0] && /^transfer-v1.(accept|reject)$/.test(operation)
        ? GONE
        : find(id, operation),
  });
  const { url: at, fixtures, close } = await startRegistry({ change });
  const only = 'registry/transfer-v1/**';
  const options = { url: new URL(at), fixtures, only, level: 'MUST' } as const;
  const { failed, open, notes } = await outcomesOf(options).finally(close);
  expect(failed).toEqual([]);
  expect(open).toEqual([]);
  expect(notes).toContain('transferInstructions 00');
});
