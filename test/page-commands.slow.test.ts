/**
 * Runs every command of README.md and docs/ against reference servers, in a folder with the files that the pages name.
 * A new command needs an entry here only if it has a placeholder. A shell runs what only a shell understands.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { startLedger } from '../src/reference/ledger.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { ROOT } from './as-built.ts';
import { certificateFile, PASSPHRASE } from './certificates.ts';
import { keptCli } from './cli.ts';
import { pageCommands } from './page-commands.ts';

const LIMIT_MS = 60_000;
/** Commands that .ci/run runs, and the text that does so. */
const ELSEWHERE: readonly (readonly [command: RegExp, there: RegExp])[] = [
  [/^npm ci$/, /^npm ci$/m],
  [/^npm ci && npm run demo$/, /^npm run demo /m],
  [/^npm ci && npm test$/, /^npm test$/m],
  [/^npm pack$/, /\$\(npm pack /],
  [
    /^npm install( (--no-save )?\S*assay-[\d.]+tgz)?$/,
    /npm install --no-save "\$scratch\/\$tarball"/,
  ],
  [/^npm run prove$/, /cli\.js prove$/m],
  [/^node cli\.js /, /node own-api\/cli\.js prove pets/],
  [/assay prove --generated$/, /cli\.js prove --generated/],
  [
    / npx vitest run --config /,
    /vitest run --config node_modules\/assay\/dist\/suites\/conformance\./,
  ],
];
/** Commands that cannot run here, and the reason. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'assay run … --watch': 'it needs a terminal; src/watch has tests',
  'npx --no-install assay prove --matrix': 'it takes many minutes; .ci/nightly runs it',
};
/** The values of placeholders in the pages, applied in this order. */
const VALUES: readonly (readonly [written: RegExp, used: string])[] = [
  [/^npm (ci|install) .*\n/gm, ''],
  [/(npx --no-install )?\bassay (?=[a-z-])/g, '"$NODE" "$ASSAY" '],
  [/(npx --no-install )?\bassay$/g, '"$NODE" "$ASSAY"'],
  // A bare command name: its help must exist.
  [/("\$ASSAY" (merge|verify|board|doctor|sign|submit|prove))$/, '$1 --help'],
  [/(init) (URL|\S+)$/, '$1 $REGISTRY_URL --force'],
  [/(compare) URL URL/, '$1 $LEDGER_URL $LEDGER_URL'],
  [/(drift) URL/, '$1 $LEDGER_URL'],
  [/(proxy|doctor|run registry) URL/, '$1 $REGISTRY_URL'],
  [/(run ledger) URL/, '$1 $LEDGER_URL'],
  [/--listen \d+/, '--listen 0'],
  [/--port \d+/, '--port 0'],
  // The server itself: no proxy runs meanwhile.
  [/http:\/\/127\.0\.0\.1:8081(?=\s|$)/g, '$REGISTRY_URL'],
  [/(plan|run) …/, '$1 registry $REGISTRY_URL'],
  [/DIR…/, 'nightly'],
  [/sha256:…/, `sha256:${'ab'.repeat(32)}`],
  // A report of a whole API: the latest is of a part.
  [/(submit entry)/, '$1 --report reports/listed'],
  [/sign --bundle/, 'sign reports/latest --key assay-key --bundle new.zip'],
  [/https:\/\/ledger\.example\.com/g, '$LEDGER_URL'],
  [
    /(https:\/\/registry\.example(\.com)?|http:\/\/127\.0\.0\.1:8080|http:\/\/scan\.localhost:4000)(?=\s|$)/g,
    '$REGISTRY_URL',
  ],
  [/\$\{\{ matrix\.part \}\}/g, '2'],
  // Small runs: these read no settings.
  [/--no-config(?= --fixtures)/, "--no-config --only 'registry/metadata-v1/*/*'"],
  [/'alice::1220…'/g, 'alice::1220aa'],
  [/'bob::1220…'/g, 'bob::1220bb'],
  [/LEDGER_TOKEN=…/g, 'LEDGER_TOKEN=secret'],
];
/** Commands that serve until Ctrl-C, and the output that shows that they are ready. */
const SERVING: readonly (readonly [command: RegExp, ready: RegExp])[] = [
  [/"\$ASSAY" serve /, /responds at http/],
  [/"\$ASSAY" proxy /, /http:\/\/127\.0\.0\.1:\d+/],
];
/** The right exit codes where they differ from 0. */
const CODES: Readonly<Record<string, readonly number[]>> = {
  // The reference registry does not keep this house rule.
  'npx --no-install assay run registry http://127.0.0.1:8080 --fixtures fixtures.yaml --rules registry-rules.yaml':
    [1],
  // The shards and the run are of a selection, and no traffic passed the proxy.
  'npx --no-install assay run registry https://registry.example.com --fixtures fixtures.yaml --certify':
    [2],
  'npx --no-install assay merge shard-* --certify': [2],
  // It ends with 3 at a signed report, as after it has written a product.yaml.
  'npx --no-install assay submit entry': [3],
  'npx --no-install assay proxy URL --listen 8081': [0, 2],
  'npx --no-install assay proxy http://127.0.0.1:8080 --listen 8081 --out reports/wallet': [0, 2],
};

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

const cli = keptCli();
/** Several pages have the same command with different names. */
const results = new Map<string, Promise<Ended>>();
const used = new Set<RegExp | string>();
const commands = pageCommands();
const closing: (() => unknown)[] = [];
let template = '';
let environment: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  const [registry, ledger] = [await startRegistry(), await startLedger()];
  template = mkdtempSync(join(tmpdir(), 'assay-pages-'));
  closing.push(
    () => registry.close(),
    () => ledger.close(),
  );
  closing.push(() => rmSync(template, { recursive: true }));
  environment = {
    NODE: process.execPath,
    ASSAY: join(ROOT, 'dist/src/bundle/cli.js'),
    REGISTRY_URL: registry.url,
    LEDGER_URL: ledger.url,
    REGISTRY_TOKEN: 'secret',
    LEDGER_TOKEN: 'secret',
    KEY_PASSPHRASE: PASSPHRASE,
    CI_NODE_INDEX: '2',
    CI_NODE_TOTAL: '3',
    GITHUB_ACTIONS: '',
  };
  await prepare(stringify(registry.fixtures, { aliasDuplicateObjects: false }));
}, 120_000);
afterAll(async () => {
  cli.remove();
  for (const close of closing) await close();
});

