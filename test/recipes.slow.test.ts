/** Runs the shell lines of the recipes in docs/ci.md with the built command line and reference registries. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { startRegistry } from '../src/reference/registry.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { type Block, blocksOf, CI_PAGE, systemOf } from './recipes.ts';

vi.setConfig({ testTimeout: 120_000 });

/** `.ci/run` installs the package from the file of `npm pack`. */
const INSTALL = /^npm install --no-save \.\/assay-[\d.]+\.tgz$/;
const BLOCKS = blocksOf(CI_PAGE);

/** The recipes name no API, and a run of one writes the same files. */
const ONE_API = '--api allocation-v1';

interface Job {
  readonly steps?: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly id?: string;
  }[];
  readonly script?: readonly string[];
  readonly parallel?: number;
}

let file: string;
beforeAll(() => {
  const cli = buildCli();
  file = cli.file;
  return () => cli.remove();
}, 60_000);

function block(system: string, part: string): Block {
  const found = BLOCKS.find((one) => systemOf(one) === system && one.text.includes(part));
  if (found === undefined) throw new Error(`docs/ci.md has no recipe for ${system} with ${part}`);
  return found;
}

/**
 * Starts the installed command as npx does, which takes longer to load than a run; `.ci/run` uses the real one. A run gets
 * these options too.
 */
const npx = (options: string): string =>
  `#!/bin/sh\nshift\n[ "$2" = run ] && set -- "$@" ${options}\nexec node_modules/.bin/"$@"\n`;

