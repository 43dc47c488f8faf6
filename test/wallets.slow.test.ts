/** docs/wallets.md: its client behind the proxy gets the report that the page shows, and its table has every rule. */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { serve } from '../src/index.ts';
import { nameOf, type Report } from '../src/model/index.ts';
import { ledger, registry } from '../suites/index.ts';
import { ROOT } from './as-built.ts';
import { buildCli } from './cli.ts';
import { folderWith } from './files.ts';

vi.setConfig({ testTimeout: 60_000 });
const PAGE = readFileSync(join(ROOT, 'docs/wallets.md'), 'utf8');
const cli = buildCli();
afterAll(() => cli.remove());

/** The summary of the client, and its report, after the wallet of the page has spoken through the proxy. */
async function behindProxy(...options: readonly string[]) {
  const server = await serve({ surface: 'registry' });
  onTestFinished(server.close);
  const cwd = folderWith({});
  writeFileSync(join(cwd, 'wallet.yaml'), JSON.stringify(server.fixtures));
  cpSync(join(ROOT, 'docs/wallet.mjs'), join(cwd, 'wallet.mjs'));
  mkdirSync(join(cwd, 'node_modules'));
  symlinkSync(ROOT, join(cwd, 'node_modules/assay'));
  let statuses: Promise<string> | undefined;
  const out = join(cwd, 'wallet');
  const { code, stdout } = await cli.run(['proxy', server.url, '--out', out, '--no-color'], {
    onOutput(text, kill) {
      const [, origin] = /connect to (\S+) instead of/.exec(text) ?? [];
      if (origin === undefined || statuses !== undefined) return;
      statuses = printedBy(cwd, 'wallet.mjs', origin, 'wallet.yaml', ...options);
      void statuses.finally(() => kill('SIGINT'));
    },
  });
  const report = JSON.parse(readFileSync(join(out, 'client/report.json'), 'utf8')) as Report;
  const archive = readFileSync(join(out, 'evidence.har'), 'utf8');
  return { code, stdout, report, archive, statuses: (await statuses) ?? '' };
}

/** What a program prints. Rejects if it fails. */
function printedBy(cwd: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], REGISTRY_TOKEN: 'token-of-the-wallet' };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env }, (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    );
  });
}

const failed = ({ verdicts }: Report) => verdicts.filter(({ outcome }) => outcome === 'failed');

it('the client of the page passes, and its token is in no file', async () => {
  const { code, report, statuses, archive } = await behindProxy();
  expect(statuses.match(/^200 /gm)).toHaveLength(12);
  expect([code, failed(report)]).toEqual([0, []]);
  expect(PAGE).toContain(`: ${report.summary.MUST.passed} MUSTs of the client passed,`);
  expect(archive).toContain('[redacted]');
  expect(archive + JSON.stringify(report)).not.toContain('token-of-the-wallet');
});

it('its mistakes are the problems that the page shows, each with its level, clause and evidence', async () => {
  const { code, stdout, report, statuses } = await behindProxy('--mistakes');
  expect(statuses.match(/^400 /gm)).toHaveLength(6);
  expect(code).toBe(1);
  const shown = PAGE.match(/^[✗!] (MUST|SHOULD) .*$/gm) ?? [];
  expect(shown).toHaveLength(2);
  for (const line of shown) expect(stdout.split('\n')).toContain(line);
  expect(failed(report)).toHaveLength(7);
  for (const one of failed(report)) {
    expect(one).toMatchObject({
      level: /context-is-not-reused$/.test(one.requirement) ? 'SHOULD' : 'MUST',
      clause: expect.stringMatching(/^§2\.1 /),
      evidence: [expect.any(Number)],
      counterexample: { curl: expect.stringMatching(/^curl /) },
    });
  }
});

it('the table of the page has each rule for clients with its level', () => {
  const rules = [registry(), ledger()].flatMap(({ clientRequirements = [] }) => clientRequirements);
  const rows = [...PAGE.matchAll(/^\| `([a-z-]+)` +\| (MUST|SHOULD|MAY) /gm)];
  expect(rows.map(([, name, level]) => `${name} ${level}`).sort()).toEqual(
    [...new Set(rules.map(({ id, level }) => `${nameOf(id)} ${level}`))].sort(),
  );
});
