/** The printed reproduction of a failure was run, and contains the requests that the failure needs. */
import { expect, it } from 'vitest';
import {
  expectShare,
  failures,
  lastStatus,
  reproductionOf,
  started,
} from '../../../test/reproductions.ts';
import type { Change } from '../../reference/registry/steps.ts';

/** A request for an unknown id makes the next good request crash. */
const crashingAfterNotFound: Change = ({ find, respond }) => {
  let missed = false;
  return {
    find: (id, operation) => {
      const found = find(id, operation);
      missed ||= typeof found !== 'string';
      return found;
    },
    respond: (call) => {
      if (!missed) return respond(call);
      missed = false;
      throw new Error('left behind');
    },
  };
};

it('a failure that always comes back is one command that was run once', async () => {
  const { server, failed } = await failures(
    { faults: ['empty-key-crash'] },
    '*/allocation-v1/withdraw/accepts-extreme-meta',
  );
  const found = reproductionOf(failed[0]);
  expect(found).toMatchObject({ runs: 1, failed: 1, lines: [failed[0]?.counterexample?.curl] });
  const fresh = await started({ faults: ['empty-key-crash'] });
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('a failure that needs an earlier rejection is shown with only that rejection', async () => {
  const { failed } = await failures(
    { faults: ['flag-lost-after-wrong-type'] },
    '*/allocation-v1/withdraw/{debug-fields-omitted,no-leak-between-requests,rejects-flag-type}',
  );
  const found = reproductionOf(failed.find((v) => v.requirement.endsWith('debug-fields-omitted')));
  expect(found?.lines).toHaveLength(2);
  expect(found?.failed).toBe(found?.runs);
});

it('a second rejection in a row that crashes is shown by two requests, and crashes a new server', async () => {
  const options = { faults: ['second-error-becomes-500'] };
  const { server, failed } = await failures(options, '*/allocation-v1/withdraw/rejects-flag-type');
  const found = reproductionOf(failed[0]);
  expect(found).toMatchObject({ runs: 3, failed: 3 });
  expect(found?.lines).toHaveLength(2);
  const fresh = await started(options);
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('a failure that began in the run and lasts is shown with the requests before it, and says so', async () => {
  const { failed } = await failures(
    { faults: ['second-response-incomplete'] },
    '*/allocation-v1/{withdraw,cancel}/response-shape',
  );
  expect(failed).toHaveLength(2);
  for (const verdict of failed) {
    const found = reproductionOf(verdict);
    expect(found?.lines.length).toBeGreaterThan(1);
    expect(found?.note).toContain('the failure lasts on this server');
  }
});

it('a failure of one response in 4 is not shown as a constant one', () => expectShare(4, 0));

it('a failure that depends on the body is shown by one request', async () => {
  const { failed } = await failures(
    { faults: ['flag-ignored-with-meta'] },
    '*/allocation-v1/withdraw/{debug-fields-omitted,accepts-extreme-meta}',
  );
  expect(reproductionOf(failed[0])).toMatchObject({ runs: 1, failed: 1 });
  expect(reproductionOf(failed[0])?.lines).toHaveLength(1);
});

it('a crash after a request for an unknown id is not shown by a request that gets 200', async () => {
  const { server, failed } = await failures(
    { change: crashingAfterNotFound },
    '*/allocation-v1/withdraw/{no-leak-between-requests,accepts-live-id,rejects-unknown-id}',
  );
  const found = reproductionOf(failed[0]);
  expect(found?.lines.length).toBeGreaterThan(1);
  const fresh = await started({ change: crashingAfterNotFound });
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});
