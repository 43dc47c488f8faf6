import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { certifiable } from '../../input/apis.ts';
import { InputError } from '../../input/error.ts';
import { givenOptions } from '../../input/given-options.ts';
import { surfaceFor } from '../../input/held.ts';
import { parseTarget } from '../../input/options.ts';
import { paced } from '../../input/pace.ts';
import { OUT, type SettingFlags, settingsOf } from '../../input/settings.ts';
import { CREATED } from '../../leftovers/log.ts';
import type { GivenFixture } from '../../model/index.ts';
import { ASSAY } from '../../model/package.ts';
import type { Plan } from '../../plan/plan.ts';
import { look, prose } from '../../report/terminal/look.ts';
import type { RunOptions } from '../../run/options.ts';
import { registrationOf, SURFACES } from '../../surfaces/index.ts';
import { EXIT, exitCodeOf } from '../exit.ts';
import { checkShard, shardIn } from '../options/shard.ts';
import { checkSurface } from '../options/surface.ts';
import { withSettingsFile } from '../options/target.ts';
import { colourOf, viewOf } from '../options/values.ts';
import { notice } from '../problem.ts';
import type { Program } from '../program.ts';

export function addRun(program: Program): void {
  program
    .command('run [surface] [url]')
    .description('check a server and write a report; the surface and the URL may be in assay.yaml')
    .runs(runCommand)
    .selection()
    .option(
      '--path <case>',
      'send only this case, which a report names with its seed; write no report',
    )
    .api()
    .rules()
    .certified()
    .baseline()
    .shard('path')
    .exclusive(
      '--watch',
      'afterwards, send failing requests again each time the server restarts or you press Enter',
      ...['path', 'shard'],
    )
    .target()
    .option('--name <name>', 'a name for the target, shown in the report', named)
    .maxRequests('send at most this many requests')
    .sending()
    .contractAndWrites()
    .summaryView()
    .out()
    .exclusive('--bundle <file>', 'also write the whole report to one zip file', 'path');
}

const LONGEST_NAME = 80;

/** Reads the name of the target. Throws InputError. */
function named(text: string): string {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME) return name;
  throw new InputError(`--name: write 1 to ${LONGEST_NAME} characters, not ${name.length}.`);
}

async function runCommand(
  surfaceName: string | undefined,
  address: string | undefined,
  given: SettingFlags,
): Promise<number> {
  const { target, flags } = withSettingsFile([surfaceName, address], given);
  const { surface: name } = target;
  if (flags.watch) (await import('../../watch/watch.ts')).checkTerminal();
  checkSurface(name, flags);
  const url = parseTarget(target.url);
  const registration = registrationOf(name);
  const settings = await settingsOf(flags, { registration });
  const { bundle } = flags;
  const shard = await shardIn(flags);
  checkShard(flags, settings, flags.certify);
  const held = await surfaceFor(registration, settings, { url });
  const { surface, note, lookup } = held;
  const wanted = certifiable(surface, settings.certify);
  const { certify: _, randomSeed: __, tokenLastsMs, ...rest } = settings;
  const { out = OUT } = flags;
  const { placeOfFixture } = await import('../../input/fixtures.ts');
  const placeOf = ({ name: list, index }: GivenFixture): string | undefined =>
    placeOfFixture(settings.fixtures?.[list] ?? [], index);
  const pace = paced(settings, surface, url);
  const commandOptions = givenOptions(flags);
  const before = lookup === undefined ? [] : [lookup];
  const { silentBefore } = held;
  const options = {
    ...{ ...rest, ...pace, surface, url, silentBefore, before, placeOf },
    commandOptions,
  };
  const looking = async (): Promise<Pick<RunOptions, 'before' | 'silentBefore'>> => {
    const { firstLook } = await import('../../doctor/first-look.ts');
    const others = SURFACES.filter((one) => one !== registration);
    const looked = await firstLook(held, { url, settings, registration, others });
    return {
      before: [...before, ...looked.exchanges],
      silentBefore: silentBefore ?? looked.silentBefore,
    };
  };
  if (note !== undefined) notice(note);
  const colour = colourOf(flags, process.stdout);
  if (flags.path !== undefined) {
    const { replay } = await import('../../replay/path.ts');
    if (flags.certify)
      throw new InputError(
        '--certify: a run of a single case cannot be certified. Leave out --path.',
      );
    const whole = { ...options, ...(await looking()) };
    return exitCodeOf(await replay(whole, flags.path, look(colour)), false);
  }
  const quiet = flags.quiet === true;
  const { banner, offeredBanner, shortLived } = await import('../banner.ts');
  const { prepareFolder } = await import('../../output/out-folder.ts');
  const { check } = await import('../check.ts');
  const { select } = await import('../../plan/select.ts');
  const { planOf } = await import('../../run/run.ts');
  select(surface.requirements, options);
  if (rest.allowed !== undefined && rest.only !== undefined) {
    const { requireAllowed } = await import('../../input/allowance.ts');
    requireAllowed(planOf(options));
  }
  if (shard !== undefined && planOf({ ...options, shard }).requirements.length === 0) {
    const text = `Shard ${shard.index}/${shard.of} has no work: the selection cannot be divided into so many parts. Nothing was sent and no report was written; merge the reports of the other shards.`;
    process.stdout.write(`${prose(text, process.stdout)}\n`);
    return EXIT.good;
  }
  const { baselineUse } = await import('../baseline.ts');
  const baselines = await baselineUse(flags);
  prepareFolder(out, flags.force);
  if (bundle !== undefined) (await import('../../output/bundle.ts')).prepareBundle(bundle);
  if (existsSync(join(out, CREATED)))
    process.stderr.write(`An earlier run left objects on its target: ${ASSAY} cleanup ${out}\n`);
  let whole: Plan | undefined;
  const onPlan = (plan: Plan, sent: number): void => {
    whole = plan;
    if (quiet) return;
    const text = banner(plan, options, flags.rate === undefined, sent);
    process.stderr.write(prose(text, process.stderr));
    process.stderr.write(prose(shortLived(plan, options, tokenLastsMs), process.stderr));
  };
  const onOffered = (part: Plan, sent: number): void => {
    if (quiet || whole === undefined) return;
    const text = offeredBanner(whole, part, options, sent);
    process.stderr.write(prose(text, process.stderr));
  };
  // The settings file may require a certificate for the whole run; a single shard cannot get one.
  const certify = shard === undefined && wanted;
  const watch = flags.watch === true;
  const view = { out, bundle, certify, ...baselines, watch, ...viewOf(flags) };
  return check({ ...options, ...(await looking()), shard, onPlan, onOffered }, view);
}
