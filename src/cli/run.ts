import { type Command, Option } from 'commander';
import { parseTarget } from '../input/options.ts';
import type { Finish } from './exit.ts';
import {
  addSelection,
  addTarget,
  addView,
  collected,
  colourOf,
  integer,
  type ViewFlags,
} from './options.ts';
import { OUT, type SettingFlags, settingsOf } from './settings.ts';

type RunFlags = SettingFlags & ViewFlags & { readonly path?: string };

export function addRun(program: Command, finish: Finish): void {
  const command = program
    .command('run <surface> <url>')
    .description('check a server and write a report')
    .action(async (surface: string, url: string, flags: RunFlags) =>
      finish(await runCommand(surface, url, flags)),
    );
  addSelection(command)
    .option(
      '--path <case>',
      'send only this case, which a report names with its seed; no report is written',
    )
    .option('--certify', 'be content with nothing but a conforming target');
  addTarget(command)
    .option('--max-requests <n>', 'stop after so many', integer('--max-requests', 1, 1e9))
    .option(
      '--timeout <ms>',
      'how long an answer may take (default: 10000)',
      integer('--timeout', 1, 2 ** 31 - 1),
    )
    .option('--header <line>', "'Name: value', sent with each request; again for more", collected)
    .addOption(
      new Option('--token-env <name>', 'environment variable with the bearer token').conflicts(
        'tokenFile',
      ),
    )
    .option('--token-file <file>', 'file with the bearer token');
  addView(command).option('--out <dir>', `where the report goes (default: ${OUT})`);
}

async function runCommand(name: string, address: string, flags: RunFlags): Promise<number> {
  const target = parseTarget(address);
  const { surfaceNamed } = await import('./surface.ts');
  const surface = await surfaceNamed(name);
  const settings = await settingsOf(flags, target);
  const { out, certify, ...given } = settings;
  const options = { ...given, surface, url: target.url };
  const colour = colourOf(flags, process.stdout);
  if (flags.path !== undefined) {
    const { replay } = await import('./replay.ts');
    return replay(options, flags.path, { certify: flags.certify === true, colour });
  }
  const quiet = flags.quiet === true;
  const { announce, planned } = await import('./announce.ts');
  const { prepareFolder } = await import('./artefacts.ts');
  const { check } = await import('./check.ts');
  const ready = planned(options);
  const opening = announce(ready, flags.rate === undefined);
  await prepareFolder(out);
  if (!quiet) process.stderr.write(opening);
  return check(ready, { out, certify, quiet, colour });
}
