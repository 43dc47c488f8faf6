/** Imports follow the table of folders in ARCHITECTURE.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { surfaces } from '../suites/index.ts';

/** What a row allows: folders, and folders of which only types. */
interface May {
  readonly values: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
}

const NETWORK = new Set(['undici', 'node:http', 'node:https', 'node:net', 'node:tls']);
/** The folders that open connections; a command or a proof starts servers. */
const CONNECTING = new Set(['exchange', 'proxy', 'reference', 'prove', 'cli', 'surfaces']);
/** A reference server shares no library that judges with the kit. */
const JUDGING = new Set(['undici', 'ajv', 'fast-check']);

const LISTED: ReadonlyMap<string, string> = new Map(
  [
    ...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(
      /^\| `((?:src\/|suites)[\w/]*)` +\|[^|]*\| ([^|]*?) *\|$/gm,
    ),
  ].map(([, folder = '', may = '']) => [folder.replace('src/', ''), may]),
);
const FOLDERS = [...LISTED.keys()].filter((folder) => !folder.startsWith('suites'));

/** The folders in backticks of a cell. */
const quoted = (text: string): readonly string[] =>
  [...text.matchAll(/`(?:src\/)?([\w./]+)`/g)].map(([, name = '']) => name);

/** A row gives what it names, and from `plan` on `model`, with what those may import. */
function mayOf(folder: string): May {
  const cell = LISTED.get(folder) ?? '';
  const [first = '', except] = cell.split(' but ');
  if (first.startsWith('everything'))
    return {
      values: new Set([...LISTED.keys()].filter((one) => !quoted(except ?? '').includes(one))),
      types: new Set(),
    };
  const isTyped = cell.startsWith('types of');
  const isLate = FOLDERS.indexOf(folder) >= FOLDERS.indexOf('plan') && folder !== 'reference';
  const typed = isTyped ? quoted(cell) : [];
  const named = [...(isTyped ? [] : quoted(cell)), ...(isLate ? ['model'] : [])];
  const all = [folder, ...named, ...named.flatMap((one) => [...mayOf(one).values])];
  return { values: new Set(all.filter((one) => !typed.includes(one))), types: new Set(typed) };
}

/** The imports of a file, in the formatter's spelling: each path or package, and whether only types come from it. */
function importsOf(file: string): readonly { readonly from: string; readonly isType: boolean }[] {
  const source = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const statements = /^(?:import|export)(?: (type)\b)?[^;']*?(?:from )?'([^']+)';/gm;
  const loaded = /\bimport\(\s*'([^']+)'/g;
  return [
    ...[...source.matchAll(statements)].map(([, type, from = '']) => ({
      from,
      isType: type !== undefined,
    })),
    ...[...source.matchAll(loaded)].map(([, from = '']) => ({ from, isType: false })),
  ];
}

/** `src/plan/plan.ts` → `plan`, `suites/kit/law.ts` → `suites/kit`, `src/kit.ts` → `kit.ts`. */
function folderOf(file: string): string {
  const [first = '', second = ''] = file.split('/');
  if (first === 'src') return second;
  if (first !== 'suites') return first;
  return LISTED.has(`suites/${second}`) ? `suites/${second}` : 'suites';
}

/** The imports of a file that its folder may not have, in words. */
function wrongIn(file: string): readonly string[] {
  const folder = folderOf(file);
  const may = mayOf(folder);
  return importsOf(file).flatMap(({ from, isType }) => {
    if (!from.startsWith('.')) {
      const isForeign =
        (folder === 'reference' && JUDGING.has(from.split('/')[0] ?? '')) ||
        (NETWORK.has(from) && !CONNECTING.has(folder));
      return isForeign ? [`${file}: the package ${from}`] : [];
    }
    const to = normalize(join(dirname(file), from));
    const target = folderOf(to);
    const isFine =
      target === folder ||
      ['schemas', 'specs'].includes(target) ||
      may.values.has(target) ||
      (may.types.has(target) && (isType || holdsTypesOnly(to)));
    return isFine ? [] : [`${file}: ${to}`];
  });
}

/** True for a file without a value. */
function holdsTypesOnly(file: string): boolean {
  return !/^(?:export )?(?:async )?(?:const|let|function|class|enum)\b|^export \*|^export \{/m.test(
    readFileSync(file, 'utf8'),
  );
}

const FILES = ['src', 'suites']
  .flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map((file) => join(root, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

/** Registrations and the command of user's own suites stand between the folders. */
const BETWEEN = /^(?:src\/[\w-]+\.ts|suites\/(?:index|conformance[\w.-]*)\.ts)$/;

it('lists each folder of src', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory());
  expect(FOLDERS.toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
});

it('no file imports from a folder that the row of its own does not name', () => {
  expect(FILES.filter((file) => !BETWEEN.test(file)).flatMap(wrongIn)).toEqual([]);
});

it('neither the kit for rules nor the library reaches suites, reference servers or commands', () => {
  const lower = ['src/kit.ts', 'src/index.ts'].flatMap((file) =>
    importsOf(file).map(({ from }) => folderOf(normalize(join('src', from)))),
  );
  expect(lower.filter((one) => ['suites', 'reference', 'cli'].includes(one))).toEqual([]);
});

it('no file of src/ names a surface, except the reference servers and the registrations', () => {
  const allowed = /^(reference|surfaces)\/|\.(test|bench)\.ts$/;
  const src = new URL('../src/', import.meta.url);
  // Without the last letter, which also finds plurals.
  const names = new RegExp(
    Object.keys(surfaces)
      .map((name) => name.slice(0, -1))
      .join('|'),
    'i',
  );
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|css|js)$/.test(file) && !allowed.test(file))
    .flatMap((file) =>
      readFileSync(new URL(file, src), 'utf8')
        .split('\n')
        .flatMap((line, i) =>
          names.test(line.replaceAll(/FinalizationRegistry|registrations?|are registered/gi, ''))
            ? [`${file}:${i + 1}: ${line.trim()}`]
            : [],
        ),
    );
  expect(found).toEqual([]);
});
