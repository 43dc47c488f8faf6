/** Titles of faulty registries name what only the failing requests have. */
import { expect, it, onTestFinished } from 'vitest';
import { registry } from '../../../suites/registry/index.ts';
import { allocationApis, oneOfEachKind } from '../../../test/allocation-apis.ts';
import { parsing } from '../../reference/registry/fault.ts';
import { crash } from '../../reference/registry/reply.ts';
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

/** The titles of a registry that crashes for some bodies of these requests. */
async function titlesOf(
  crashes: (body: string, fixtures: string) => boolean,
  only: string,
): Promise<readonly string[]> {
  let declared = '';
  const change = parsing((text) => (crashes(text, declared) ? crash() : text));
  const { url, fixtures, close } = await startRegistry({ change });
  onTestFinished(close);
  declared = JSON.stringify(fixtures);
  const { report } = await run({ surface: registry(), url: new URL(url), fixtures, only, seed: 1 });
  return problemsOf(report).map(({ title }) => title);
}

it('an unknown id in a list comes before the length of the list', async () => {
  const titles = await titlesOf(
    (body, fixtures) =>
      [...body.matchAll(/"allocationCid":"(\w+)"/g)].some(([, id = '']) => !fixtures.includes(id)),
    'registry/allocation-v2/settlement-factory/{no-server-error,documented-status}',
  );
  expect(titles[0]).toMatch(
    /^Only with an unknown id in choiceArguments\.allocations\[\]\.allocationCid: 500 /,
  );
});

it('an empty list is named', async () => {
  const titles = await titlesOf(
    (body) => /"inputHoldingCids":\[\]/.test(body),
    'registry/transfer-v1/transfer-factory/{no-server-error,documented-status}',
  );
  expect(titles[0]).toMatch(
    /^Only with an empty choiceArguments\.transfer\.inputHoldingCids: 500 /,
  );
});

it('two parts that are equal are named', async () => {
  const titles = await titlesOf((body) => {
    const { sender, receiver } = JSON.parse(body)?.choiceArguments?.transfer ?? {};
    return sender !== undefined && sender === receiver;
  }, 'registry/transfer-v1/transfer-factory/{no-server-error,documented-status}');
  expect(titles[0]).toMatch(/^Only if receiver equals sender in choiceArguments\.transfer: 500 /);
});

it('an amount that is too small is named with the least one that passes', async () => {
  const titles = await titlesOf((body) => {
    const [, amount = ''] = /"amount":"([\d.]+)"/.exec(body) ?? [];
    return Number(amount) > 0 && Number(amount) < 1e-6;
  }, 'registry/transfer-v1/transfer-factory/*');
  expect(titles[0]).toMatch(/^Only with choiceArguments\.transfer\.amount below 0\.5: 500 /);
});

it('a character that crashes anywhere in the body is named', async () => {
  const titles = await titlesOf(
    (body) => body.includes("'"),
    'registry/allocation-v1/withdraw/accepts-any-meta',
  );
  expect(titles[0]).toMatch(/^Only with "'" in the body: 500 /);
});

it.each([
  ['ids-match-by-prefix', 'For a known id without its end'],
  ['ids-match-without-case', 'For a known id in another letter case'],
])('of unknown ids, the accepted ones are described: %s', async (fault, title) => {
  const server = await startRegistry({ faults: [fault] });
  onTestFinished(server.close);
  const { url, fixtures } = server;
  const only = 'registry/allocation-v1/*/rejects-near-id';
  const { report } = await run({ surface: registry(), url: new URL(url), fixtures, only, seed: 1 });
  expect(problemsOf(report).map((one) => one.title)).toEqual([
    expect.stringContaining(`${title}: 200 instead of 400 or 404 `),
  ]);
});
