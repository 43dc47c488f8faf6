/**
 * Runs the steps of action.yml like a runner: with bash, some files, and the inputs as variables. By night, with more ways
 * to name what npm installs.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { plainArchive } from '../src/evidence/archive-file.ts';
import { writeArtefacts } from '../src/output/artefacts.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';
import { byDay } from './nightly.ts';
import { registryFor } from './reference.ts';
import { mixed } from './sample-report.ts';
import { http } from './servers.ts';

interface Step {
  readonly id: string;
  readonly shell: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly [Step, Step] };
}
const action = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8')) as Action;
const [install, run] = action.runs.steps;

vi.setConfig({ testTimeout: 30_000 });

describe('action.yml', () => {
  it('puts every input into a variable of a step, and never into a script', () => {
    const used = action.runs.steps.flatMap(({ env }) =>
      Object.values(env).flatMap((value) => /inputs\.(\w+)/.exec(value)?.[1] ?? []),
    );
    expect(used.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
    expect(action.runs.steps.filter((step) => step.run.includes('${{'))).toEqual([]);
    expect(action.runs.steps.map((step) => step.shell)).toEqual(['bash', 'bash']);
  });

  it('passes the results of the command line on', () => {
    const values = Object.entries(action.outputs).map(([name, { value }]) => [name, value]);
    expect(values).toEqual(
      ['verdict', 'report', 'passed', 'failed'].map((name) => [
        name,
        `\${{ steps.run.outputs.${name} }}`,
      ]),
    );
  });
});

describe('docs/ci.md', () => {
  const page = readFileSync(new URL('../docs/ci.md', import.meta.url), 'utf8');

  it('has example jobs that are YAML and use inputs of the action', () => {
    const blocks = [...page.matchAll(/```yaml\n(.*?)```/gs)].map(([, block = '']) => parse(block));
    const [{ jobs }] = blocks;
    const { with: inputs } = jobs.conformance.steps.find((s: { id?: string }) => s.id === 'assay');
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    expect(Object.keys(inputs).filter((name) => !(name in action.inputs))).toEqual([]);
  });

  it('names every file that a run writes', async () => {
    const folder = folderWith({});
    await writeArtefacts(folder, {
      report: mixed,
      evidence: plainArchive({ log: { entries: [] } }),
    });
    const named = [...page.matchAll(/^\| `([\w.]+)` /gm)].map(([, name]) => name);
    // The process removes the lock when it ends.
    const written = readdirSync(folder).filter((name) => name !== '.assay.lock');
    expect(named.toSorted()).toEqual(written.toSorted());
  });
});

/** Runs a step's script in a folder; returns what it printed and the job's files. */
async function runStep(
  step: Step,
  cwd: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number | null; stdout: string; output: string; summary: string }> {
  const [output, summary] = [join(cwd, 'job-output'), join(cwd, 'job-summary')];
  const none = Object.fromEntries(Object.keys(step.env).map((name) => [name, '']));
  const job = { GITHUB_ACTIONS: 'true', GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary };
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
    cwd,
    env: { ...process.env, ...none, ...job, RUNNER_TEMP: join(cwd, 'temp'), ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  const read = (file: string): string => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return '';
    }
  };
  return { code, stdout, output: read(output), summary: read(summary) };
}

describe('a run in a job', () => {
  const cli = buildCli();
  afterAll(() => cli.remove());

  it('fails with annotations, outputs and a summary when a MUST failed', async () => {
    const server = await registryFor({ faults: ['debug-in-second-contract'] });
    const cwd = folderWith({ 'f.yaml': stringify(server.fixtures) });
    const { code, stdout, output, summary } = await runStep(run, cwd, {
      CLI: cli.file,
      URL: server.url,
      SURFACE: 'registry',
      FIXTURES: 'f.yaml',
      ARGS: '--only\nregistry/{allocation-v1,allocation-instruction-v1}/*/debug-fields-omitted\n--runs=1\r\n\n--seed\n1\n',
    });
    expect(output).toBe(
      'verdict=nonconforming\nreport=reports/latest/report.json\npassed=0\nfailed=4\n',
    );
    expect(stdout).toContain('/debug-fields-omitted; §');
    expect(stdout).toMatch(/^::error title=disclosedContracts\[\]\.debug.*\n$/m);
    const sarif = readFileSync(join(cwd, 'reports/latest/assay.sarif'), 'utf8');
    expect(JSON.parse(sarif).runs[0].results[0]).toMatchObject({
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'specs/registry/rules/2.1-debug-fields.yaml' },
          },
        },
      ],
      webRequest: { method: 'POST' },
      webResponse: { statusCode: 200 },
    });
    expect(summary).toMatch(/^❌ \*\*Does not conform/);
    expect(code).toBe(1);
  });

  it('passes with a conforming server, without options', async () => {
    const server = await registryFor();
    const cwd = folderWith({ 'assay.yaml': 'fixtures: {command: [touch, ran]}\n' });
    const { code, stdout, output } = await runStep(run, cwd, {
      CLI: cli.file,
      URL: server.url,
      SURFACE: 'registry',
      ARGS: '--only=*/*/operation-exists\n--runs=1\n--out=re ports',
    });
    expect(output).toMatch(/^verdict=partial\nreport=re ports\/report\.json\n/);
    expect(stdout).not.toMatch('::error ');
    expect(code).toBe(0);
    expect(existsSync(join(cwd, 'ran'))).toBe(false);
  });

  it('reads a settings file only if the job names it', async () => {
    const server = await registryFor();
    const cwd = folderWith({ 'assay.yaml': 'out: named\n' });
    const { output } = await runStep(run, cwd, {
      ...{ CLI: cli.file, URL: server.url, SURFACE: 'registry', CONFIG: 'assay.yaml' },
      ARGS: '--only=*/*/operation-exists\n--runs=1',
    });
    expect(output).toMatch(/named\/report\.json\n/);
  });
});

