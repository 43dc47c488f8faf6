/** The commands beside run: their output is right, and the next command accepts it. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import type { OpenApiDocument } from '../src/contract/openapi.ts';
import { follow } from '../src/contract/pointer.ts';
import { surfaces } from '../suites/index.ts';
import { REGISTRY_APIS } from '../suites/registry/apis.ts';
import { type Cli, keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { printed } from './printed.ts';

vi.setConfig({ testTimeout: 60_000 });
const cli = keptCli();
afterAll(() => cli.remove());

const requirements = Object.values(surfaces).flatMap((make) => make().requirements);

it('assay prints help, and ends with 0, without arguments', async () => {
  const { code, stdout } = await printed();
  expect(stdout).toMatch(/Usage: assay[\s\S]*Examples:[\s\S]*Exit codes:/);
  expect(code).toBe(0);
});

// `.ci/run` runs the demo.
it('list names every requirement, as text and as JSON', async () => {
  const { stdout } = await printed('list', '--json');
  const rows = JSON.parse(stdout) as { id: string; probes: string[] }[];
  expect(rows.map((row) => row.id)).toEqual(requirements.map((r) => r.id));
  expect(Object.keys(rows[0] ?? {})).toEqual([
    ...['id', 'level', 'clause', 'statement', 'operation', 'probes'],
  ]);
  const text = await printed('list');
  expect(text.stdout.match(/^ {2}(MUST|SHOULD|MAY) /gm)).toHaveLength(requirements.length);
});

it('a reader that closes the pipe early causes no crash', () => {
  const line = `"${process.execPath}" "${cli.file}" list --json | head -c 20`;
  const { status, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line]);
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
});

it('explain accepts an id, the end of an id and a glob, and names a fault that shows the requirement', async () => {
  const id = 'registry/allocation-v1/withdraw/debug-fields-omitted';
  const one = await printed('explain', id);
  expect(one.stdout).toMatch(`${id}  MUST\n`);
  expect(one.stdout).toMatch(/Clause:\n {2}.*\n? {2}?.*\(debug-fields-are-omitted, §2\.1/);
  expect(one.stdout).toMatch(/Hand-written faults:\n {2}[a-z-]+ {2}/);
  expect(one.stdout).toMatch(`--fixtures reference.yaml --only '${id}'\n`);
  const named = await printed('explain', 'debug-fields-omitted');
  expect(named.stdout).toMatch(/^registry\/\*\/debug-fields-omitted {2}MUST/);
  const glob = await printed(
    'explain',
    'registry/allocation-v1/cancel/{flag-ends-with-request,rejects-flag-type,flag-defaults-to-false,flag-changes-nothing-else}',
  );
  expect(glob.stdout.match(/^registry\/allocation-v1\/cancel\/flag-/gm)?.length).toBeGreaterThan(1);
});

it('spec prints complete documents', async () => {
  const { stdout } = await cli.run(['spec', 'registry']);
  const documents = parseAllDocuments(stdout).map((d) => d.toJS() as OpenApiDocument);
  const versions = REGISTRY_APIS.map(({ versions: [newest] }) => newest);
  expect(documents.map(({ info }) => info.version)).toEqual(versions);
  for (const document of documents) {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(10);
    for (const [, reference = ''] of references)
      expect(() => follow(document, reference)).not.toThrow();
  }
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

it('plan names the requirements that a missing fixture blocks, and the duration of a run', async () => {
  const { code, stdout } = await printed('plan', 'registry', 'https://registry.example');
  expect(stdout).toMatch(
    /\n +– +live-id +each declared contract [^\n]*; needs (\w+, )*allocations\b/,
  );
  expect(stdout).toMatch(/^allocation-v1\/withdraw, .*, each:$/m);
  expect(stdout.split('\n').length).toBeLessThan(200);
  expect(stdout).toMatch(/^At 1\.5\/s: about \d+ min \d+ s\.\n\n/m);
  expect(code).toBe(0);
});

it('prove kills a fault, and lists all of them', async () => {
  const { code, stdout } = await cli.run([
    'prove',
    'registry',
    '--fault',
    'flag-ignored',
    '--json',
  ]);
  const matrix = JSON.parse(stdout) as { faults: unknown[] };
  expect(matrix).toMatchObject({ proved: true, conforming: [] });
  expect(matrix.faults).toMatchObject([{ fault: 'flag-ignored', killed: true, beyondCeiling: 0 }]);
  expect(code).toBe(0);
  const only = 'registry/allocation-v1/cancel/unknown-id-is-404';
  // `.ci/run` proves all requirements, and that they hold at the conforming servers.
  const one = await printed('prove', 'registry', '--requirement', only, '--json');
  expect(JSON.parse(one.stdout)).toMatchObject({
    proved: true,
    surfaces: [{ surface: 'registry', proved: 1, killed: 1, survived: {}, broken: [] }],
    conforming: [],
  });
  const listed = await printed('prove', '--list', '--json');
  expect((JSON.parse(listed.stdout) as unknown[]).length).toBeGreaterThan(44);
});
