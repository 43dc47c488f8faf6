/** The options about known failures. */
import { type Command, Option } from 'commander';

export function addBaseline(command: Command): Command {
  const alone = ['path', 'watch'];
  return command
    .addOption(
      new Option(
        '--baseline <file>',
        'known failures, which do not count until their expiry day (YAML)',
      ).conflicts('path'),
    )
    .addOption(
      new Option(
        '--baseline-write <file>',
        'write the failures that no baseline lists to a new baseline; then add owner, reason and expiry day to each',
      ).conflicts(alone),
    )
    .addOption(
      new Option(
        '--baseline-update',
        'remove from the baseline what now passes, and keep its comments',
      ).conflicts(alone),
    );
}
