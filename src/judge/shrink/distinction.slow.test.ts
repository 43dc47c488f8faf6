/** Titles of faulty registries name what only the failing requests have. */
import { expect, it, onTestFinished } from 'vitest';
import { allocationApis, oneOfEachKind } from '../../../test/allocation-apis.ts';
import { startRegistry } from '../../reference/registry.ts';
import { problemsOf } from '../../report/problems.ts';
import { run } from '../../run/run.ts';

const META = 'allocation-v1/withdraw/accepts-any-meta';
const FLAG = 'allocation-v1/withdraw/debug-fields-omitted';

it.each([
  ['large-pages-refused', 'metadata-v1/instruments/accepts-request', /^Only with pageSize \d+: /],
  ['meta-of-two-rejected', META, /^Only with more than 1 entry in meta: 400 instead of 200 /],
  ['meta-keys-with-slash-rejected', META, /^Only with "\/" in a name in meta: /],
  ['empty-meta-value-rejected', META, /^Only with "" in meta: /],
  ['flag-ignored-with-meta', FLAG, /^Only with an entry in meta: .*debugPayload is present with /],
  ['long-id-crash', 'allocation-v1/withdraw/no-server-error', /^Only with a path longer than \d+ /],
])('of a registry with the fault %s', async (fault, rule, title) => {
  const isOfPages = rule.startsWith('metadata');
  const surface = await (isOfPages ? oneOfEachKind() : allocationApis());
  const server = await startRegistry({ faults: [fault] });
  onTestFinished(server.close);
  const { url, fixtures } = server;
  const only = `registry/${rule}`;
  const { report } = await run({ surface, url: new URL(url), fixtures, only, seed: 1, runs: 10 });
  expect(problemsOf(report)[0]?.title).toMatch(title);
});

it('a failure of every request has none', async () => {
  const server = await startRegistry({ faults: ['flag-ignored'] });
  onTestFinished(server.close);
  const { url, fixtures } = server;
  const options = {
    surface: await allocationApis(),
    url: new URL(url),
    fixtures,
    seed: 1,
    runs: 4,
  };
  const { report } = await run({ ...options, only: `registry/${FLAG}` });
  expect(report.verdicts.map(({ outcome, only }) => [outcome, only])).toEqual([
    ['failed', undefined],
  ]);
});
