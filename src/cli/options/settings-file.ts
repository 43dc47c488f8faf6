/** Reads the settings file and the rules of a command line, once and before the command starts. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { escaped } from '../../contract/visible.ts';
import type { SettingFlags } from '../../input/settings.ts';
import { rulesToRead, SETTINGS_FILE } from '../../input/settings-file.ts';
import { notice } from '../problem.ts';

/** Commands without a target: they read nothing of a settings file but its rules. */
const ONLY_RULES = new Set(['list', 'explain']);

/**
 * Adds the settings to the options of a command that has `--config`, and the rules to the surfaces of one that has
 * `--rules`: those of the option, otherwise those of the settings file. Returns what takes the rules away again. Throws
 * InputError, and NotAllowedError for a file that a found settings file may not name.
 */
export async function readSettings(command: Command): Promise<() => void> {
  const has = (name: string): boolean => command.options.some(({ long }) => long === name);
  const { config: name, rules: own, allowWrites } = command.opts<SettingFlags>();
  const named = name !== undefined;
  const file = has('--config') && (name ?? (existsSync(SETTINGS_FILE) && SETTINGS_FILE));
  const onlyRules = ONLY_RULES.has(command.name());
  let members: readonly string[] = [];
  if (file !== false && !onlyRules) {
    const { readConfig } = await import('../../input/config.ts');
    const config = await readConfig(file);
    command.setOptionValue('settings', { file, named, config, announce: notice });
    members = config.rules ?? [];
  } else if (file !== false && own === undefined) {
    const { rulesNamedIn } = await import('../../input/config.ts');
    members = await rulesNamedIn(file);
  }
  const of = has('--rules') && (own ?? (file !== false && rulesToRead({ file, named }, members)));
  if (of === false || of.length === 0) return () => undefined;
  const isFound = own === undefined && !named;
  if (isFound && onlyRules)
    notice(
      `Rules are read from ${of.map((one) => escaped(one)).join(', ')}, according to ${file}, which was found in this folder. --no-config leaves them out.`,
    );
  const { addRulesFiles } = await import('../../surfaces/rules-files.ts');
  return addRulesFiles(of, { mayWrite: !(isFound && allowWrites === true) });
}
