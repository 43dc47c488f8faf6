/** The commands beside run: their output is right, and the next command accepts it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { REGISTRY_APIS } from '../suites/registry/apis.ts';
import { type Cli, keptCli } from './cli.ts';
import { folderWith } from './files.ts';

vi.setConfig({ testTimeout: 60_000 });
const cli = keptCli();
afterAll(() => cli.remove());

it('a reader that closes the pipe early causes no crash', () => {
  const line = `"${process.execPath}" "${cli.file}" list --json | head -c 20`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line]);
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

it('spec prints only the named APIs, each in its version', async () => {
  const { stdout } = await cli.run(['spec', 'registry', '--api', 'transfer-v1,metadata-v1@1.1.0']);
  const documents = parseAllDocuments(stdout).map((d) => d.toJS() as OpenApiDocument);
  expect(documents.map(({ info }) => info.version)).toEqual(['1.1.0', '1.1.0']);
  expect(Object.keys(documents[1]?.paths ?? {})).toContain('/registry/metadata/v1/info');
  const unknown = await cli.run(['spec', 'registry', '--api', 'metadata-v9']);
  expect(unknown).toMatchObject({ code: 3, stderr: expect.stringContaining('Did you mean') });
  const single = await cli.run(['spec', 'ledger', '--api', 'ledger']);
  expect(single.stderr).toContain('a ledger has only one API');
});

it('spec writes each document into a file of a folder, and replaces none', async () => {
  const cwd = folderWith({});
  const written = await cli.run(['spec', 'registry', '--out', 'api'], { cwd });
  expect(written).toMatchObject({ code: 0, stderr: '' });
  const names = REGISTRY_APIS.map(({ api }) => `${api}.yaml`);
  expect(readdirSync(join(cwd, 'api')).toSorted()).toEqual(names.toSorted());
  for (const name of names) {
    const { openapi } = parse(readFileSync(join(cwd, 'api', name), 'utf8')) as OpenApiDocument;
    expect(openapi).toMatch(/^3\./);
  }
  const again = await cli.run(['spec', 'registry', '--out', 'api'], { cwd });
  expect(again.stderr).toMatch(/api\/\S+\.yaml already exists\. Name an empty or a new folder/);
  expect(again.code).toBe(3);
});

/** A plan does not know the number of instruments. */
const APIS = ['--api', 'allocation-v1,allocation-instruction-v1'];

it('serve prints fixtures with which its server conforms; plan knows the number of requests', async () => {
  const cwd = folderWith({});
  let checked: ReturnType<Cli['run']> | undefined;
  const served = await cli.run(['serve', 'registry'], {
    cwd,
    onOutput: (text, kill) => {
      const url =
        /^# {3}npx --no-install assay run registry (\S+) --fixtures fixtures\.yaml$/m.exec(
          text,
        )?.[1];
      if (url === undefined || checked) return;
      writeFileSync(join(cwd, 'pasted.yaml'), text);
      const args = [
        'run',
        'registry',
        url,
        '-F',
        'pasted.yaml',
        '--runs',
        '1',
        ...APIS,
        '--certify',
      ];
      checked = cli.run(args, { cwd });
      void checked.then(() => kill('SIGINT'));
    },
  });
  expect(served.code).toBe(0);
  expect(await checked).toMatchObject({ code: 0, stdout: expect.stringMatching(/Conforms: All/) });
  const plan = await cli.run(['plan', 'registry', '-F', 'pasted.yaml', '--runs', '1', ...APIS], {
    cwd,
  });
  const [, planned = ''] = /^([\d,]+) requests, at most .* for/m.exec(plan.stdout) ?? [];
  // The plan has the maximum of the lookups of fixtures and of the pages of instruments.
  const [, sent = ''] = /\(([\d,]+) requests to /.exec((await checked)?.stdout ?? '') ?? [];
  const [most, own] = [planned, sent].map((text) => Number(text.replace(',', '')));
  expect(own).toBeLessThanOrEqual(most ?? 0);
  expect(own).toBeGreaterThan((most ?? 0) - 20);
});
