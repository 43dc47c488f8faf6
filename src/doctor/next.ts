/** The next command after examining a target. */

import { commandLine } from '../input/command-line.ts';
import { givenOptions } from '../input/given-options.ts';
import type { SettingFlags } from '../input/settings.ts';
import type { Examination } from './examine.ts';
import type { Outlook } from './outlook.ts';

/** A run with the same options; or `init`, if the operator must supply the most important fixtures. */
export function nextCommand(
  url: string,
  { surface, checks, caller }: Pick<Examination, 'surface' | 'checks' | 'caller'>,
  { unlocks }: Pick<Outlook, 'unlocks'>,
  flags: SettingFlags,
): string {
  const { operatorFixtures = [] } = surface;
  const words = givenOptions(flags);
  if (caller?.accepted === false && !words.some((word) => word.startsWith('--token')))
    return commandLine('doctor', url, ...words, '--token-env', 'ASSAY_TOKEN');
  const wanted = operatorFixtures.includes(unlocks[0]?.by ?? '');
  const fresh = checks.length === 0 && flags.fixtures === undefined && flags.config === undefined;
  return wanted && fresh
    ? commandLine('init', url, ...givenOptions(withoutRate(flags)))
    : commandLine('run', surface.name, url, ...words);
}

/** `init` has no rate, because it waits for the user between its few requests. */
function withoutRate({ rate: _, ...flags }: SettingFlags): SettingFlags {
  return flags;
}
