/** Runs the built command line against real servers: exit codes, files, and problems during a run. */
import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Report } from '../src/model/index.ts';
import type { RegistryOptions, RunningRegistry } from '../src/reference/registry.ts';
import { buildCli, type Cli, keptCli } from './cli.ts';
import { folderWith } from './files.ts';
import { registryFor } from './reference.ts';
import { http } from './servers.ts';

vi.setConfig({ testTimeout: 30_000 });
let cli: Cli;
/** For what the process does not matter to. */
let kept: Cli;
beforeAll(() => {
  cli = buildCli();
  kept = keptCli();
}, 60_000);
afterAll(() => {
  cli.remove();
  kept.remove();
});

const FILES = [
  'assay.sarif',
  'badge-allocation-instruction-v1.json',
  'badge-allocation-v1.json',
  'badge.json',
  'ctrf.json',
  'evidence.har',
  'junit.xml',
  'report.html',
  'report.json',
  'summary.md',
];
const QUICK = ['--runs', '1', '--seed', '1'];
/** Other APIs test nothing more here, and take longer. */
const TWO_APIS = ['--api', 'allocation-v1,allocation-instruction-v1'];

/** A registry, and a folder for its fixtures and the report. */
async function registry(
  options: RegistryOptions = {},
): Promise<{ server: RunningRegistry; cwd: string }> {
  const server = await registryFor(options);
  return { server, cwd: folderWith({ 'f.yaml': stringify(server.fixtures) }) };
}

function reportIn(cwd: string): Report {
  return JSON.parse(readFileSync(join(cwd, 'reports/latest/report.json'), 'utf8')) as Report;
}

describe('exit codes', () => {
  it('are 0 for a conforming server, with every file in place and plain text', async () => {
    const { server, cwd } = await registry();
    // The output has one more line for fixtures of other APIs.
    const { allocations, reassigning, choiceArguments } = server.fixtures;
    const used = stringify({ allocations, reassigning, choiceArguments });
    writeFileSync(join(cwd, 'f.yaml'), used);
    const args = ['run', 'registry', server.url, '-F', 'f.yaml', '--certify', ...QUICK];
    const { code, stdout, stderr } = await cli.run([...args, ...TWO_APIS], { cwd });
    expect(stdout).toMatch(
      /Conforms: All \d+ mandatory.*\nReport: reports\/latest\/report\.html \(i/,
    );
    expect(stderr).toMatch(
      /^Sending [\d,]+ requests to http:\/\/127\.0\.0\.1:\d+; at most [\d,]+ if something fails \(seed \d+\)\.\n$/,
    );
    expect(stdout + stderr).not.toContain('\u001b');
    expect(readdirSync(join(cwd, 'reports/latest')).sort()).toEqual(['.assay', ...FILES]);
    expect(reportIn(cwd).result).toBe('conforming');
    expect(code).toBe(0);
  });

  it('are 1 if a MUST failed; the case in the report fails again, and passes on a good server', async () => {
    const { server, cwd } = await registry({ faults: ['debug-in-second-contract'] });
    const only = 'registry/allocation-v1/withdraw/debug-fields-omitted';
    const common = ['-F', 'f.yaml', '--only', only, '--no-color'];
    const { code, stdout } = await kept.run(['run', 'registry', server.url, ...common, ...QUICK], {
      cwd,
    });
    expect(stdout).toMatch(
      /✗ MUST {2}1\. disclosedContracts.*\n {2}Rule: +With .*debug-fields-omitted;/,
    );
    expect(code).toBe(1);
    const path = reportIn(cwd).verdicts[0]?.counterexample?.path ?? '';
    const again = ['--seed', '1', '--path', path];
    rmSync(join(cwd, 'reports'), { recursive: true });
    const failing = await kept.run(['run', 'registry', server.url, ...common, ...again], { cwd });
    expect(failing.stdout).toContain(`(${only}; `);
    const conforming = await registryFor();
    const passing = await kept.run(['run', 'registry', conforming.url, ...common, ...again], {
      cwd,
    });
    expect(passing.stdout).toBe(`✓ passed  MUST  ${only}\n`);
    expect([failing.code, passing.code]).toEqual([1, 0]);
    expect(readdirSync(cwd)).toEqual(['f.yaml']);
  });

  it('are 2 if too little is conclusive, unless --min-judged allows it', async () => {
    const { server, cwd } = await registry();
    const common = ['run', 'registry', server.url, ...QUICK, ...TWO_APIS];
    const quiet = await kept.run([...common, '--only', '*/withdraw/accepts-live-id', '-q'], {
      cwd,
    });
    expect(quiet.stdout).toBe(
      'Not fully judged: None of 1 mandatory requirement could be judged. Too little was judged: 0 of 1 planned mandatory requirement, 0%, but --min-judged requires 50%. The most frequent reason: give allocations in the fixtures (1 requirement).\n',
    );
    const few = await kept.run([...common, '-q'], { cwd });
    const passing = await kept.run([...common, '-q', '--min-judged', '20%'], { cwd });
    expect([quiet.code, few.code, passing.code]).toEqual([2, 2, 0]);
    expect(passing.stderr).toBe('');
  });
});

describe('Ctrl-C', () => {
  it('ends the run with a report that is marked as interrupted', async () => {
    const { server, cwd } = await registry({ variants: ['slow'] });
    const args = ['run', 'registry', server.url, '-F', 'f.yaml', '--rate', '40/s', '--seed', '1'];
    const { code, stdout, stderr } = await cli.run(args, {
      cwd,
      onOutput: (text, kill) => {
        if (/^Sending .*\n$/.test(text)) setTimeout(() => kill('SIGINT'), 1500);
      },
    });
    expect(stderr).toMatch('Stopping. A report of what was done follows');
    expect(stdout).toMatch(/, interrupted\)\nReport: /);
    expect(reportIn(cwd).run.interrupted).toBe(true);
    expect(code).toBe(2);
  });
});

