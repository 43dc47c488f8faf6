import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** The module under test as JavaScript, for separate processes. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-interrupt-'));
  const input = fileURLToPath(new URL('interrupt.ts', import.meta.url));
  const bundled = await rolldown({ input, platform: 'node' });
  await bundled.write({ file: join(folder, 'interrupt.mjs'), format: 'esm' });
  await bundled.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Longer than the time until npm repeats a signal. */
const APART_MS = 800;

/** Starts a process that listens for Ctrl-C and then runs `work`. Returns its output, and a function that ends it. */
function listening(work: string) {
  const module = pathToFileURL(join(folder, 'interrupt.mjs')).href;
  const source = `
    const { listenForInterrupt } = await import(${JSON.stringify(module)});
    const interrupt = listenForInterrupt(() => process.stdout.write('first '));
    await new Promise((resolve) => setTimeout(resolve, 3000));
    process.stdout.write('ready ');
    ${work}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source]);
  let output = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('ready')) resolve();
    });
  });
  const ended = new Promise<{ code: number | null; signal: string | null; after: number }>(
    (resolve) => {
      child.on('exit', (code, signal) => resolve({ code, signal, after: performance.now() }));
    },
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  void ended.then(() => clearTimeout(timer));
  return { child, ready, ended, output: () => output };
}

// Each process waits for seconds before it is ready, so they run together.
describe.concurrent('Ctrl-C', { timeout: 60_000 }, () => {
  it.each([
    ['a busy process', 'for (;;);'],
    ['a process that waits', 'setInterval(() => undefined, 1000);'],
  ])('ends %s the second time, within a second', async (_, work) => {
    const { child, ready, ended } = listening(work);
    await ready;
    child.kill('SIGINT');
    await sleep(APART_MS);
    expect(child.exitCode ?? child.signalCode).toBeNull();
    const second = performance.now();
    child.kill('SIGINT');
    const { signal, code, after } = await ended;
    expect([signal, code]).toContainEqual(signal === null ? 130 : 'SIGINT');
    expect(after - second).toBeLessThan(1000);
  });

  it('a Ctrl-C that npm repeats counts once, and reaches the run', async () => {
    const work =
      'interrupt.signal.addEventListener("abort", () => setTimeout(() => interrupt.release(), 900)); setTimeout(() => undefined, 2500);';
    const { child, ready, ended, output } = listening(work);
    await ready;
    child.kill('SIGINT');
    await sleep(100);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 0 });
    expect(output()).toBe('ready first ');
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'ends a run with a report, and so does %s',
    async (name) => {
      const work =
        'interrupt.signal.addEventListener("abort", () => interrupt.release()); setTimeout(() => undefined, 1500);';
      const { child, ready, ended, output } = listening(work);
      await ready;
      child.kill(name);
      expect(await ended).toMatchObject({ code: 0 });
      expect(output()).toBe('ready first ');
    },
  );

  it('a signal has its usual meaning after release, and keeps no process alive', async () => {
    const gone = listening('interrupt.release();');
    expect(await gone.ended).toMatchObject({ code: 0 });
    const busy = listening('interrupt.release(); setTimeout(() => { for (;;); }, 200);');
    await busy.ready;
    await sleep(500);
    busy.child.kill('SIGINT');
    expect(await busy.ended).toMatchObject({ signal: 'SIGINT' });
  });
});
