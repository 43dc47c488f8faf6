/** The built command line: in a process for each command, or in one that is kept. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './as-built.ts';

const LIMIT_MS = 60_000;
/** Removes variables of the environment that change the output. */
const QUIET = {
  ...{ NODE_EXTRA_CA_CERTS: '', ASSAY_DEBUG: '', GITHUB_ACTIONS: '' },
  ...{ HTTPS_PROXY: '', HTTP_PROXY: '', NO_PROXY: '' },
  ...{ https_proxy: '', http_proxy: '', no_proxy: '' },
};

/** The result of a command line. */
interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Launch {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with all output so far after each new part; it may send signals. */
  readonly onOutput?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The command line as it is published. */
export interface Cli {
  /** Runs the command line. It kills a run that exceeds its time; that run has no code. */
  run(args: readonly string[], launch?: Launch): Promise<Ended>;
  readonly file: string;
  remove(): void;
}

/** The command line of the test build, or another program, with its own home folder. */
export function buildCli(file: string = join(ROOT, 'dist/src/bundle/cli.js')): Cli {
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  return {
    file,
    run: (args, launch = {}) => runCli(file, args, { cwd: home, ...launch }),
    remove: () => rmSync(home, { recursive: true }),
  };
}

/**
 * The same, but one process loads the command line once and runs each command line, which takes half a second less CPU.
 * For tests that look at what a command prints and writes, and not at its process. A command with `onOutput` still gets
 * its own process.
 */
export function keptCli(): Cli {
  const own = buildCli();
  const home = mkdtempSync(join(tmpdir(), 'assay-home-'));
  let child: ChildProcess | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const runKept = async (args: readonly string[], { cwd = home, env }: Launch): Promise<Ended> => {
    child ??= startKept(() => {
      child = undefined;
    });
    const current = child;
    const late = setTimeout(() => current.kill('SIGKILL'), LIMIT_MS);
    const ended = new Promise<Ended>((resolve, reject) => {
      current.once('message', (message) => resolve(message as Ended));
      current.once('exit', () => reject(new Error(`the process of ${args.join(' ')} ended`)));
    });
    current.send({ argv: args, cwd, env: { ...process.env, ...QUIET, ...env } });
    return ended.finally(() => clearTimeout(late));
  };
  return {
    file: own.file,
    run: (args, launch = {}) => {
      if (launch.onOutput !== undefined) return own.run(args, launch);
      const running = last.then(() => runKept(args, launch));
      last = running.catch(() => undefined);
      return running;
    },
    remove: () => {
      child?.kill('SIGKILL');
      own.remove();
      rmSync(home, { recursive: true });
    },
  };
}

function startKept(onExit: () => void): ChildProcess {
  const bundle = join(ROOT, 'dist/src/bundle/command-line.cjs');
  const child = spawn(process.execPath, [join(ROOT, 'test/kept-process.mjs'), bundle], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  // Each command listens for its end.
  child.setMaxListeners(0);
  child.once('exit', onExit);
  return child;
}

function runCli(file: string, args: readonly string[], launch: Launch): Promise<Ended> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: launch.cwd,
    env: { ...process.env, ...QUIET, ...launch.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk;
      launch.onOutput?.(said.stdout + said.stderr, (signal) => child.kill(signal));
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...said }));
  });
}