it('a run writes no secret to any file, even if the target repeats it', async () => {
  const url = await http((request, response) => {
    response.writeHead(404, {
      'content-type': 'application/json',
      'x-echo': `${request.headers.cookie}`,
    });
    response.end(JSON.stringify({ error: JSON.stringify(request.headers) }));
  });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the configuration's own placeholder
  const headers = ['X-Api-Key: "${KEY}"', 'X-Api-Key: "${KEY}", Authorization: "Basic ${PAIR}"'];
  const basic = Buffer.from('user:passw0rd-6').toString('base64');
  const secrets = { KEY: 'config-k3y-7', TOKEN: 'env-t0ken-8', PAIR: basic };
  for (const [i, more] of [['--token-env', 'TOKEN'], []].entries()) {
    const cwd = folderWith({ 'assay.yaml': `headers: {${headers[i]}}` });
    const args = ['run', 'registry', url.href, ...more, '--only', '*/withdraw/*', ...QUICK];
    const { stdout, stderr } = await kept.run(args, { cwd, env: secrets });
    const folder = join(cwd, 'reports/latest');
    const artefacts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    for (const secret of ['config-k3y-7', 'env-t0ken-8', 'passw0rd-6', basic]) {
      expect([stdout, stderr, ...artefacts].filter((text) => text.includes(secret))).toEqual([]);
    }
    expect(readFileSync(join(folder, 'evidence.har'), 'utf8')).toContain('[redacted]');
  }
});

it('a full stderr changes nothing, a full stdout is reported, and two runs do not share a folder', async () => {
  const { server, cwd } = await registry();
  const only = ['--only', 'registry/allocation-v1/withdraw/*'];
  const args = ['run', 'registry', server.url, '-F', 'f.yaml', ...only, ...QUICK];
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  const quiet = spawnSync(process.execPath, [cli.file, 'run', 'registry', 'http://127.0.0.1:1'], {
    ...{ cwd, stdio: ['ignore', 'ignore', full] },
  });
  expect(quiet.status).toBe(2);
  const listed = spawnSync(process.execPath, [cli.file, 'list', '--json'], {
    ...{ cwd, stdio: ['ignore', full, 'pipe'] },
  });
  expect(String(listed.stderr)).toMatch(/^error: the disk has no space for the output\./);
  expect(listed.status).toBe(3);
  const both = await Promise.all([cli.run(args, { cwd }), cli.run(args, { cwd })]);
  const codes = both.map(({ code }) => code).sort();
  expect(codes).toEqual([0, 3]);
  expect(both.map(({ stderr }) => stderr).join()).toMatch(/process \d+ is writing a report there/);
  expect(readdirSync(join(cwd, 'reports/latest'))).not.toContain('.assay.lock');
});

it('a run that cannot write its report prints the summary, and keeps the old report complete', async () => {
  const { server, cwd } = await registry();
  const only = ['--only', 'registry/allocation-v1/withdraw/{operation-exists,accepts-live-id}'];
  const args = ['run', 'registry', server.url, '-F', 'f.yaml', ...only, ...QUICK];
  await cli.run(args, { cwd });
  const before = readFileSync(join(cwd, 'reports/latest/report.html'), 'utf8');
  const slow = await registry({ variants: ['slow'] });
  writeFileSync(join(cwd, 'f.yaml'), stringify(slow.server.fixtures));
  const again = args.map((arg) => (arg === server.url ? slow.server.url : arg));
  const { code, stdout, stderr } = await cli.run(again, {
    cwd,
    onOutput: (text) => {
      // A file replaces the report folder while the run writes it.
      if (!/^Sending .*\n$/.test(text)) return;
      rmSync(join(cwd, 'reports/latest'), { recursive: true });
      writeFileSync(join(cwd, 'reports/latest'), before);
    },
  });
  expect(stdout).toMatch(/mandatory requirement/);
  expect(stderr).toMatch(/the report folder reports\/latest cannot be written \(ENOTDIR\)/);
  expect(readFileSync(join(cwd, 'reports/latest'), 'utf8')).toBe(before);
  expect(code).toBe(3);
});
