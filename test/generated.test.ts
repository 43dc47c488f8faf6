/** Files that are generated from the catalogue. `npm run generate` writes them. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { expect, it } from 'vitest';
import { addRun } from '../src/cli/commands/run.ts';
import { Program } from '../src/cli/program.ts';
import { type Config, readConfig } from '../src/input/config.ts';
import type { Requirement } from '../src/model/index.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { planOf } from '../src/run/run.ts';
import { SURFACES } from '../src/surfaces/index.ts';
import { surfaces } from '../suites/index.ts';
import { ledgerContract, ledgerContracts } from '../suites/ledger/contract.ts';
import { ledger } from '../suites/ledger/index.ts';
import { NEWEST } from '../suites/ledger/versions.ts';
import { registry } from '../suites/registry/index.ts';
import { folderWith } from './files.ts';

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
    .replace(/^\| surface .*\n(\|.*\n)+/m, `${table()}\n`)
    .replace(/(Sending )[\d,]+( requests to \S+; at most )[\d,]+/, (_, first, second) =>
      [first, many(requests), second, many(requests + extra)].join(''),
    )
    .replace(/(```ts\n)[\s\S]*?(\n```)/, (_, begin, end) => [begin, sample(), end].join(''));
  await expect(readme, HOW).toMatchFileSnapshot(path('README.md'));
});

it('fixtures.schema.json has the fixtures of each surface', async () => {
  const file = 'schemas/fixtures.schema.json';
  const schema = JSON.parse(text(file)) as { properties: Record<'$schema' | 'command', object> };
  const kinds = await Promise.all(SURFACES.map(({ fixtures }) => fixtures()));
  const { $schema, command } = schema.properties;
  const properties = {
    $schema,
    ...Object.assign({}, ...kinds.map((kind) => kind.schema)),
    command,
  };
  const whole = JSON.stringify({ ...schema, properties }, null, 2);
  // The layout of the formatter: a short array is on one line.
  const laidOut = whole.replace(
    /\[\s+("[^\]]*")\s+\]/g,
    (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`,
  );
  await expect(`${laidOut}\n`, HOW).toMatchFileSnapshot(path(file));
});

it('docs/configuration.md has every member of the settings file, and the option that overrides it', async () => {
  const file = 'docs/configuration.md';
  const page = text(file).replace(
    /(<!-- generated: .* -->\n)[\s\S]*?(\n<!-- end -->)/,
    (_, begin, end) => [begin, settingsTable(), end].join(''),
  );
  await expect(page, HOW).toMatchFileSnapshot(path(file));
});

it('the example of docs/configuration.md is a settings file with a baseline and fixtures beside it', async () => {
  const [, example = ''] =
    /```yaml\n(# assay\.yaml[\s\S]*?)```/.exec(text('docs/configuration.md')) ?? [];
  const { fixtures, ...config } = await configFrom(example);
  expect(config).toMatchObject({
    surface: 'registry',
    baseline: expect.stringMatching(/known\.yaml$/),
  });
  expect(Object.keys(config).length).toBeGreaterThan(10);
  expect(fixtures).toBeTypeOf('function');
});

it('types.d.ts has the schemas of the ledger document that the rules name as types', async () => {
  const { document } = ledgerContract();
  const { schemas } = document['components'] as { schemas: Readonly<Record<string, object>> };
  const names = bodiesNamed('suites/ledger');
  const refs = names.map((name) => [name, { $ref: `#/components/schemas/${name}` }]);
  const root = {
    type: 'object' as const,
    additionalProperties: false,
    required: names,
    properties: Object.fromEntries(refs),
    components: { schemas: typesOnly(schemas, schemas) },
  };
  const bannerComment = `/** The schemas of the ledger document ${NEWEST} that are named as \`Body<'…'>\`. \`npm run generate\` writes this file. */`;
  const style = { printWidth: 100, singleQuote: true, objectWrap: 'collapse' } as const;
  const options = { bannerComment, style, additionalProperties: false };
  const types = await compile(root, 'Schemas', options);
  await expect(types, HOW).toMatchFileSnapshot(path('specs/ledger/types.d.ts'));
});

/** The schemas that the files of this folder name as `Body<'…'>`. */
function bodiesNamed(folder: string): string[] {
  const files = readdirSync(path(folder), { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => text(`${folder}/${file}`));
  const named = code.flatMap((one) => [...one.matchAll(/\bBody<'(\w+)'>/g)]);
  return [...new Set(named.map(([, name = '']) => name))].sort();
}

async function configFrom(example: string): Promise<Config> {
  const folder = folderWith({ 'assay.yaml': example });
  return readConfig(`${folder}/assay.yaml`, { REGISTRY_KEY: 'secret' });
}

interface Setting {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly description: string;
}

/** A row for each member of the settings file. */
function settingsTable(): string {
  const schema = JSON.parse(text('schemas/assay.schema.json')) as {
    readonly properties: Readonly<Record<string, Setting>>;
  };
  const options = optionsOfRun();
  const rows = Object.entries(schema.properties)
    .filter(([name]) => name !== '$schema')
    .map(([name, { type = 'string', enum: values, description }]) => {
      const kinds = values?.map((value) => `\`${value}\``) ?? [type].flat();
      return [`\`${name}\``, kinds.join(' or '), optionFor(name, options), description];
    });
  return aligned([['member', 'value', 'option', 'meaning'], ...rows]);
}

