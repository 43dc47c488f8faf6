/** The functions of the root export, with real servers. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  compareReports,
  InputError,
  judge,
  plan,
  readReport,
  run,
  SelectionError,
  verify,
  writeReport,
} from '../src/index.ts';
import { folderWith } from './files.ts';
import { printed } from './printed.ts';
import { ledgerFor, registryFor } from './reference.ts';
import { http } from './servers.ts';

const ONLY = 'registry/allocation-v1/*/{debug-fields-omitted,response-shape}';

const registry = (...faults: string[]) => registryFor({ faults });

it('a run returns its problems, as report.json has them', async () => {
  const { url, fixtures } = await registry('debug-in-second-contract');
  const ran = await run({ surface: 'registry', url, fixtures, only: ONLY });
  const [problem, ...others] = ran.report.problems;
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    title: expect.stringMatching(/^disclosedContracts\[\]\.debug/),
    level: 'MUST',
    requirements: ['cancel', 'withdraw', 'execute-transfer'].map(
      (name) => `registry/allocation-v1/${name}/debug-fields-omitted`,
    ),
  });
  const folder = folderWith({});
  const paths = await writeReport(folder, ran);
  expect(paths).toContain(join(folder, 'report.html'));
  const file = join(folder, 'report.json');
  const written = JSON.parse(readFileSync(file, 'utf8')) as unknown;
  expect(written).toEqual(JSON.parse(JSON.stringify(ran.report)));
  const read = await readReport(file);
  expect(read).toEqual(written);
  expect(compareReports(ran.report, read).changes).toEqual([]);
  const judged = await judge(folder);
  expect([judged.complete, judged.report.problems]).toEqual([true, ran.report.problems]);
});

it('a signed report is verified, and a changed one is rejected', async () => {
  const { url, fixtures } = await registry();
  const folder = folderWith({});
  const out = join(folder, 'report');
  await writeReport(out, await run({ surface: 'registry', url, fixtures, only: ONLY }));
  const key = join(folder, 'key');
  expect(await printed('keygen', '--out', key)).toMatchObject({ code: 0 });
  expect(await printed('sign', out, '--key', key)).toMatchObject({ code: 0 });
  const verified = await verify(out, `${key}.pub`);
  expect(verified).toMatchObject({ problems: [], report: { problems: [] } });
  const page = join(out, 'report.html');
  writeFileSync(page, `${readFileSync(page, 'utf8')}<!-- -->`);
  const { problems, report } = await verify(out, `${key}.pub`);
  expect([problems.length > 0, report]).toEqual([true, undefined]);
});

it('a plan sends nothing, and names what a run would send', async () => {
  let requests = 0;
  const url = await http((_, response) => {
    requests++;
    response.writeHead(404).end();
  });
  const planned = await plan({ surface: 'registry', url, profile: 'quick' });
  expect(planned.requests).toBeGreaterThan(20);
  expect(requests).toBe(0);
});

it('a ledger is judged by the version that it announces, unless one is named', async () => {
  const { url } = await ledgerFor({ version: '3.4' });
  const only = 'ledger/version/response-shape';
  const announced = await run({ surface: 'ledger', url, only });
  expect(announced.report.contract).toMatchObject([{ version: '3.4' }]);
  const named = await run({ surface: 'ledger', url, only, contract: '3.5' });
  expect(named.report.contract).toMatchObject([{ version: '3.5' }]);
});

it('wrong options throw their own errors', async () => {
  const url = 'http://127.0.0.1:1';
  await expect(run({ surface: 'registry', url: '127.0.0.1:1' })).rejects.toThrow(InputError);
  const missing = { surface: 'registry', url, fixtures: 'nowhere.yaml' } as const;
  await expect(run(missing)).rejects.toThrow(InputError);
  await expect(run({ surface: 'registry', url, only: 'nothing' })).rejects.toThrow(SelectionError);
  await expect(readReport('nowhere.json')).rejects.toThrow(InputError);
});

it('a target that does not respond is in the report', async () => {
  const { report } = await run({
    surface: 'registry',
    url: 'http://127.0.0.1:1',
    only: 'registry/metadata-v1/info/operation-exists',
  });
  expect(report).toMatchObject({ result: 'partial', problems: [] });
  expect(report.run.neverResponded).toMatch(/accepts connections/);
});
