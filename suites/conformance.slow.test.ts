import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningRegistry } from '../src/reference/registry.ts';
import { ledgerFor, registryFor } from '../test/reference.ts';
import { http } from '../test/servers.ts';
import { conformance } from './conformance.ts';
import { fromEnvironment } from './conformance-environment.ts';
import { LEDGER_VERSIONS } from './ledger/versions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const THREE =
  'registry/allocation-v1/withdraw/{debug-fields-omitted,no-null-members,reassignment-is-409}';
const FAULTS = ['flag-ignored', 'null-package-name'];
const SLOW = { timeout: 60_000 };

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-conformance-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('conformance under vitest', SLOW, () => {
  // `.ci/package` runs it at a conforming registry.
  it('fails a MUST with its finding, reports a SHOULD, skips with the reason', async () => {
    const { url, fixtures } = await registry(...FAULTS);
    const { code, output } = await underVitest({ url, fixtures: { ...fixtures, reassigning: [] } });
    expect(output).toMatch(/✓ .*the target can be judged/);
    expect(output).toMatch(/✗ MUST {2}1\. disclosedContracts\[\]\.debug/);
    expect(output).toMatch(
      /Expected: +nothing with excludeDebugFields true\s+Actual: .*\s+At: +\/disclosedContracts/,
    );
    expect(output).toMatch(/curl .*"excludeDebugFields":true/);
    expect(output).toMatch(/✓ .*SHOULD registry\/allocation-v1\/withdraw\/no-null-members/);
    expect(output).toMatch(
      /! SHOULD {2}\d\. Only where contractId is "00[^"]*" \(1 of \d\):\s+disclosedContracts\[\]\.debugPackageName: null/,
    );
    expect(output).toMatch(
      /↓ .*MUST registry\/allocation-v1\/withdraw\/reassignment-is-409.*\[untested, missing-fixture/,
    );
    expect(output).toContain('Tests  1 failed | 2 passed | 1 skipped (4)');
    expect(code).toBe(1);
  });
});

