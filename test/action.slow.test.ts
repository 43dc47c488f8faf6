/** The steps of action.yml, run as a runner does it: with bash, a few files and the inputs as variables. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { writeArtefacts } from '../src/cli/artefacts.ts';
import { plainArchive } from '../src/record/plain-archive.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { buildCli, type Cli } from './cli.ts';
import { folderWith } from './files.ts';
import { mixed } from './sample-report.ts';

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

  it('shows jobs that are YAML and use inputs that the action has', () => {
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
    expect(named.toSorted()).toEqual(readdirSync(folder).toSorted());
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
  let cli: Cli;
  beforeAll(() => {
    cli = buildCli();
  }, 60_000);
  afterAll(() => cli.remove());

  it('fails with annotations, outputs and a summary when a MUST failed', async () => {
    const server = await startRegistry({ faults: ['debug-in-second-contract'] });
    onTestFinished(() => server.close());
    const cwd = folderWith({ 'f.yaml': stringify(server.fixtures) });
    const { code, stdout, output, summary } = await runStep(run, cwd, {
      CLI: cli.file,
      URL: server.url,
      SURFACE: 'registry',
      FIXTURES: 'f.yaml',
      ARGS: '--only registry/*/debug-fields-omitted\n--runs 1 --seed 1',
    });
    expect(output).toBe(
      'verdict=nonconforming\nreport=reports/latest/report.json\npassed=0\nfailed=4\n',
    );
    const [, token] = /^::stop-commands::(.+)$/m.exec(stdout) ?? [];
    const [quiet, open] = stdout.split(`\n::${token}::\n`);
    expect(quiet).toContain('debug-fields-omitted (§');
    expect(open).toMatch(/^::error title=MUST debug-fields-omitted on withdraw.*\n$/);
    const sarif = readFileSync(join(cwd, 'reports/latest/assay.sarif'), 'utf8');
    expect(JSON.parse(sarif).runs[0].results[0]).toMatchObject({
      level: 'error',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'specs/clauses.yaml' } } }],
      webRequest: { method: 'POST' },
      webResponse: { statusCode: 200 },
    });
    expect(summary).toMatch(/^❌ \*\*Does not conform/);
    expect(code).toBe(1);
  });

  it('passes with a conforming server, and options may be left out', async () => {
    const server = await startRegistry();
    onTestFinished(() => server.close());
    const { code, stdout, output } = await runStep(run, folderWith({}), {
      CLI: cli.file,
      URL: server.url,
      SURFACE: 'registry',
      ARGS: '--only */*/operation-exists --runs 1',
    });
    expect(output).toMatch(/^verdict=partial\n/);
    expect(stdout).not.toMatch('::error ');
    expect(code).toBe(0);
  });
});

it('installs a tarball that is named from the folder of the job', async () => {
  const manifest = JSON.stringify({ name: 'assay', version: '9.9.9' });
  const cwd = folderWith({ 'package.json': manifest });
  mkdirSync(join(cwd, 'packed'));
  execFileSync('npm', ['pack', '--pack-destination', 'packed'], { cwd, stdio: 'ignore' });
  const { code, output } = await runStep(install, cwd, { PACKAGE: 'packed/assay-9.9.9.tgz' });
  expect([code, output]).toEqual([
    0,
    `cli=${join(cwd, 'temp/assay/node_modules/assay/dist/src/bundle/cli.js')}\n`,
  ]);
  const installed = readFileSync(join(cwd, 'temp/assay/node_modules/assay/package.json'), 'utf8');
  expect(JSON.parse(installed)).toMatchObject({ version: '9.9.9' });
});
