/** Runs the kit in its own process against each hostile behavior. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import type { Report } from '../../src/model/index.ts';
import { type Behavior, startHostile } from './index.ts';

/** The built command line; npm runs scripts in the folder of the package. */
const CLI = 'dist/src/bundle/cli.js';
/** The most seconds of one run. */
const MOST_SECONDS = 30;
const MOST_MEGABYTES = 300;
const AT_ONCE = 2;
/** Writes the peak of memory, in KiB, and the CPU time, in microseconds, when the process ends. */
const USAGE =
  'data:text/javascript,import fs from "node:fs";process.on("exit",()=>{const u=process.resourceUsage();fs.writeSync(3,u.maxRSS+" "+(u.userCPUTime+u.systemCPUTime))})';

export interface HostileRow {
  readonly behavior: string;
  readonly result: string;
  readonly message: string;
  readonly seconds: number;
  /** CPU time of the run, which a busy machine does not change. */
  readonly cpuSeconds: number;
  readonly megabytes: number;
  readonly requests: number;
  /** MUST requirements that passed. */
  readonly passed: number;
  /** The differences from the declared report; empty if there are none. */
  readonly problems: readonly string[];
}

/** Runs the kit against these behaviors, a few at a time. Calls `done` after each. */
export async function runHostile(
  behaviors: readonly Behavior[],
  done: (row: HostileRow) => void,
): Promise<readonly HostileRow[]> {
  const rows: HostileRow[] = [];
  const left = behaviors.entries();
  const work = async (): Promise<void> => {
    for (const [i, behavior] of left) {
      const row = await rowOf(behavior);
      rows[i] = row;
      done(row);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return rows;
}

/** A row of the table. */
export function lineOf(row: HostileRow): string {
  const { behavior, result, message, seconds, cpuSeconds, megabytes } = row;
  const { requests, passed, problems } = row;
  const figures = [
    `${seconds.toFixed(1)} s`.padStart(6),
    `${cpuSeconds.toFixed(1)} s CPU`.padStart(10),
    `${megabytes} MB`.padStart(6),
    `${requests} requests`.padStart(13),
    `${passed} passed`.padStart(11),
  ];
  const mark = problems.length === 0 ? '✓' : `✗ ${problems.join(', ')};`;
  const said = message.replace(/\s+/g, ' ').slice(0, 120);
  return [mark, behavior.padEnd(24), result.padEnd(13), ...figures, said].join(' ');
}

async function rowOf(behavior: Behavior): Promise<HostileRow> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const server = await startHostile(behavior);
  try {
    const fixtures = join(folder, 'fixtures.yaml');
    await writeFile(fixtures, stringify(server.fixtures, { aliasDuplicateObjects: false }));
    const { surface, options = [] } = behavior;
    const out = join(folder, 'out');
    const ran = await kit([
      ...['run', surface, server.url, '--fixtures', fixtures, '--out', out],
      ...options,
    ]);
    const text = await readFile(join(out, 'report.json'), 'utf8').catch(() => undefined);
    const report = text === undefined ? undefined : (JSON.parse(text) as Report);
    return {
      behavior: behavior.id,
      result: report?.result ?? `exit ${ran.code}`,
      message: messageOf(report),
      seconds: ran.seconds,
      cpuSeconds: ran.cpuSeconds,
      megabytes: ran.megabytes,
      requests: server.received(),
      passed: report?.summary.MUST.passed ?? 0,
      problems: problemsOf(behavior, ran, report),
    };
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
}

function messageOf(report: Report | undefined): string {
  const failed = report?.verdicts.filter((v) => v.outcome === 'failed' && v.level === 'MUST') ?? [];
  return failed[0] === undefined
    ? (report?.run.notes[0] ?? '')
    : `${failed.length} failed: ${failed.map((v) => v.requirement).join(', ')}`;
}

function problemsOf(
  { result, says }: Behavior,
  { output, seconds, megabytes }: Ran,
  report: Report | undefined,
): readonly string[] {
  const whole = output + JSON.stringify(report);
  const faults = report?.verdicts.filter(({ reason }) => reason === 'kit-fault').length ?? 0;
  return [
    report?.result !== result && `not ${result}`,
    says !== undefined && !whole.includes(says) && `does not say "${says}"`,
    faults > 0 && `${faults} faults of the kit`,
    seconds > MOST_SECONDS && `over ${MOST_SECONDS} s`,
    megabytes > MOST_MEGABYTES && `over ${MOST_MEGABYTES} MB`,
  ].filter((problem) => typeof problem === 'string');
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

function kit(args: readonly string[]): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--import', USAGE, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    timeout: 4000 * MOST_SECONDS,
    killSignal: 'SIGKILL',
  });
  let [output, usage] = ['', ''];
  for (const [i, stream] of child.stdio.entries()) {
    stream?.on('data', (chunk: Buffer) => {
      if (i === 3) usage += chunk;
      else output += chunk;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      const seconds = (performance.now() - began) / 1000;
      const [peak = 0, cpu = 0] = usage.split(' ').map(Number);
      const megabytes = Math.round(peak / 1024);
      resolve({ code, output, seconds, cpuSeconds: cpu / 1e6, megabytes });
    });
  });
}
