import { PassThrough, Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { allocationApis } from '../../test/allocation-apis.ts';
import { printed } from '../../test/printed.ts';
import { exitCodeOf } from '../cli/exit.ts';
import type { Report } from '../model/index.ts';
import { type RunningRegistry, startRegistry } from '../reference/registry.ts';
import { type RunOptions, run } from '../run/run.ts';
import { Keys } from './keys.ts';
import { watch } from './watch.ts';

vi.setConfig({ testTimeout: 180_000 });

const FAULTS = ['error-named-message', 'get-accepted', 'debug-in-second-contract'];

async function registry(faults: readonly string[], port = 0): Promise<RunningRegistry> {
  // A process that another test starts meanwhile may hold the port for a moment.
  const server = await vi.waitFor(() => startRegistry({ faults, port }));
  onTestFinished(server.close);
  return server;
}

/** A run on a server that has these faults, and a user who watches it. */
async function watched(faults: readonly string[]) {
  const server = await registry(faults);
  const { url, fixtures } = server;
  const surface = await allocationApis();
  // Two operations show each defect as all do.
  const only = 'registry/{allocation-v1/withdraw,allocation-instruction-v1/allocation-factory}/*';
  const options: RunOptions = { surface, url: new URL(url), fixtures, only, seed: 1, runs: 4 };
  const { report } = await run(options);
  const input = new PassThrough();
  let text = '';
  const output = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        text += chunk;
        done();
      },
    }),
    { columns: 80, rows: 24 },
  );
  const keys = new Keys(input);
  const end = watch({ report, options, colour: true, keys, output });
  /** The lines that the screen shows now. */
  const shown = (): readonly string[] =>
    stripVTControlCharacters(text.slice(text.lastIndexOf('\u001b[J') + 3)).split('\n');
  const marks = (): string =>
    shown()
      .flatMap((line) => /^([✓✗!?]) /.exec(line)?.[1] ?? [])
      .join('');
  const until = (wanted: string): Promise<unknown> =>
    vi.waitUntil(
      () => marks() === wanted && shown().some((l) => l.includes('Waiting for')),
      30_000,
    );
  return { server, port: Number(options.url.port), report, input, shown, marks, until, end };
}

const failed = ({ verdicts }: Report): readonly string[] =>
  verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);

it('watch shows problems in green if a restarted server fixed them, and in red if they come back', async () => {
  const { server, port, report, input, shown, until, end } = await watched(FAULTS);
  await until('✗✗!');
  const { size } = new Set(failed(report));
  expect(shown()).toContain(`0 of 3 problems (${size} requirements) fixed.`);
  const restart = async (old: RunningRegistry, faults: readonly string[]) => {
    await old.close();
    await vi.waitUntil(() => shown().some((line) => line.includes('is down')), 10_000);
    return registry(faults, port);
  };
  const second = await restart(server, ['error-named-message']);
  await until('✓✗✓');
  const third = await restart(second, []);
  await until('✓✓✓');
  expect(shown()).toContain('All 3 problems are fixed.');
  await restart(third, ['get-accepted']);
  await until('✓✓!');
  input.write('q');
  const { report: now, runAll } = await end;
  expect(runAll).toBe(false);
  expect(failed(report).length).toBeGreaterThan(failed(now).length);
  expect(failed(now).every((id) => id.endsWith('/rejects-wrong-method'))).toBe(true);
  expect([exitCodeOf(report, false), exitCodeOf(now, false)]).toEqual([1, 0]);
  expect(now.summary.MUST.failed).toBe(0);
});

it('watch sends only failed requests on Enter, and ends on Ctrl-C', async () => {
  const { server, report, input, shown, until, end } = await watched(['error-named-message']);
  await until('✗');
  const before = server.received();
  input.write('\r');
  await vi.waitUntil(() => shown().some((line) => line.startsWith('Repeated at')), 20_000);
  const sent = server.received() - before;
  expect(sent).toBeGreaterThan(failed(report).length);
  expect(sent).toBeLessThan(report.run.requests / 2);
  await until('✗');
  input.write('\u0003');
  expect(failed((await end).report)).toEqual(failed(report));
});

it('watch leaves problems open and fails if the server is gone', async () => {
  const { server, report, input, marks, until, end } = await watched(['error-named-message']);
  await until('✗');
  await server.close();
  input.write('\n');
  await vi.waitUntil(() => marks() === '?', 20_000);
  input.end();
  const { report: now } = await end;
  expect(failed(now)).toEqual(failed(report));
  expect(exitCodeOf(now, false)).toBe(1);
});

it('watch ends for a whole run on a', async () => {
  const { input, shown, until, end } = await watched(['error-named-message']);
  await until('✗');
  expect(shown()).toContain('Enter: repeat the failed requests. a: run everything. q: quit.');
  input.write('a');
  expect((await end).runAll).toBe(true);
  expect(shown()).toContain('Running everything.');
});

it('watch without a terminal is an error before anything is sent', async () => {
  const server = await registry([]);
  const { code, stderr } = await printed('run', 'registry', server.url, '--watch');
  expect(code).toBe(3);
  expect(stderr).toMatch(/^error: --watch needs an interactive terminal.* Leave it out/);
  expect(server.received()).toBe(0);
});
