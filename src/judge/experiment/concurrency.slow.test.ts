/** Only a failure that never comes alone is said to come while other requests run. */
import { expect, it } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { failures, failuresAt, started } from '../../../test/reproductions.ts';
import { responding, without } from '../../reference/registry/fault.ts';
import type { Change } from '../../reference/registry/steps.ts';
import { titleOf } from '../../report/titles.ts';

/** True one time in n, at random, with a fixed seed. */
function oneIn(n: number): () => boolean {
  let state = 7;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32 < 1 / n;
  };
}

it('one stale node of four is intermittent, and the bad value is shown', async () => {
  const isStale = oneIn(4);
  const change: Change = ({ info }) => ({
    info: () => ({
      ...info(),
      ...(isStale() && { adminId: `token-admin::1220${'ab'.repeat(32)}` }),
    }),
  });
  const { failed } = await failures({ change }, '*/metadata-v1/info/*');
  expect(failed).not.toEqual([]);
  for (const { failsWhen } of failed) expect(failsWhen).toBe('now-and-then');
  expect(failed.map(titleOf).join('\n')).toMatch(
    /^Intermittently.*: adminId: "token-admin::1220abab…"/m,
  );
});

it('a body that lacks a member one time in four has that share, whatever was sent', async () => {
  const isCut = oneIn(4);
  const change = responding((document) => {
    return 'disclosedContracts' in document && isCut()
      ? without(document, 'disclosedContracts')
      : document;
  });
  const { failed } = await failures({ change }, '*/allocation-v1/withdraw/response-shape');
  expect(failed.map(({ failsWhen }) => failsWhen)).toEqual(['now-and-then']);
  expect(failed.map(titleOf)[0]).toMatch(
    /^Intermittently \(about 1 in [2-7]\): disclosedContracts is missing \(/,
  );
});

it('a flag that concurrent requests share fails while other requests run', async () => {
  const { url, fixtures } = await started({ faults: ['flag-shared-between-requests'] });
  const only = '*/allocation-v1/{withdraw,cancel}/{debug-fields-omitted,ignores-unknown-member}';
  const failed = await failuresAt(registry(), only, { url, fixtures, hunt: 3000 });
  expect(failed.map(({ failsWhen }) => failsWhen)).toContain('beside-others');
});

it.each([
  ['flag-shared-between-requests', 'beside-others'],
  ['meta-of-the-request-before', undefined],
])('a case that sends requests together is also sent one by one: %s', async (fault, when) => {
  const { url, fixtures } = await started({ faults: [fault] });
  const only = '*/allocation-v1/{withdraw,cancel}/no-leak-between-requests';
  const failed = await failuresAt(registry(), only, { url, fixtures, hunt: 3000 });
  expect(failed.map(({ failsWhen }) => failsWhen)).toEqual([when, when]);
});
