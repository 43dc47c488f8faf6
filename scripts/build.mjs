// Compiles the library into dist/, bundles the command line, and adds the data of both. With --if-needed it builds only
// if a source is newer than dist/. With --bundle it builds only the command line if this is enough. --out names another
// folder.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const { values: options } = parseArgs({
  options: {
    'if-needed': { type: 'boolean' },
    bundle: { type: 'boolean' },
    out: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('..', import.meta.url));
const dist = options.out ?? join(root, 'dist');
const stamp = join(dist, '.built');
const bundled = join(dist, '.bundled');
const CODE = ['src', 'suites'];
/** Sources beside the code: the data of the command line, and the files that build it. */
const REST = [
  'specs',
  'schemas',
  'reports/report.schema.json',
  'scripts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
];

if (options['if-needed'] && upToDate([...CODE, ...REST], stamp)) process.exit(0);
if (options.bundle && upToDate(REST, stamp)) {
  if (!upToDate(CODE, bundled)) await bundle();
  process.exit(0);
}

rmSync(dist, { recursive: true, force: true });
const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
const tsc = [join(typescript, 'bin', 'tsc'), '-p', join(root, 'tsconfig.build.json')];
execFileSync(process.execPath, [...tsc, '--outDir', dist], { cwd: root, stdio: 'inherit' });
const STYLES = [
  'src/report/html/page.css',
  'src/report/html/browser.js',
  'src/board/board.css',
  'src/explain/list.css',
  'src/explain/list.js',
];
for (const data of ['specs', 'schemas', 'reports/report.schema.json', ...STYLES]) {
  cpSync(join(root, data), join(dist, data), { recursive: true });
}
const { mistakesInChapters } = await built('src/surfaces/check-chapters.js');
const mistakes = mistakesInChapters();
if (mistakes.length > 0) {
  console.error(mistakes.join('\n'));
  process.exit(1);
}
const { prepareSpecs } = await built('src/contract/prepare.js');
const { SURFACES } = await built('src/surfaces/index.js');
const { documentsOf } = await built('src/input/registrations.js');
prepareSpecs(await documentsOf(SURFACES), pathToFileURL(join(dist, 'specs', '/')));
const { validatorsCode } = await built('src/input/check.js');
writeFileSync(join(dist, 'schemas', 'validators.cjs'), validatorsCode());
const { guardCode } = await built('src/report/schema.js');
writeFileSync(join(dist, 'schemas', 'report-guard.cjs'), guardCode());
for (const file of readdirSync(dist, { recursive: true }))
  if (/^(specs|schemas)\b.*\.cjs$/.test(file)) await inlineLibraries(join(dist, file));
await bundle();
writeFileSync(stamp, '');

function built(file) {
  return import(pathToFileURL(join(dist, file)).href);
}

/** Makes a compiled validator independent of installed packages: an image of the command line has none. */
async function inlineLibraries(file) {
  if (!readFileSync(file, 'utf8').includes('require("ajv')) return;
  const build = await rolldown({ input: file, platform: 'node', external: /^\.\// });
  const minify = { compress: false, mangle: false, codegen: true };
  await build.write({ file, format: 'cjs', minify });
  await build.close();
}

/** Bundles the command line and its libraries into few files, which load in half the time of many small ones. */
async function bundle() {
  const input = join(root, 'src', 'command-line.ts');
  const alias = {
    undici$: join(root, 'scripts', 'undici.js'),
    './client-h2.js': join(root, 'scripts', 'no-http2.cjs'),
  };
  const dir = join(dist, 'src', 'bundle');
  rmSync(dir, { recursive: true, force: true });
  // Some commands import such a module at once, others on demand.
  const checks = { ineffectiveDynamicImport: false };
  const platform = 'node';
  const plugins = [{ name: 'ascii', generateBundle: inAscii }];
  const resolve = { alias };
  const build = await rolldown({ input, platform, tsconfig: true, resolve, checks, plugins });
  // Node.js keeps the compiled code of CommonJS only.
  const format = 'cjs';
  const { output: chunks } = await build.generate({ format });
  // A program registers its surfaces before it loads the modules that list them.
  const before = modulesOf('command-line', chunks);
  const always = new Set([...modulesOf('main', chunks), ...modulesOf('streams', chunks)]);
  // The folder is as deep as src/contract/, so that the code finds its data at the same place.
  const { output } = await build.write({
    dir,
    format,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // Few files load fast: one has what every command needs, another what most commands need.
    codeSplitting: {
      groups: [
        { name: 'surfaces', test: (id) => before.has(id), priority: 2 },
        { name: 'start', test: (id) => always.has(id), priority: 1 },
        {
          name: 'kit',
          test: /\/src\/(cli\/(?!commands)|contract|evidence|exchange|input|judge|leftovers|model|output|plan|run|shards)|\/src\/report\/(terminal\/)?[a-z-]+\.ts$/,
          minShareCount: 3,
        },
      ],
    },
  });
  await build.close();
  const cli = await rolldown({ input: join(root, 'src', 'cli.ts'), platform, tsconfig: true });
  await cli.write({ dir });
  await cli.close();
  chmodSync(join(dir, 'cli.js'), 0o755);
  cpSync(join(root, 'scripts', 'command-line.d.cts'), join(dir, 'command-line.d.cts'));
  writeFileSync(
    join(dir, 'LICENSES.txt'),
    licences(output.flatMap((chunk) => chunk.moduleIds ?? [])),
  );
  writeFileSync(bundled, '');
}

/** The modules of a chunk and of all chunks that it imports. */
function modulesOf(name, chunks) {
  const files = new Set([chunks.find((chunk) => chunk.name === name).fileName]);
  const modules = new Set();
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    for (const imported of chunk?.imports ?? []) files.add(imported);
    for (const id of chunk?.moduleIds ?? []) modules.add(id);
  }
  return modules;
}

/** V8 keeps a file with any other character in twice the memory, and reads it more slowly. */
function inAscii(_, output) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  for (const chunk of Object.values(output))
    if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[\u0080-\uffff]/g, escaped);
}

/** The licences of the libraries in these modules; the bundle must include them. */
function licences(modules) {
  const folders = modules.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))]
    .map((folder) => {
      const { name, version, license } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
      return `${name} ${version} (${license})\n\n${text}\n`;
    })
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

function isNoTest(name) {
  return !name.endsWith('.test.ts');
}

function upToDate(sources, made) {
  const time = statSync(made, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources.every((source) => newest(join(root, source)) < time);
}

/** The time of the latest change in a file or folder. Removing a file changes its folder. Tests are not built. */
function newest(path) {
  const stats = statSync(path);
  const entries = stats.isDirectory() ? readdirSync(path).filter(isNoTest) : [];
  return Math.max(stats.mtimeMs, ...entries.map((entry) => newest(join(path, entry))));
}
