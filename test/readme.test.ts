/** What the README shows is what there is. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LEDGER_VERSIONS, ledgerContract } from '../src/contract/ledger.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { planOf } from '../src/run/run.ts';
import { ledger } from '../suites/ledger/index.ts';
import { registry } from '../suites/registry/index.ts';

const root = new URL('../', import.meta.url);
const text = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const readme = text('README.md');

it('names the contracts, operations and requirements of the registry', () => {
  const { operations, requirements } = registry();
  const contracts = new Set(operations.map(({ contract: c }) => `${c.id} ${c.version}`));
  const chapters = operations.map(({ name }) => name);
  const levels = ['MUST', 'SHOULD', 'MAY'].map(
    (level) => `${requirements.filter((r) => r.level === level).length} ${level}`,
  );
  const cells = [
    '`registry`',
    [...contracts].join(', '),
    chapters.join(', '),
    `${requirements.length}: ${levels.join(', ')}`,
  ];
  const row = readme.split('\n').find((line) => line.startsWith('| `registry`'));
  expect(row?.replace(/ +/g, ' ')).toBe(`| ${cells.join(' | ')} |`);
});

it('names the versions, operations and requirements of the ledger', () => {
  const versions = LEDGER_VERSIONS.map((version) => ledger(ledgerContract(version)));
  const counts = versions.map(({ operations }) => `${operations.length} operations`);
  const { requirements = [] } = versions.at(-1) ?? {};
  const levels = ['MUST', 'SHOULD', 'MAY'].map(
    (level) => `${requirements.filter((r) => r.level === level).length} ${level}`,
  );
  const cells = [
    '`ledger`',
    LEDGER_VERSIONS.map((version) => `ledger ${version}`).join(', '),
    counts.join(', '),
    `${requirements.length} at ${LEDGER_VERSIONS.at(-1)}: ${levels.join(', ')}`,
  ];
  const row = readme.split('\n').find((line) => line.startsWith('| `ledger`'));
  expect(row?.replace(/ +/g, ' ')).toBe(`| ${cells.join(' | ')} |`);
});

it('shows a run with as many requests as it sends', async () => {
  const server = await startRegistry();
  await server.close();
  const { url, fixtures } = server;
  const plan = planOf({ surface: registry(), url: new URL(url), fixtures, seed: 1 });
  const [, shown] = /Sending ([\d,]+) requests to/.exec(readme) ?? [];
  expect(shown).toBe(plan.requests.toLocaleString('en'));
});

it('shows a requirement as it stands in the catalogue', () => {
  const [, sample = ''] = /```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  const trimmed = (lines: string): string => lines.replace(/^\s+/gm, '');
  expect(trimmed(text('suites/registry/debug-fields.ts'))).toContain(trimmed(sample));
});

it('links to files that exist', () => {
  const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
  const links = pages.flatMap((page) =>
    [...text(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter((link) => !existsSync(new URL(link, root)))).toEqual([]);
});
