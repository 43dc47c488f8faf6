/** Failures of the reference servers, and how a report reproduces them. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import picomatch from 'picomatch';
import { expect, onTestFinished } from 'vitest';
import { type Reproduction, rulesIn, type Surface, type Verdict } from '../src/model/index.ts';
import { everyNth, responding, without } from '../src/reference/registry/fault.ts';
import type { Change } from '../src/reference/registry/steps.ts';
import { type RunningRegistry, startRegistry } from '../src/reference/registry.ts';
import { type RunOptions, run } from '../src/run/run.ts';
import { registry } from '../suites/registry/index.ts';

type Server = { readonly faults?: readonly string[]; readonly change?: Change };

/** Starts a registry for the running test. */
export async function started(options: Server): Promise<RunningRegistry> {
  const server = await startRegistry(options);
  onTestFinished(server.close);
  return server;
}

/** The failures of these requirements on a server. */
export async function failures(
  options: Server,
  only: string,
): Promise<{ readonly server: RunningRegistry; readonly failed: readonly Verdict[] }> {
  const server = await started(options);
  const { url, fixtures } = server;
  return { server, failed: await failuresAt(registry(), only, { url, fixtures }) };
}

/** The failures of these requirements on a server that runs. */
export async function failuresAt(
  surface: Surface,
  only: string,
  {
    url,
    ...options
  }: Pick<RunOptions, 'fixtures' | 'headers' | 'hunt' | 'allowed'> & { readonly url: string },
): Promise<readonly Verdict[]> {
  const requirements = rulesIn(surface).filter((r) => picomatch(only)(r.id));
  const { report } = await run({
    surface: { ...surface, requirements },
    url: new URL(url),
    seed: 1,
    runs: 20,
    timeoutMs: 2000,
    ...options,
  });
  expect(report.run.requests).toBeLessThanOrEqual(report.run.ceiling);
  return report.verdicts.filter((v) => v.outcome === 'failed');
}

export const reproductionOf = (verdict: Verdict | undefined): Reproduction | undefined =>
  verdict?.counterexample?.reproduction;

/** Expects that a failure of one response in n, counted from `from`, fails the requirement with its share. */
export async function expectShare(n: number, from: number): Promise<void> {
  const isDue = everyNth(n);
  for (let counted = 0; counted < from; counted++) isDue();
  const change = responding((document) =>
    isDue() ? without(document, 'disclosedContracts') : document,
  );
  const { failed } = await failures({ change }, '*/allocation-v1/withdraw/response-shape');
  const found = reproductionOf(failed[0]);
  const again = { count: found?.failed ?? 0, of: found?.runs ?? 0 };
  expect(again.count === 0 || again.count < again.of).toBe(true);
  const { count, of } = failed[0]?.share ?? again;
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThan(of);
  expect(failed[0]?.note).toMatch(/^(intermittent|it failed in|it fails when)/);
}

/** The output of the last line; a shell runs each line against another server. */
async function lastPrinted(lines: readonly string[], from: string, to: string): Promise<string> {
  let printed = '';
  for (const line of lines) {
    const { stdout } = await promisify(execFile)('bash', [
      '--norc',
      '-c',
      line.replaceAll(from, to),
    ]);
    printed = stdout;
  }
  return printed;
}

export async function lastStatus(...run: Parameters<typeof lastPrinted>): Promise<number> {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await lastPrinted(...run))?.[1]);
}

export async function lastBody(...run: Parameters<typeof lastPrinted>): Promise<unknown> {
  return JSON.parse(await lastText(...run));
}

export async function lastText(...run: Parameters<typeof lastPrinted>): Promise<string> {
  const printed = await lastPrinted(...run);
  return printed.slice(printed.indexOf('\r\n\r\n') + 4);
}
