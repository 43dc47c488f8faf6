/** Adds the rules of the user, before a command starts, to the surfaces of that command. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { escaped } from '../../contract/visible.ts';
import type { SettingFlags } from '../../input/settings.ts';
import { rulesToRead, SETTINGS_FILE } from '../../input/settings-file.ts';
import { prose } from '../../report/terminal/look.ts';
import { withoutSecrets } from '../problem.ts';

interface RulesFlags extends Pick<SettingFlags, 'settings' | 'config' | 'allowWrites'> {
  readonly rules?: readonly string[];
}

const nothing = (): void => undefined;

/** Commands without a target: they read nothing of a settings file but its rules. */
const ONLY_RULES = new Set(['list', 'explain']);

export const readsOnlyRules = (command: Command): boolean => ONLY_RULES.has(command.name());

/**
 * Adds the rules of a command that has `--rules`: those of the option, otherwise those of its settings file. Returns what
 * takes them away again. Throws InputError, and NotAllowedError for a file that a found settings file may not name.
 */
export async function readRules(command: Command): Promise<() => void> {
  if (!command.options.some(({ long }) => long === '--rules')) return nothing;
  const flags = command.opts<RulesFlags>();
  const files =
    flags.rules ??
    (readsOnlyRules(command) ? await rulesOfFolder(flags.config) : rulesOfSettings(flags));
  if (files.length === 0) return nothing;
  const { addRulesFiles } = await import('../../surfaces/rules-files.ts');
  const isFound = flags.rules === undefined && flags.settings?.named === false;
  return addRulesFiles(files, { mayWrite: !(isFound && flags.allowWrites === true) });
}

function rulesOfSettings({ settings }: RulesFlags): readonly string[] {
  return settings === undefined ? [] : rulesToRead(settings, settings.config.rules ?? []);
}

/** The rules that the settings file of this folder names, for a command that has no other use for one. */
async function rulesOfFolder(named: string | false | undefined): Promise<readonly string[]> {
  const file = named ?? (existsSync(SETTINGS_FILE) && SETTINGS_FILE);
  if (file === false) return [];
  const { rulesNamedIn } = await import('../../input/config.ts');
  const isNamed = named !== undefined;
  const rules = rulesToRead({ file, named: isNamed }, await rulesNamedIn(file));
  if (rules.length === 0 || isNamed) return rules;
  const text = `Rules are read from ${rules.map((one) => escaped(one)).join(', ')}, according to ${file}, which was found in this folder. --no-config leaves them out.`;
  process.stderr.write(`${withoutSecrets(prose(text, process.stderr))}\n`);
  return rules;
}
