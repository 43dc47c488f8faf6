/** A registry that lacks operations: all formats, the badges and the exit code show this. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Printed, printed } from '../../test/printed.ts';
import { relay } from '../../test/tiny-surface.ts';
import type { Running } from '../model/registration.ts';
import { startRegistry } from '../reference/registry.ts';

const MISSING = 'allocation-v1: 2 of 3 operations are not served: execute-transfer, cancel';
const OFFERED = ['allocation-v1', 'allocation-instruction-v1'];
/** The paths of a registry that serves two operations. */
const TWO = /\/allocations\/v1\/[^/]+\/choice-contexts\/withdraw$|\/v1\/allocation-factory$/;

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder with the fixtures of a registry. */
function folderFor({ allocations, reassigning, choiceArguments }: Running['fixtures']): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  folders.push(folder);
  writeFileSync(
    join(folder, 'f.yaml'),
    JSON.stringify({ allocations, reassigning, choiceArguments }),
  );
  return folder;
}

/** Runs the kit against a registry that serves only these paths; the report has its own folder. */
async function ran(
  served: RegExp,
  faults: readonly string[],
  ...options: readonly string[]
): Promise<Printed & { readonly folder: string }> {
  const { url: whole, fixtures, close } = await startRegistry({ faults });
  const { url } = await relay(whole, ({ path }) =>
    served.test(path) ? undefined : { status: 404, body: { error: 'no such path' } },
  );
  const folder = folderFor(fixtures);
  const out = join(folder, 'out');
  const args = ['run', 'registry', url.href, '-F', join(folder, 'f.yaml'), '--runs', '1'];
  const done = await printed(...args, '--out', out, ...options).finally(close);
  return { ...done, folder: out };
}

describe('a registry with two of four operations', { timeout: 60_000 }, () => {
  let run: Awaited<ReturnType<typeof ran>>;
  const file = (name: string): string => readFileSync(join(run.folder, name), 'utf8');

  // The later tests check the report of this run.
  it('is not certified', async () => {
    run = await ran(TWO, [], '--certify');
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(
      /\nNot certified: .*allocation-v1: 2 of 3 operations are not served/,
    );
    expect(run.stdout).not.toContain('Conforms');
  });

  it.each(['summary.md', 'junit.xml', 'ctrf.json', 'assay.sarif', 'badge.json'])(
    'says so in %s',
    (name) => {
      expect(file(name)).toContain(MISSING);
    },
  );

  it('states on the screen and on the page that it is not certified', () => {
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(`Partly served: ${MISSING}`);
    expect(run.stdout).toMatch(
      /allocation-v1 1\.1\.0 +2 of 3 operations not served +\d+ of \d+ passed +0 problems/,
    );
    const page = file('report.html');
    expect(page).toContain(MISSING);
    expect(page).not.toContain('Nothing was left out');
    expect(page).toContain('<h1>Partly served</h1>');
  });

  it('has a badge for each API', () => {
    const badge = (name: string): object => JSON.parse(file(name)) as object;
    expect(badge('badge.json')).toMatchObject({ color: 'lightgrey' });
    expect(badge('badge-allocation-v1.json')).toMatchObject({
      color: 'lightgrey',
      message: expect.stringContaining(MISSING),
    });
    expect(badge('badge-allocation-instruction-v1.json')).toMatchObject({
      color: 'brightgreen',
      message: expect.stringMatching(/^allocation-instruction-v1 1\.0\.0 · conforming, /),
    });
  });

  it('is signed as incomplete, and verified with each API', async () => {
    const key = join(run.folder, '..', 'k');
    await printed('keygen', '--out', key);
    const signed = await printed('sign', run.folder, '--key', key);
    expect(signed.stdout).toContain(
      `as FAILED, because not every operation is served (${MISSING})`,
    );
    const verified = await printed('verify', run.folder, '--key', `${key}.pub`);
    expect(verified.stderr).toBe('');
    expect(verified.stdout).toContain(
      '\nAPI:       allocation-v1 1.1.0: 2 of 3 operations not served',
    );
    const { payload } = JSON.parse(file('attestation.dsse.json')) as { payload: string };
    const statement = JSON.parse(Buffer.from(payload, 'base64').toString()) as {
      predicate: { configuration: { name: string }[] };
      subject: { name: string }[];
    };
    const { configuration } = statement.predicate;
    expect(configuration.filter(({ name }) => OFFERED.includes(name))).toMatchObject([
      {
        name: 'allocation-v1',
        annotations: { result: 'partial', notServed: ['execute-transfer', 'cancel'] },
      },
      { name: 'allocation-instruction-v1', annotations: { result: 'conforming' } },
    ]);
    expect(statement.subject.map(({ name }) => name)).toContain('badge-allocation-v1.json');
  });

  it('is judged again from its evidence with the same result', async () => {
    const { stdout } = await printed('judge', run.folder);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(MISSING);
  });
});

describe('a certificate of single APIs', { timeout: 60_000 }, () => {
  it.each<[string, RegExp, readonly string[], readonly string[], number]>([
    ['one that conforms', TWO, [], ['--certify', 'allocation-instruction-v1'], 0],
    ['one that lacks operations', TWO, [], ['--certify', 'allocation-v1'], 2],
    ['one of two', TWO, [], ['--certify', 'allocation-v1,allocation-instruction-v1'], 2],
    ['all that is selected', TWO, [], ['--api', 'allocation-instruction-v1', '--certify'], 0],
    [
      'one beside a failure',
      TWO,
      ['withdraw-not-served'],
      ['--certify', 'allocation-instruction-v1'],
      0,
    ],
  ])('of %s', async (_, served, faults, options, code) => {
    const run = await ran(served, faults, ...options);
    expect(run.code, run.stdout + run.stderr).toBe(code);
    expect(/\nCertified: allocation-instruction-v1 1\.0\.0\.\n/.test(run.stdout)).toBe(code === 0);
    expect(/\nNot certified: /.test(run.stdout)).toBe(code !== 0);
  });

  it('and a run of one API leave no badge of another API behind', async () => {
    const { url, fixtures, close } = await startRegistry();
    const folder = folderFor(fixtures);
    const out = join(folder, 'out');
    const args = [
      'run',
      'registry',
      url,
      '-F',
      join(folder, 'f.yaml'),
      '--runs',
      '1',
      '--out',
      out,
    ];
    await printed(...args);
    expect(existsSync(join(out, 'badge-allocation-v1.json'))).toBe(true);
    await printed(...args, '--api', 'allocation-instruction-v1').finally(close);
    expect(existsSync(join(out, 'badge-allocation-v1.json'))).toBe(false);
    const { contract } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as {
      contract: { id: string }[];
    };
    expect(contract.map(({ id }) => id)).toEqual(['allocation-instruction-v1']);
  });
});
