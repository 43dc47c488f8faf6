/** The printed reproduction of a failure was run, and contains the requests that the failure needs. */
import { expect, it } from 'vitest';
import { failures, lastStatus, reproductionOf, started } from '../../../test/reproductions.ts';

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

it('a second rejection in a row that crashes is shown by two requests, and crashes a new server', async () => {
  const options = { faults: ['second-error-becomes-500'] };
  const { server, failed } = await failures(options, '*/allocation-v1/withdraw/rejects-flag-type');
  const found = reproductionOf(failed[0]);
  expect(found).toMatchObject({ runs: 3, failed: 3 });
  expect(found?.lines).toHaveLength(2);
  const fresh = await started(options);
  expect(await lastStatus(found?.lines ?? [], server.url, fresh.url)).toBe(500);
});

it('a failure that depends on the body is shown by one request', async () => {
  const { failed } = await failures(
    { faults: ['flag-ignored-with-meta'] },
    '*/allocation-v1/withdraw/{debug-fields-omitted,accepts-extreme-meta}',
  );
  expect(reproductionOf(failed[0])).toMatchObject({ runs: 1, failed: 1 });
  expect(reproductionOf(failed[0])?.lines).toHaveLength(1);
});
