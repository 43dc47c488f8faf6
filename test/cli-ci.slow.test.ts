/** A large CI with the command line: shards, merged reports, known failures, comparisons. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import type { Report } from '../src/model/index.ts';
import type { RegistryOptions } from '../src/reference/registry.ts';
import { surfaces } from '../suites/index.ts';
import { folderWith } from './files.ts';
import { type Printed, printed } from './printed.ts';
import { registryFor } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });
const FAULT = 'debug-in-second-contract';
const CAUGHT = 'registry/allocation-v1/withdraw/debug-fields-omitted';
/** Other APIs test nothing more here, and take longer. */
const TWO_APIS = ['--api', 'allocation-v1,allocation-instruction-v1'];
const QUICK = ['--runs', '2', '--seed', '1', '-F', './f.yaml', ...TWO_APIS];

interface Job {
  readonly url: string;
  readonly cwd: string;
}

/** A registry for the running test, and a folder with its fixtures. */
async function job(
  options: RegistryOptions = {},
  files: Record<string, string> = {},
): Promise<Job> {
  const { url, fixtures } = await registryFor(options);
  return { url, cwd: folderWith({ 'f.yaml': stringify(fixtures), ...files }) };
}

/** Runs one command line; a path that starts with `./` is below this folder. */
const assay = (cwd: string, ...args: readonly string[]): Promise<Printed> =>
  printed(...args.map((arg) => (arg.startsWith('./') ? join(cwd, arg) : arg)));

const reportAt = (cwd: string, folder: string): Report =>
  JSON.parse(readFileSync(join(cwd, folder, 'report.json'), 'utf8')) as Report;

const outcomes = ({ verdicts }: Report): string[] =>
  verdicts.map((v) => `${v.requirement} ${v.outcome} ${v.reason} ${JSON.stringify(v.findings)}`);

describe('shards', () => {
  it('are run and merged into the report of an undivided run, with its exit code', async () => {
    const { url, cwd } = await job({ faults: [FAULT] });
    const run = (...more: string[]): Promise<Printed> =>
      assay(cwd, 'run', 'registry', url, ...QUICK, ...more);
    const whole = await run('--out', './whole');
    const first = await run('--shard', '1/2', '--out', './a');
    const second = await run('--shard', '2/2', '--out', './b');
    expect([whole.code, first.code, second.code]).toContain(1);
    const merged = await assay(cwd, 'merge', './b', './a', '--out', './m');
    expect(merged.stderr).toBe('');
    expect(merged.code).toBe(1);
    expect(merged.stdout).toContain(`Report: ${join(cwd, 'm/report.html')}`);
    expect(outcomes(reportAt(cwd, 'm'))).toEqual(outcomes(reportAt(cwd, 'whole')));
    const { run: effort, summary, result } = reportAt(cwd, 'm');
    expect(effort.profile).toBe('full');
    expect({ summary, result }).toEqual({
      summary: reportAt(cwd, 'whole').summary,
      result: 'nonconforming',
    });
    expect(
      (await assay(cwd, 'compare-reports', './whole/report.json', './m/report.json')).code,
    ).toBe(0);
    const onto = await assay(cwd, 'merge', './b', './a', '--out', './b/');
    expect(onto.stderr).toMatch(/--out .*\/b\/: it is the folder of a shard/);
    expect(onto.code).toBe(3);
    const alone = await assay(cwd, 'merge', './a', '--out', './n');
    expect(alone).toMatchObject({ code: 3, stdout: '' });
    expect(alone.stderr).toContain('shard 2/2 is missing');
  });

  it('of a conforming server are certified together, and not one by one', async () => {
    const { url, cwd } = await job({}, { 'assay.yaml': 'certify: true\n' });
    const settings = ['--config', './assay.yaml'];
    for (const shard of ['1/2', '2/2']) {
      const args = [
        'run',
        'registry',
        url,
        ...QUICK,
        ...settings,
        '--shard',
        shard,
        '--out',
        `./${shard[0]}`,
      ];
      expect(await assay(cwd, ...args)).toMatchObject({ code: 0 });
      expect(await assay(cwd, ...args, '--certify')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('a single shard cannot be certified'),
      });
    }
    const { code, stdout } = await assay(cwd, 'merge', './1', './2', '--certify', '-q');
    expect(stdout).toMatch(/^Conforms: All \d+ mandatory requirements that apply passed\.\n$/);
    expect(code).toBe(0);
  });

  it('a shard without work sends nothing and succeeds, and the others are merged without it', async () => {
    const { url, cwd } = await job();
    const only = ['--only', 'registry/allocation-v1/withdraw/operation-exists'];
    const shard = (n: number): Promise<Printed> =>
      assay(cwd, 'run', 'registry', url, ...QUICK, ...only, '--shard', `${n}/2`, '--out', `./${n}`);
    expect(await shard(1)).toMatchObject({ code: 0 });
    const { code, stdout } = await shard(2);
    expect(stdout).toMatch(/^Shard 2\/2 has no work: /);
    expect(code).toBe(0);
    expect(existsSync(join(cwd, '2'))).toBe(false);
    expect(await assay(cwd, 'merge', './1')).toMatchObject({ code: 0 });
  });

  it.each([
    [['--shard', '1/2', '--seed', 'random'], 'all shards need the same seed. Add --seed'],
    [['--shard', '3/2', '--seed', '1'], '"3/2" is not a shard.'],
    [['--shard', '1/2', '--seed', '1', '--path', 'x'], "cannot be used with option '--path"],
  ])('%j is rejected before anything is sent', async (flags, problem) => {
    const { code, stderr } = await assay(
      folderWith({}),
      ...['run', 'registry', 'http://127.0.0.1:9', ...flags],
    );
    expect(stderr).toContain(problem);
    expect(code).toBe(3);
  });
});

