/** Reads the settings file of a command line, once and before the command starts. */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { SettingFlags } from '../../input/settings.ts';
import { SETTINGS_FILE, type SettingsSource } from '../../input/settings-file.ts';
import { prose } from '../../report/terminal/look.ts';
import { withoutSecrets } from '../problem.ts';
import { readsOnlyRules } from './rules.ts';

/** Adds the settings to the options of a command that has `--config`. Throws InputError. */
export async function readSettingsFile(command: Command): Promise<void> {
  if (!command.options.some(({ long }) => long === '--config')) return;
  if (readsOnlyRules(command)) return;
  const { config: name } = command.opts<SettingFlags>();
  const file = name ?? (existsSync(SETTINGS_FILE) && SETTINGS_FILE);
  if (file === false) return;
  const { readConfig } = await import('../../input/config.ts');
  let announced = false;
  const settings: SettingsSource = {
    ...{ file, named: name !== undefined, config: await readConfig(file) },
    announce: (text) => {
      if (!announced) process.stderr.write(`${withoutSecrets(prose(text, process.stderr))}\n`);
      announced = true;
    },
  };
  command.setOptionValue('settings', settings);
}
