import { parseTarget } from '../../input/options.ts';
import { type SettingFlags, settingsOf } from '../../input/settings.ts';
import type { Registration } from '../../model/registration.ts';
import { look } from '../../report/terminal/look.ts';
import { SURFACES, VERSIONED } from '../../surfaces/index.ts';
import { EXIT } from '../exit.ts';
import { colourOf } from '../options/values.ts';
import type { Program } from '../program.ts';

export function addDoctor(program: Program): void {
  program
    .command('doctor <url>')
    .description(
      'show which server responds at a URL, and what a run could judge; at most 48 read-only requests',
    )
    .runs(doctor)
    .api()
    .without()
    .rules()
    .target()
    .sending()
    .contractVersion(`for a ${VERSIONED.name}: ${VERSIONED.versions.names.join(', ')} or auto`)
    .view();
}

/** Prints one screen. Returns the exit code: 2 unless a known surface responds. */
async function doctor(address: string, flags: SettingFlags): Promise<number> {
  const url = parseTarget(address);
  const settings = await settingsOf(flags, { registration: VERSIONED });
  const { diagnose } = await import('../../doctor/doctor.ts');
  const shown = look(colourOf(flags, process.stdout));
  const able = SURFACES.filter(({ apis }) => settings.api === undefined || apis !== undefined);
  if (settings.without !== undefined) await checkGroups(able, settings.without);
  const { known, text } = await diagnose(url, settings, able, flags, shown);
  process.stdout.write(text);
  return known ? EXIT.good : EXIT.inconclusive;
}

/** Throws SelectionError for a group that no surface has, before anything is sent. */
async function checkGroups(
  registrations: readonly Registration[],
  without: readonly string[],
): Promise<void> {
  const { select } = await import('../../plan/select.ts');
  const suites = await Promise.all(registrations.map(({ suite }) => suite()));
  select(
    suites.flatMap((load) => load().requirements),
    { without },
  );
}