const operation = surfaces['registry']?.()
  .requirements.find((r) => r.id === CAUGHT)
  ?.probes.at(0)?.operation.key;

/** A baseline with one entry. */
const known = (more: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  'b.yaml': stringify([
    {
      requirement: CAUGHT,
      operation,
      owner: 'team registry',
      reason: 'ISSUE-17',
      expires: '2999-12-31',
      ...more,
    },
  ]),
});

describe('a baseline', () => {
  const OUT = ['--out', './reports/latest'];
  const ONLY = [...QUICK, ...OUT, '--only', CAUGHT];
  const run = ({ url, cwd }: Job, ...more: string[]): Promise<Printed> =>
    assay(cwd, 'run', 'registry', url, ...ONLY, '--baseline', './b.yaml', ...more);

  it('lets a known failure pass, and does not change the report', async () => {
    const here = await job({ faults: [FAULT] }, known());
    const { code, stdout } = await run(here);
    expect(stdout).toContain('Does not conform');
    expect(stdout).toContain('\nBaseline: 1 known problem; 1 failed MUST is known.\n');
    expect(stdout).toContain(`~ known ${CAUGHT}: may fail until 2999-12-31. team registry: ISS`);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^0 new problems \(1 known\)\n\n +Failed/);
    const junit = readFileSync(join(here.cwd, 'reports/latest/junit.xml'), 'utf8');
    expect(junit).toContain('failures="0"');
    const page = readFileSync(join(here.cwd, 'reports/latest/report.html'), 'utf8');
    expect(page).toContain('0 new problems (1 known); 1 of 1 mandatory requirement failed.');
    expect(reportAt(here.cwd, 'reports/latest').result).toBe('nonconforming');
    const summary = readFileSync(join(here.cwd, 'reports/latest/summary.md'), 'utf8');
    expect(summary).toMatch(/\n### Baseline\n\n1 known problem; 1 failed MUST is known/);
    const certified = await run(here, '--certify');
    expect(certified.code).toBe(1);
    expect(certified.stdout).toContain('The baseline is not used');
  });

  it('is written by a run, excuses nothing until it is complete, and loses fixed failures', async () => {
    const broken = await job({ faults: [FAULT] });
    const { cwd } = broken;
    const first = await assay(
      cwd,
      'run',
      'registry',
      broken.url,
      ...ONLY,
      '--baseline-write',
      './b.yaml',
    );
    expect(first.stdout).toMatch(
      /\n\S+\/b\.yaml: 1 problem \(1 requirement\) written\. An entry has no effect until/,
    );
    expect(first.code).toBe(1);
    const empty = await run(broken);
    expect(empty.stdout).toMatch(/^ {2}! unfilled .+: has no effect while owner, reason,/m);
    expect(empty.code).toBe(1);
    const again = await run(broken, '--baseline-write', './b.yaml');
    expect(again.stderr).toMatch(/--baseline-write \S+\/b\.yaml: the file already exists\./);
    expect(again.code).toBe(3);

    const file = join(cwd, 'b.yaml');
    const filled = readFileSync(file, 'utf8')
      .replace('expires: ""', 'expires: 2999-12-31')
      .replaceAll('""', 'us');
    writeFileSync(file, filled);
    expect(await run(broken, '--baseline-update')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(filled);
    const { url } = await job();
    const fixed = await run({ ...broken, url }, '--baseline-update');
    expect(fixed.stdout).toContain('b.yaml: 1 requirement removed, because it now passed.\n');
    expect(fixed.code).toBe(0);
    expect(readFileSync(file, 'utf8')).toMatch(/\n\[\s*\]\n$/);
  });

  it('applies to merged shards, too', async () => {
    const here = await job({ faults: [FAULT] }, known());
    const { url, cwd } = here;
    const only = ['--only', `${CAUGHT},registry/allocation-v1/cancel/operation-exists`];
    for (const shard of ['1/2', '2/2']) {
      const args = [...QUICK, ...only, '--shard', shard, '--out', `./${shard[0]}`];
      const baseline = ['--baseline', './b.yaml'];
      expect(await assay(cwd, 'run', 'registry', url, ...args, ...baseline)).toMatchObject({
        code: 0,
      });
    }
    expect(await assay(cwd, 'merge', './1', './2')).toMatchObject({ code: 1 });
    expect(await assay(cwd, 'merge', './1', './2', '--baseline', './b.yaml')).toMatchObject({
      code: 0,
    });
  });
});

describe('two reports', () => {
  it('are compared with 1 after a regression, 0 after a fix, and 3 if one file is no report', async () => {
    const good = await job();
    const bad = await job({ faults: [FAULT] });
    const { cwd } = good;
    const only = ['--only', 'registry/allocation-v1/withdraw/*'];
    await assay(cwd, 'run', 'registry', good.url, ...QUICK, ...only, '--out', './good');
    await assay(cwd, 'run', 'registry', bad.url, ...QUICK, ...only, '--out', './bad');
    const compare = (...args: readonly string[]): Promise<Printed> =>
      assay(cwd, 'compare-reports', ...args);
    const worse = await compare('./good/report.json', './bad/report.json');
    expect(worse.stdout).toMatch(/^Regressed \(1 problem, \d+ requirements?\)\n {2}✗ disclosedCo/m);
    expect(worse.stdout).toContain(`\n      MUST   ${CAUGHT}\n`);
    expect(worse.stdout).toContain('      was passed\n      is  failed: disclosedContracts[].');
    expect(worse.stdout).not.toContain('Warning');
    expect(worse.code).toBe(1);
    const better = await compare('./bad/report.json', './good/report.json', '--json');
    const document = JSON.parse(better.stdout) as Record<string, { requirement: string }[]>;
    expect(document['fixed']?.map((c) => c.requirement)).toContain(CAUGHT);
    expect(document['regressed']).toEqual([]);
    expect(better.code).toBe(0);
    expect((await compare('./good', './good')).code).toBe(0);
    for (const wrong of ['./good/nothing.json', './good/evidence.har']) {
      const { code, stderr } = await compare('./bad/report.json', wrong);
      expect(stderr).toContain(`error: ${join(cwd, wrong)}: `);
      expect(code).toBe(3);
    }
  });
});
