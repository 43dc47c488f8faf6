/** The code keeps the promises of docs/compatibility.md. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { EXIT } from '../src/cli/exit.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { readReport } from '../src/report/read.ts';
import { printed } from './printed.ts';
import { mixed } from './sample-report.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-compatible-'));
afterAll(() => rmSync(folder, { recursive: true }));
const readme = readFileSync('README.md', 'utf8');
const page = readFileSync('docs/compatibility.md', 'utf8');

it('the exit codes are those of the README', () => {
  const [, table = ''] = readme.split('| exit code |');
  const [codes = ''] = table.split('\n\n');
  const listed = [...codes.matchAll(/^\| (\d) /gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(EXIT));
});

it('the number of the report format is that of the schema', () => {
  const schema = readFileSync('reports/report.schema.json', 'utf8');
  const [, major] = /urn:assay:report:(\d+)/.exec(schema) ?? [];
  expect(page).toContain(`a version of its own, now ${major}.`);
});

it.each([
  [
    '2.0.0',
    /which is no longer read\. Run again with this version, or read it with Assay 0\.1\.0\.$/,
  ],
  ['5.0.0', /of format 5\. Install a later version of Assay to read it\.$/],
])('a report of format %s is an error with a remedy', async (schemaVersion, remedy) => {
  const file = join(folder, 'other.json');
  const kit = { name: 'assay', version: '0.1.0' };
  writeFileSync(file, JSON.stringify({ ...mixed, schemaVersion, kit }));
  const { code, stderr } = await printed('compare-reports', file, file);
  expect(code).toBe(EXIT.unusable);
  expect(stderr.trim()).toMatch(file);
  expect(stderr.trim()).toMatch(remedy);
});

it('a report with members of a later release is read', () => {
  const later = JSON.stringify({ ...mixed, somethingNew: { of: 'a later release' } });
  expect(readReport(later)).toBeDefined();
});

it('the same seed sends the same requests', async () => {
  const { url, fixtures, close } = await startRegistry();
  const file = join(folder, 'fixtures.yaml');
  writeFileSync(file, JSON.stringify(fixtures));
  const sent = async (seed: string, out: string): Promise<readonly string[]> => {
    const few = ['--api', 'transfer-v1', '--only', '*/transfer-factory/*', '--level', 'MUST'];
    const where = ['-F', file, '--seed', seed, '--out', join(folder, out)];
    expect((await printed('run', 'registry', url, ...few, ...where)).code).toBe(0);
    const { log } = JSON.parse(readFileSync(join(folder, out, 'evidence.har'), 'utf8')) as {
      log: { entries: { request: { method: string; url: string; postData?: { text: string } } }[] };
    };
    return log.entries
      .map(({ request: { method, url: to, postData } }) => `${method} ${to} ${postData?.text}`)
      .sort();
  };
  try {
    const first = await sent('7', 'first');
    expect(first.length).toBeGreaterThan(20);
    expect(await sent('7', 'second')).toEqual(first);
    expect(await sent('8', 'third')).not.toEqual(first);
  } finally {
    await close();
  }
});
