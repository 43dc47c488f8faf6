/** Files that follow from the catalogue. `npm run generate` writes them anew. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { Requirement } from '../src/model/index.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { planOf } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { LEDGER_VERSIONS, ledgerContract } from '../suites/ledger/contract.ts';
import { ledger } from '../suites/ledger/index.ts';
import { registry } from '../suites/registry/index.ts';

const path = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url));
const text = (file: string): string => readFileSync(path(file), 'utf8');
const HOW = 'run npm run generate, and look at the change';

it('requirements.txt has the id and the level of each requirement', async () => {
  const head = text('suites/requirements.txt').match(/^#.*\n/gm) ?? [];
  const all = Object.values(surfaces).flatMap((load) => load().requirements);
  const lines = all.map(({ id, level }) => `${id} ${level}\n`);
  await expect([...head, ...lines].join(''), HOW).toMatchFileSnapshot(
    path('suites/requirements.txt'),
  );
});

it('the README has the counts, the plan and the sample of the catalogue', async () => {
  const server = await startRegistry();
  await server.close();
  const { url, fixtures } = server;
  const { requests, extra } = planOf({ surface: registry(), url: new URL(url), fixtures, seed: 1 });
  const many = (count: number): string => count.toLocaleString('en');
  const readme = text('README.md')
    .replace(/^\| `registry` .*$/m, registryRow())
    .replace(/^\| `ledger` .*$/m, ledgerRow())
    .replace(/(Sending )[\d,]+( requests to \S+; at most )[\d,]+/, (_, first, second) =>
      [first, many(requests), second, many(requests + extra)].join(''),
    )
    .replace(/(```ts\n)[\s\S]*?(\n```)/, (_, begin, end) => [begin, sample(), end].join(''));
  await expect(readme, HOW).toMatchFileSnapshot(path('README.md'));
});

function registryRow(): string {
  const { operations, requirements } = registry();
  const contracts = new Set(operations.map(({ contract: c }) => `${c.id} ${c.version}`));
  return row(
    'registry',
    [...contracts].join(', '),
    operations.map(({ name }) => name).join(', '),
    counts(requirements),
  );
}

function ledgerRow(): string {
  const versions = LEDGER_VERSIONS.map((version) => ledger(ledgerContract(version)));
  const { requirements = [] } = versions.at(-1) ?? {};
  return row(
    'ledger',
    LEDGER_VERSIONS.map((version) => `ledger ${version}`).join(', '),
    versions.map(({ operations }) => `${operations.length} operations`).join(', '),
    counts(requirements).replace(':', ` at ${LEDGER_VERSIONS.at(-1)}:`),
  );
}

function row(surface: string, contracts: string, operations: string, requirements: string): string {
  return `| \`${surface}\`${surface === 'ledger' ? '  ' : ''} | ${contracts.padEnd(52)} | ${operations.padEnd(54)} | ${requirements.padEnd(43)} |`;
}

function counts(requirements: readonly Requirement[]): string {
  const levels = ['MUST', 'SHOULD', 'MAY'].map(
    (level) => `${requirements.filter((r) => r.level === level).length} ${level}`,
  );
  return `${requirements.length}: ${levels.join(', ')}`;
}

/** A requirement as it stands in its file, without the indentation. */
function sample(): string {
  const source = text('suites/registry/debug-fields.ts');
  const [found = ''] =
    /^ {4}requirement\(\{\n {6}id: id\('debug-fields-omitted'\)[\s\S]*?^ {4}\}\),/m.exec(source) ??
    [];
  if (found === '') throw new Error('suites/registry/debug-fields.ts lacks debug-fields-omitted');
  return found.replaceAll(/^ {4}/gm, '');
}
