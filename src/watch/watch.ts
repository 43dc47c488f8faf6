/** After a run: sends again what failed when the server restarts or the user presses Enter, until the user ends it or wants a whole run. */
import { restarted } from '../exchange/restart.ts';
import { InputError } from '../input/error.ts';
import type { Report } from '../model/index.ts';
import { failuresIn, replayFailures } from '../replay/failures.ts';
import { progress } from '../report/terminal/live.ts';
import { isLive, Region } from '../report/terminal/region.ts';
import { cut } from '../report/text.ts';
import type { RunOptions } from '../run/options.ts';
import { Keys } from './keys.ts';
import { WatchedProblems } from './problems.ts';

interface Output extends Pick<NodeJS.WritableStream, 'write'> {
  readonly columns?: number;
  readonly rows?: number;
}

export interface WatchOptions {
  readonly report: Report;
  readonly options: RunOptions;
  readonly colour: boolean;
  readonly keys: Keys;
  readonly output: Output;
}

/** Lines below the problems, and one above. */
const OTHERS = 4;
const KEYS = 'Enter: repeat the failed requests. a: run everything. q: quit.';
const END = 'q: end.';
const FOREVER = new Promise<never>(() => undefined);

/** The end of a watch. */
export interface Watched {
  /** The report with the last state of its failures. */
  readonly report: Report;
  /** The user wants a whole run. */
  readonly runAll: boolean;
}

/** Shows the problems in place as they get fixed. */
export async function watch({
  report,
  options,
  colour,
  keys,
  output,
}: WatchOptions): Promise<Watched> {
  const { host } = options.url;
  const problems = new WatchedProblems(report);
  const region = new Region(output);
  const lines = (doing: string, hint = ''): readonly string[] => {
    const width = (output.columns || 80) - 1;
    const most = Math.max(2, (output.rows || 24) - OTHERS);
    return [
      ...problems.lines({ colour, width }, most),
      cut(problems.state, width),
      ...[doing, hint].filter(Boolean).map((text) => cut(text, width)),
    ];
  };
  const show = (doing: string, hint?: string): void => region.draw(lines(doing, hint));
  const sendAgain = async (): Promise<void> => {
    const began = performance.now();
    const replayed = await replayFailures(report, {
      ...whole(options),
      signal: keys.ended,
      onProgress: (now) => {
        const elapsedMs = performance.now() - began;
        const width = output.columns || 80;
        region.drawSoon(() => lines(progress({ ...now, elapsedMs }, width), END));
      },
    });
    if (!keys.ended.aborted) problems.take(replayed);
  };
  let last = '';
  let runAll = false;
  output.write('\n');
  try {
    while (!keys.ended.aborted) {
      show(`${last}Waiting for a restart of ${host}.`, KEYS);
      const waiting = new AbortController();
      const signal = AbortSignal.any([keys.ended, waiting.signal]);
      const back = restarted({
        ...options,
        signal,
        onDown: () => show(`${host} is down. Waiting for it.`, KEYS),
        onBlind: () =>
          show('It does not keep connections open, so a restart cannot be detected.', KEYS),
      }).catch(() => FOREVER);
      const wish = await Promise.race([keys.wish(), back.then(() => 'failed' as const)]);
      waiting.abort();
      if (keys.ended.aborted) break;
      runAll = wish === 'all';
      if (runAll) break;
      show(`Repeating the failed requests to ${host}.`, END);
      await sendAgain();
      last = `Repeated at ${new Date().toLocaleTimeString('en-GB')}. `;
    }
    show(
      runAll
        ? 'Running everything.'
        : 'The report is still that of the first run; a new run judges everything.',
    );
  } finally {
    output.write('\n');
    keys.release();
  }
  return { report: problems.report, runAll };
}

/** Without what is about the run that is over. */
function whole({
  onPlan: _,
  onOffered: ______,
  onNotice: __,
  onFailure: ___,
  folder: ____,
  before: _____,
  ...options
}: RunOptions): RunOptions {
  return options;
}

/** Throws InputError if there is no terminal to watch in. */
export function checkTerminal(): void {
  const { stdin, stderr } = process;
  if (stdin.isTTY && isLive(stderr)) return;
  throw new InputError(
    '--watch needs an interactive terminal. Leave it out here; assay replay repeats the requests that failed in a report.',
  );
}

/** Watches until the user ends it or wants a whole run; nothing to watch if nothing failed. */
export async function watchOn(
  report: Report,
  options: RunOptions,
  colour: boolean,
): Promise<Watched | undefined> {
  if (failuresIn(report).length === 0) {
    process.stderr.write('Nothing failed, so there is nothing to watch.\n');
    return undefined;
  }
  return watch({ report, options, colour, keys: new Keys(process.stdin), output: process.stderr });
}
