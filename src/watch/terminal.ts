/** Watching in the terminal of this process. */

import { InputError } from '../input/error.ts';
import type { Report } from '../model/index.ts';
import { failuresIn } from '../replay/failures.ts';
import { isLive } from '../report/terminal/region.ts';
import type { RunOptions } from '../run/options.ts';
import { Keys } from './keys.ts';
import { type Watched, watch } from './watch.ts';

/** Throws InputError if there is no terminal to watch in. */
export function checkTerminal(): void {
  const { stdin, stderr } = process;
  if (stdin.isTTY && isLive(stderr)) return;
  throw new InputError(
    '--watch needs a terminal, for its keys and for lines that change in place. Leave it out here; assay replay sends again what failed in a report.',
  );
}

/** Watches until the user ends it or wants a whole run; nothing to watch if nothing failed. */
export async function watchOn(
  report: Report,
  options: RunOptions,
  colour: boolean,
): Promise<Watched | undefined> {
  if (failuresIn(report).length === 0) {
    process.stderr.write('Nothing failed, so that there is nothing to watch.\n');
    return undefined;
  }
  return watch({ report, options, colour, keys: new Keys(process.stdin), output: process.stderr });
}