/** A folder with a working `npx --no-install assay`, and the fixtures of a registry with these faults. */
async function workspace(faults: readonly string[] = [], options = `--profile quick ${ONE_API}`) {
  const server = await startRegistry({ faults });
  const cwd = folderWith({
    'fixtures.yaml': stringify(server.fixtures),
    // The recipes leave out the settings of a checkout.
    'assay.yaml': 'fixtures: {command: [touch, ran]}\nout: elsewhere\n',
  });
  mkdirSync(join(cwd, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(file, join(cwd, 'node_modules', '.bin', 'assay'));
  writeFileSync(join(cwd, 'node_modules/.bin/npx'), npx(options), { mode: 0o755 });
  const PATH = `${join(cwd, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { REGISTRY_URL: server.url, REGISTRY_TOKEN: 'a-token', PATH };
  return { cwd, env, close: () => server.close() };
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs a script like the CI systems: it ends with the first command that fails. */
function shell(script: string, { cwd, env }: Place, program = 'bash') {
  const child = spawn(program, ['-e', '-c', script], {
    cwd,
    env: { ...process.env, GITHUB_ACTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

function withoutInstall(lines: readonly string[]): readonly string[] {
  const left = lines.filter((line) => !INSTALL.test(line.trim()));
  expect(left.length).toBe(lines.length - 1);
  return left;
}

/** Scripts of a recipe for one machine, without the installation. */
const SINGLE: Readonly<Record<string, () => readonly string[]>> = {
  gitlab: () => {
    const jobs = parse(block('gitlab', '--token-env').text) as Readonly<Record<string, Job>>;
    return [withoutInstall(jobs['conformance']?.script ?? []).join('\n')];
  },
  azure: () => {
    const { steps } = parse(block('azure', 'script').text) as {
      readonly steps: readonly { readonly script?: string }[];
    };
    return withoutInstall(steps.flatMap(({ script }) => script ?? []));
  },
  jenkins: () =>
    withoutInstall(
      [...block('jenkins', 'pipeline').text.matchAll(/^\s*sh '(.*)'$/gm)].map(
        ([, line = '']) => line,
      ),
    ),
};

it.each(Object.keys(SINGLE))('the lines for %s pass, fail and leave a report', async (system) => {
  const scripts = SINGLE[system]?.() ?? [];
  for (const [faults, wanted] of [
    [[], 0],
    [['flag-by-truthiness'], 1],
  ] as const) {
    const place = await workspace(faults);
    const codes: (number | null)[] = [];
    for (const script of scripts) codes.push((await shell(script, place, 'sh')).code);
    expect(codes).toEqual([wanted]);
    for (const name of ['report.html', 'report.json', 'junit.xml'])
      expect(existsSync(join(place.cwd, 'reports/latest', name))).toBe(true);
    expect(existsSync(join(place.cwd, 'ran'))).toBe(false);
    await place.close();
  }
});

it('the lines for any shell print the meaning of the exit code', async () => {
  const script = block('shell', 'case $code').text.replace(/^npm install .*\n/, '');
  const good = await workspace();
  const passed = await shell(script, good);
  expect([passed.code, passed.output]).toEqual([0, expect.stringMatching(/^no MUST failed$/m)]);
  await good.close();
  const bad = await workspace(['flag-by-truthiness']);
  const { code, output } = await shell(script, bad);
  expect([code, output]).toEqual([1, expect.stringContaining('a MUST failed: see')]);
  await bad.close();
});

it('the filter for code scanning keeps only failures', async () => {
  const [{ run } = { run: '' }] = parse(block('github', 'jq').text) as readonly { run: string }[];
  const place = await workspace(['flag-by-truthiness']);
  await shell(
    'npx --no-install assay run registry "$REGISTRY_URL" --no-config -F fixtures.yaml --quiet',
    place,
  );
  try {
    execFileSync('jq', ['--version']);
  } catch {
    // The jq filter is skipped if the machine has no jq.
    await place.close();
    return;
  }
  expect((await shell(run, place)).code).toBe(0);
  const { runs } = JSON.parse(readFileSync(join(place.cwd, 'alerts.sarif'), 'utf8'));
  const kinds = new Set(runs[0].results.map(({ kind }: { kind: string }) => kind));
  expect([...kinds]).toEqual(['fail']);
  await place.close();
});

function jobsOf(system: string, part: string): Readonly<Record<string, Job>> {
  const value = parse(block(system, part).text);
  return value.jobs ?? value;
}

it.each(['github', 'gitlab'])('the shards of %s are merged to one report', async (system) => {
  const { shard, conformance } = jobsOf(system, '--shard');
  const linesOf = (job: Job | undefined): readonly string[] =>
    withoutInstall(job?.script ?? job?.steps?.flatMap(({ run }) => run ?? []) ?? []);
  const place = await workspace([], ONE_API);
  for (const part of ['1', '2', '3']) {
    const env = { ...place.env, CI_NODE_INDEX: part, CI_NODE_TOTAL: '3' };
    const script = linesOf(shard)
      .join('\n')
      .replaceAll(/\$\{\{ matrix\.part \}\}/g, part);
    expect(script).not.toMatch(/\$\{\{/);
    expect((await shell(script, { ...place, env })).code).toBe(0);
  }
  const merged = await shell(linesOf(conformance).join('\n'), place);
  expect([merged.code, merged.output]).toEqual([0, expect.stringMatching(/Conforms/i)]);
  expect(existsSync(join(place.cwd, 'reports/latest/report.html'))).toBe(true);
  await place.close();
});

it('the nightly job publishes its report and the board', async () => {
  const { nightly } = jobsOf('github', 'assay board');
  const lines = withoutInstall(nightly?.steps?.flatMap(({ run }) => run ?? []) ?? []);
  const [run = '', publish = '', fail] = lines;
  expect([lines.length, fail]).toEqual([3, 'exit 1']);
  const place = await workspace(['flag-by-truthiness']);
  const git = (cwd: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
      ...{ cwd, encoding: 'utf8' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const remote = folderWith({});
  git(remote, 'init', '--bare', '--initial-branch', 'conformance');
  git(place.cwd, 'clone', remote, 'site');
  const site = join(place.cwd, 'site');
  git(site, 'checkout', '-B', 'conformance');
  git(site, 'commit', '--allow-empty', '--message', 'first');
  git(site, 'push', '--set-upstream', 'origin', 'conformance');

  expect((await shell(run, place)).code).toBe(1);
  const published = await shell(publish, place);
  expect([published.code, published.output]).toEqual([
    0,
    expect.stringContaining('The target does not conform'),
  ]);
  const files = git(remote, 'ls-tree', '-r', '--name-only', 'conformance').trim().split('\n');
  expect(files).toEqual([
    'index.html',
    expect.stringMatching(/^nightly\/\d{4}-\d\d-\d\d\/report\.html$/),
    expect.stringMatching(/^nightly\/\d{4}-\d\d-\d\d\/report\.json$/),
  ]);
  writeFileSync(join(place.cwd, 'index.html'), git(remote, 'show', 'conformance:index.html'));
  expect(readFileSync(join(place.cwd, 'index.html'), 'utf8')).toContain(`href="${files[1]}"`);
  await place.close();
});