/** Creates the files that the pages name. */
async function prepare(fixtures: string): Promise<void> {
  const files: Readonly<Record<string, string>> = {
    'fixtures.yaml': fixtures,
    // In the form of `serve`, which does not replace other files.
    'example.yaml': `# Fixtures of a reference server of Assay.\n${fixtures}`,
    'wallet.yaml': `# Fixtures of a reference server of Assay.\n${fixtures}`,
    'product.yaml': [
      "name: A registry\nversion: '1'\nvendor: A\nwebsite: https://registry.example",
      'contact: a@registry.example\napis: [metadata-v1]\n',
    ].join('\n'),
    // Small runs, because this tests only the commands.
    'assay.yaml': [
      ...['surface: registry', `url: ${environment['REGISTRY_URL']}`],
      "only: '{registry/metadata-v1/*/*,ledger/version/*}'",
    ].join('\n'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(template, name), text);
  for (const name of ['make-fixtures.mjs', 'wallet.mjs'])
    cpSync(join('docs', name), join(template, name));
  cpSync(certificateFile('authority.pem'), join(template, 'company.pem'));
  for (const name of ['client.pem', 'client.key', 'client.p12'])
    cpSync(certificateFile(name), join(template, name));
  for (const name of ['registry-rules.yaml', 'ledger-rules.yaml'])
    cpSync(join('examples/own-api', name), join(template, name));
  mkdirSync(join(template, 'node_modules'));
  symlinkSync(ROOT, join(template, 'node_modules/assay'));
  for (const folder of ['before', 'after', 'nightly', 'certificates', 'site'])
    mkdirSync(join(template, folder));
  const lines = [
    '"$NODE" "$ASSAY" run --fixtures fixtures.yaml -q',
    ...[1, 2, 3].map((part) => `"$NODE" "$ASSAY" run -q --shard ${part}/3 --out shard-${part}`),
    '"$NODE" "$ASSAY" keygen && cp assay-key.pub release.pub',
    '"$NODE" "$ASSAY" sign reports/latest --key assay-key --bundle report.zip',
    'cp report.zip certificates && cp reports/latest/report.json before.json',
    '"$NODE" "$ASSAY" run registry $REGISTRY_URL --no-config --api metadata-v1 --runs 1 -q --out reports/listed',
    '"$NODE" "$ASSAY" keygen --out reviewer && cp -r reports/listed verification',
    '"$NODE" "$ASSAY" sign reports/listed --key assay-key --product product.yaml',
    '"$NODE" "$ASSAY" sign verification --key reviewer && mkdir entry && cp product.yaml entry',
    '"$NODE" "$ASSAY" submit entry --report reports/listed --key assay-key.pub',
    'cp -r verification entry && mkdir products && cp -r entry products/one',
    'cp before.json after.json && cp before.json before/report.json',
    'cp before.json after/report.json && cp -r reports/latest nightly/one && cp -r nightly site',
  ];
  const { code, output } = await shell(lines.join('\n'), template);
  expect(code === 0 ? '' : output).toBe('');
}

describe('the commands of the pages', () => {
  it('are found', () => {
    expect(commands.length).toBeGreaterThan(40);
    expect(commands.map(({ page }) => page)).toEqual(
      expect.arrayContaining(['README.md', 'docs/ci.md', 'docs/fixtures.md', 'docs/signing.md']),
    );
  });

  it.concurrent.each(commands.map(({ page, text }) => [page, text] as const))(
    '%s: %s',
    async (_page, text) => {
      const [first = ''] = text.split('\n');
      const elsewhere = ELSEWHERE.find(([written]) => written.test(text))?.[0];
      if (elsewhere !== undefined) return void used.add(elsewhere);
      if (text in NOT_RUN) return void used.add(text);
      const command = filled(text);
      expect(command, `no value for a placeholder of ${first}`).not.toMatch(/…|\b(URL|DIR|FILE)\b/);
      const running = results.get(command) ?? inFolder(command);
      results.set(command, running);
      const { code, output } = await running;
      const isRight = (CODES[text] ?? [0]).includes(code ?? -1);
      expect(isRight ? '' : `${command}\nended with ${code}:\n${output}`).toBe('');
    },
    LIMIT_MS,
  );

  it('have few exceptions that are not run, and need each of them', () => {
    const all = [...ELSEWHERE.map(([written]) => written), ...Object.keys(NOT_RUN)];
    expect(all.filter((command) => !used.has(command))).toEqual([]);
    expect(Object.keys(NOT_RUN).length).toBeLessThan(6);
    const parts = ['run', 'pages', 'package', 'proof'];
    const everything = parts.map((part) => readFileSync(`.ci/${part}`, 'utf8')).join('');
    const missing = ELSEWHERE.filter(([, there]) => !there.test(everything));
    expect(missing).toEqual([]);
  });

  it('need each value that replaces a part of them', () => {
    expect(VALUES.map(([written]) => written).filter((written) => !used.has(written))).toEqual([]);
  });
});

/** Runs a command in its own folder. */
async function inFolder(command: string): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  try {
    cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
    // keygen never replaces a key.
    if (/"\$ASSAY" keygen/.test(command))
      for (const name of ['assay-key', 'assay-key.pub']) rmSync(join(folder, name));
    const words = wordsOf(command);
    if (words === undefined) return await shell(command, folder);
    const { code, stdout, stderr } = await cli.run(words, { cwd: folder, env: environment });
    return { code, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The words after `assay`; `undefined` for several commands, and for what only a shell understands. */
function wordsOf(command: string): readonly string[] | undefined {
  const found = /^"\$NODE" "\$ASSAY"((?: +(?:'[^']*'|[\w./:@=,%+$-]+))*)$/.exec(command);
  if (found === null || SERVING.some(([serving]) => serving.test(command))) return undefined;
  const words = found[1]?.match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) =>
    word.startsWith("'")
      ? word.slice(1, -1)
      : word.replaceAll(/\$(\w+)/g, (_, name: string) => environment[name] ?? ''),
  );
}

/** The command with values for its placeholders. */
function filled(text: string): string {
  return VALUES.reduce((command, [written, value]) => {
    const changed = command.replace(written, value);
    if (changed !== command) used.add(written);
    return changed;
  }, text);
}

/** Runs a script, and stops a server as soon as it is ready. */
function shell(script: string, cwd: string): Promise<Ended> {
  const ready = SERVING.find(([command]) => command.test(script))?.[1];
  // `exec` replaces the shell by the server, so that a signal reaches the server.
  const line = ready === undefined ? `set -e\n${script}` : `exec ${script}`;
  const env = { ...process.env, ...environment };
  const child = spawn('bash', ['--norc', '-c', line], { cwd, env, timeout: LIMIT_MS });
  child.stdin.end();
  let output = '';
  let isStopped = false;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (isStopped || ready?.test(output) !== true) return;
      isStopped = child.kill('SIGINT');
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    // A server may get the signal before it handles signals.
    child.on('close', (code, signal) =>
      resolve({ code: isStopped && signal === 'SIGINT' ? 0 : code, output }),
    );
  });
}
