/** The options about known failures. */
import { type Command, Option } from 'commander';

export interface BaselineFlags {
  readonly baseline?: string;
  readonly baselineWrite?: string;
  readonly baselineUpdate?: true;
}

export function addBaseline(command: Command): Command {
  const alone = ['path', 'watch'];
  return command
    .addOption(
      new Option(
        '--baseline <file>',
        'failures that are known and do not count, each until a day (YAML)',
      ).conflicts('path'),
    )
    .addOption(
      new Option(
        '--baseline-write <file>',
        'write the failures that no baseline lists into a new one; add owner, reason and day to each',
      ).conflicts(alone),
    )
    .addOption(
      new Option(
        '--baseline-update',
        'remove from the baseline what passes now, and keep its comments',
      ).conflicts(alone),
    );
}