describe('conformance under node:test', SLOW, () => {
  it('passes a conforming registry', async () => {
    const { code, output } = await underNode(await registry());
    expect(output).toMatch(
      /^ok .* MUST registry\/allocation-v1\/withdraw\/debug-fields-omitted: With exclude/m,
    );
    expect(output).toContain('# pass 4');
    expect(code).toBe(0);
  });

  it('fails a MUST, reports a SHOULD, skips with the reason', async () => {
    const { url, fixtures } = await registry(...FAULTS);
    const { code, output } = await underNode({ url, fixtures: { ...fixtures, reassigning: [] } });
    expect(output).toMatch(
      /^not ok .* MUST registry\/allocation-v1\/withdraw\/debug-fields-omitted/m,
    );
    expect(output).toMatch(
      /^# SHOULD registry\/allocation-v1\/withdraw\/no-null-members: Only where contractId is "00[^"]*" \(1 of \d\): disclosedContracts\[\]\.debugPackageName: null.*\.$/m,
    );
    expect(output).toMatch(
      / MUST registry\/allocation-v1\/withdraw\/reassignment-is-409.* # SKIP untested, missing-fixture/,
    );
    expect(output).toMatch(/^# pass 2\n# fail 1\n# cancelled 0\n# skipped 1$/m);
    expect(code).toBe(1);
  });

  it('fails if nothing can be judged', async () => {
    const { code, output } = await underNode({ url: await closed(), fixtures: NONE });
    expect(output).toContain('Nothing could be judged.');
    expect(output).toMatch(/^# pass 0\n# fail 1\n# cancelled 0\n# skipped 3$/m);
    expect(code).toBe(1);
  });
});

describe('conformance', () => {
  it('sends nothing before the first test, and runs once for all tests', async () => {
    let requests = 0;
    const url = await http((_, response) => {
      requests++;
      response.writeHead(404).end();
    });
    const bodies: (() => Promise<void>)[] = [];
    conformance((_, __, body) => bodies.push(() => body({ skip: () => undefined })), {
      surface: 'registry',
      url,
      only: 'registry/allocation-instruction-v1/allocation-factory/operation-exists,registry/allocation-instruction-v1/allocation-factory/requests-get-responses',
      runs: 1,
    });
    expect([bodies.length, requests]).toEqual([3, 0]);
    await bodies[1]?.();
    const afterOne = requests;
    await Promise.all(bodies.map((body) => body().catch(() => undefined)));
    expect(afterOne).toBeGreaterThan(0);
    expect(requests).toBe(afterOne);
  });

  it('fails one test with a fixtures file that cannot be read, and skips the others', async () => {
    const skipped: (string | undefined)[] = [];
    const bodies: (() => Promise<void>)[] = [];
    const skip = (reason?: string): unknown => skipped.push(reason);
    conformance((_, __, body) => bodies.push(() => body({ skip })), {
      surface: 'registry',
      url: 'http://127.0.0.1:1',
      fixtures: 'nowhere.yaml',
      only: 'registry/allocation-v1/withdraw/{operation-exists,requests-get-responses}',
    });
    const ended = await Promise.allSettled(bodies.map((body) => body()));
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    await expect(bodies[0]?.()).rejects.toThrow('nowhere.yaml: cannot be read');
    expect(skipped).toHaveLength(2);
    expect(skipped[0]).toContain('the target can be judged');
  });

  it('checks a ledger of the version that the environment names, with its token', async () => {
    const { url, tokens } = await ledgerFor({
      version: '3.4',
      auth: true,
      faults: ['ledger-end-as-text'],
    });
    const ended = new Map<string, Promise<void>>();
    const skipped: (string | undefined)[] = [];
    const skip = (reason?: string): unknown => skipped.push(reason);
    const options = fromEnvironment({
      ASSAY_URL: url,
      ASSAY_SURFACE: 'ledger',
      ASSAY_CONTRACT: '3.4',
      ASSAY_TOKEN: tokens.auditor,
      ASSAY_ONLY: 'ledger/{ledger-end,version}/response-shape',
      ASSAY_RUNS: '1',
    });
    conformance((name, _, body) => ended.set(name, body({ skip })), options);
    await Promise.allSettled(ended.values());
    const [judged, version, end] = [...ended.values()];
    await expect(judged).resolves.toBeUndefined();
    await expect(version).resolves.toBeUndefined();
    await expect(end).rejects.toThrow('ledger/ledger-end/response-shape');
    expect(skipped).toEqual([]);
  });

  it('rejects a version that the contract does not have', () => {
    const url = 'http://127.0.0.1:1';
    const old = { surface: 'ledger', url, contract: '2.0' } as const;
    expect(() => conformance(() => undefined, old)).toThrow(
      `known versions: ${LEDGER_VERSIONS.join(', ')}`,
    );
    const registry = { surface: 'registry', url, contract: '3.4' } as const;
    expect(() => conformance(() => undefined, registry)).toThrow('the registry has only one');
  });

  it('rejects a selection of no requirement, and an address without a scheme', () => {
    const url = 'http://127.0.0.1:1';
    const nothing = { surface: 'registry', url, only: 'registry/withdrawn/*' } as const;
    expect(() => conformance(() => undefined, nothing)).toThrow(
      'Did you mean registry/allocation-v1/withdraw/*?',
    );
    const address = { surface: 'registry', url: '127.0.0.1:1' } as const;
    expect(() => conformance(() => undefined, address)).toThrow('has no scheme');
  });
});

interface Target {
  readonly url: string;
  readonly fixtures: Partial<RunningRegistry['fixtures']>;
}
const NONE: Target['fixtures'] = { allocations: [], reassigning: [], choiceArguments: [] };

const registry = (...faults: string[]) => registryFor({ faults });

/** The address of a port that no process listens on. */
async function closed(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

interface Ended {
  readonly code: number;
  readonly output: string;
}

function underVitest(target: Target): Promise<Ended> {
  const config = join(root, 'suites', 'conformance.config.ts');
  return child([vitest, 'run', '--config', config], target);
}

function underNode(target: Target): Promise<Ended> {
  const file = join(folder, 'own.test.mjs');
  // The published kit: node:test cannot read TypeScript on every Node version that the kit supports.
  const module = join(root, 'dist', 'suites', 'conformance.js');
  const settings = { surface: 'registry', ...target, only: THREE, seed: 7, runs: 4 };
  writeFileSync(
    file,
    `import { test } from 'node:test';
import { conformance } from ${JSON.stringify(module)};
conformance(test, ${JSON.stringify(settings)});`,
  );
  return child(['--test', '--test-reporter=tap', file], target);
}

function child(args: string[], target: Target): Promise<Ended> {
  const fixtures = join(folder, 'fixtures.json');
  writeFileSync(fixtures, JSON.stringify(target.fixtures));
  const env = {
    PATH: process.env['PATH'],
    NO_COLOR: '1',
    ASSAY_URL: target.url,
    ASSAY_FIXTURES: fixtures,
    ASSAY_ONLY: THREE,
    ASSAY_SEED: '7',
    ASSAY_RUNS: '4',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}