/** What is installed, made once: `packed` has a tarball, and `source` is a package that needs another to build itself. */
let made = '';
beforeAll(() => {
  made = mkdtempSync(join(tmpdir(), 'assay-packages-'));
  for (const folder of ['packed', 'source/tool'])
    mkdirSync(join(made, folder), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(made, name), text);
  write('packed/package.json', JSON.stringify({ name: 'assay', version: '9.9.9' }));
  execFileSync('npm', ['pack'], { cwd: join(made, 'packed'), stdio: 'ignore' });
  const scripts = { prepare: 'node node_modules/tool/build.cjs' };
  const needed = { devDependencies: { tool: 'file:tool' }, scripts };
  write('source/package.json', JSON.stringify({ name: 'assay', version: '1.2.3', ...needed }));
  write('source/tool/package.json', JSON.stringify({ name: 'tool', version: '1.0.0' }));
  write('source/tool/build.cjs', `require('node:fs').writeFileSync('built', '');`);
  const lock = ['install', '--package-lock-only', '--ignore-scripts', '--offline'];
  execFileSync('npm', lock, { cwd: join(made, 'source'), stdio: 'ignore' });
});
afterAll(() => rmSync(made, { recursive: true }));

/** A folder with a copy of one of them. */
function copyOf(name: 'packed' | 'source'): string {
  const cwd = folderWith({});
  cpSync(join(made, name), join(cwd, name), { recursive: true });
  return cwd;
}

const installedIn = (cwd: string): string => join(cwd, 'temp/assay/node_modules/assay');
const version = (folder: string): unknown =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: unknown }).version;

/** Starts a host with one release; returns the environment of a job there, and the requests that arrived. */
async function hostWith(
  tarball: string,
): Promise<{ env: Record<string, string>; requested: string[] }> {
  const requested: string[] = [];
  const { origin } = await http((request, response) => {
    requested.push(request.url ?? '');
    const found = request.url === '/some/kit/releases/download/v9.9.9/assay-9.9.9.tgz';
    response.writeHead(found ? 200 : 404).end(found ? readFileSync(tarball) : '');
  });
  return { env: { GITHUB_SERVER_URL: origin, REPOSITORY: 'some/kit' }, requested };
}

describe('what is installed', () => {
  it('is a tarball with a path relative to the folder of the job', async () => {
    const cwd = copyOf('packed');
    const { code, output } = await runStep(install, cwd, { PACKAGE: 'packed/assay-9.9.9.tgz' });
    expect([code, output]).toEqual([0, `cli=${installedIn(cwd)}/dist/src/bundle/cli.js\n`]);
    expect(version(installedIn(cwd))).toBe('9.9.9');
  });

  const RELEASES = [
    ['of the tag of the action', { REF: 'v9.9.9' }],
    ['that is named as a tag', { REF: 'v1.0.0', VERSION: 'v9.9.9' }],
    ['that is named', { REF: 'main', VERSION: '9.9.9' }],
  ] as const;
  it.each(byDay(RELEASES, (_, nth) => nth < 2))('is the release %s', async (_, variables) => {
    const cwd = copyOf('packed');
    const { env, requested } = await hostWith(join(cwd, 'packed/assay-9.9.9.tgz'));
    const { code, output } = await runStep(install, cwd, { ...env, ...variables });
    expect([code, output]).toEqual([0, `cli=${installedIn(cwd)}/dist/src/bundle/cli.js\n`]);
    expect(version(installedIn(cwd))).toBe('9.9.9');
    expect(requested).toHaveLength(1);
  });

  const SOURCES = [
    ['a tag without a release', { REF: 'v0.0.1' }, 1],
    ['the folder of the workflow', { REF: '', REPOSITORY: '' }, 0],
    ['a branch', { REF: 'main' }, 0],
    ['a commit', { REF: '0123456789abcdef0123456789abcdef01234567' }, 0],
  ] as const;
  it.each(byDay(SOURCES, (_, nth) => nth < 2))(
    'is the source where the workflow names %s, also in production',
    async (_, variables, expected) => {
      const cwd = copyOf('packed');
      const source = join(copyOf('source'), 'source');
      const { env, requested } = await hostWith(join(cwd, 'packed/assay-9.9.9.tgz'));
      const { code, output } = await runStep(install, cwd, {
        ...{ ...env, ...variables, GITHUB_ACTION_PATH: source, NODE_ENV: 'production' },
      });
      expect([code, output]).toEqual([0, `cli=${source}/dist/src/bundle/cli.js\n`]);
      expect(readdirSync(source)).toContain('built');
      expect(requested).toHaveLength(expected);
    },
  );

  it('is exactly the version that is named', async () => {
    const cwd = copyOf('packed');
    const { env } = await hostWith(join(cwd, 'packed/assay-9.9.9.tgz'));
    const { code, stdout } = await runStep(install, cwd, { ...env, VERSION: '9.9.8' });
    expect(stdout).toContain('There is no release 9.9.8.');
    expect(code).toBe(1);
  });
});
