import type { Command } from 'commander';
import { redactor } from '../../exchange/redact.ts';
import { parseTarget } from '../../input/options.ts';
import { paced } from '../../input/pace.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import { SURFACES, VERSIONED } from '../../surfaces/index.ts';
import { EXIT, type Finish } from '../exit.ts';
import {
  addSending,
  addTarget,
  addView,
  colourOf,
  contractOption,
  type ViewFlags,
} from '../options/options.ts';

type DoctorFlags = SettingFlags & ViewFlags;

export function addDoctor(program: Command, finish: Finish): void {
  const command = program
    .command('doctor <url>')
    .description(
      'what responds there, and what a run could judge; at most 30 requests, all reading',
    )
    .action(async (address: string, flags: DoctorFlags) => finish(await doctor(address, flags)));
  addSending(addTarget(command));
  addView(
    command.addOption(
      contractOption(`of a ${VERSIONED.name}: ${VERSIONED.versions.names.join(', ')} or auto`),
    ),
  );
}

/** Prints one screen. Returns the exit code: 2 where nothing that the kit knows responds. */
async function doctor(address: string, flags: DoctorFlags): Promise<number> {
  const { url } = parseTarget(address);
  const settings = await settingsOf(flags, { registration: VERSIONED });
  const { placeOfFixture } = await import('../../input/fixtures.ts');
  const nameOf = (name: string, index: number): string => {
    const place = placeOfFixture(settings.fixtures?.[name] ?? [], index);
    return `${place === undefined ? '' : `${place} `}${name}[${index}]`;
  };
  const { MOST_REQUESTS, Visit } = await import('../../doctor/visit.ts');
  const { recognise } = await import('../../doctor/recognise.ts');
  const { examine } = await import('../../doctor/examine.ts');
  const { outlook } = await import('../../doctor/outlook.ts');
  const { part, screen } = await import('../../doctor/screen.ts');
  const { look } = await import('../../report/terminal/look.ts');
  const { nextCommand } = await import('../../doctor/next.ts');
  const shown = look(colourOf(flags, process.stdout));
  const visit = new Visit(url, settings);
  const place = url.href.replace(/\/$/, '');
  const { ratePerSecond } = paced(settings, {}, url);
  if (ratePerSecond !== undefined && !flags.quiet)
    process.stderr.write(`Looking at ${place}, ${ratePerSecond} requests a second …\n`);
  const lines: string[] = [];
  let code: number = EXIT.good;
  try {
    const { served, problem } = await recognise(visit, settings, SURFACES);
    if (problem !== undefined) {
      code = EXIT.inconclusive;
      lines.push(...part('Problem', problem, shown, 'red'));
    }
    for (const candidate of served) {
      const found = await examine(candidate, visit, settings);
      const expected = outlook(found, candidate.registration.changing);
      const effort = { ...paced(settings, found.surface, url), url: place, nameOf };
      lines.push(screen(found, expected, effort, shown));
      lines.push(...part('Next', '', shown), `  ${nextCommand(place, found, expected, flags)}`);
    }
  } finally {
    await visit.close();
  }
  if (!flags.quiet) {
    const sent = `${visit.requests} of at most ${MOST_REQUESTS}; nothing was changed`;
    lines.push(...part('Requests', sent, shown));
  }
  process.stdout.write(`${redactor(settings.secrets)(lines.join('\n'))}\n`);
  return code;
}