/** The option of a setting: `--max-requests` for `maxRequests`, `--header` for `headers`. */
function optionFor(name: string, options: readonly string[]): string {
  if (name === 'surface' || name === 'url') return 'an argument';
  const long = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const found = [long, long.replace(/s$/, '')].find((one) => options.includes(one));
  if (found !== undefined) return `\`${found}\``;
  if (options.some((one) => one.startsWith(`${long}-`))) return `\`${long}-…\``;
  throw new Error(`no option overrides ${name}`);
}

function optionsOfRun(): readonly string[] {
  const program = new Program();
  addRun(program);
  return program.commands.flatMap(({ options }) => options.map(({ long }) => long ?? ''));
}

const NO_TYPE = ['description', 'minItems', 'maxItems'];

/**
 * The schema without descriptions, and without numbers of items, which would become tuples. Schemas that only wrap a
 * value stand where they are used.
 */
function typesOnly(schema: unknown, schemas: Readonly<Record<string, object>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => typesOnly(one, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const named = '$ref' in schema ? schemas[`${schema.$ref}`.split('/').at(-1) ?? ''] : undefined;
  if (named !== undefined && isWrapper(named)) return typesOnly(named, schemas);
  const isType = ([name, value]: [string, unknown]): boolean =>
    typeof value === 'object' || !NO_TYPE.includes(name);
  const kept = Object.entries(schema).filter(isType);
  return Object.fromEntries(kept.map(([name, value]) => [name, typesOnly(value, schemas)]));
}

function isWrapper({ properties = {}, type }: { properties?: object; type?: unknown }): boolean {
  return type === 'object' && Object.keys(properties).every((name) => name === 'value');
}

/** The table of surfaces; each column is as wide as its longest text. */
function table(): string {
  const { operations, requirements } = registry();
  const contracts = new Set(operations.map(({ contract: c }) => `${c.id} ${c.version}`));
  const versions = ledgerContracts().map(ledger);
  const newest = versions.at(-1)?.requirements ?? [];
  const rows = [
    ['surface', 'contracts', 'operations', 'requirements'],
    ['`registry`', [...contracts].join(', '), `${operations.length}`, counts(requirements)],
    [
      '`ledger`',
      ledgerContracts()
        .map(({ version }) => `ledger ${version}`)
        .join(', '),
      versions.map((one) => `${one.operations.length}`).join(', '),
      counts(newest).replace(':', ` at ${NEWEST}:`),
    ],
  ];
  return aligned(rows);
}

/** A table of four columns in the layout of the formatter. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2, 3].map((i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  const dashes = widths.map((width) => '-'.repeat(width));
  const [head = [], ...body] = rows.map((row) => row.map((cell, i) => cell.padEnd(widths[i] ?? 0)));
  return [head, dashes, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function counts(requirements: readonly Requirement[]): string {
  const levels = ['MUST', 'SHOULD', 'MAY'].map(
    (level) => `${requirements.filter((r) => r.level === level).length} ${level}`,
  );
  return `${requirements.length}: ${levels.join(', ')}`;
}

/** A requirement from its file, without the indentation. */
function sample(): string {
  const source = text('suites/registry/debug-fields.ts');
  const [found = ''] = /^ {2}must\('debug-fields-omitted'[\s\S]*?^ {2}\}\),/m.exec(source) ?? [];
  if (found === '') throw new Error('suites/registry/debug-fields.ts lacks debug-fields-omitted');
  return found.replaceAll(/^ {2}/gm, '');
}
