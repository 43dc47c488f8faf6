/** The target, and the options that the settings file may have instead of the command line. */

import { InputError } from '../../input/error.ts';
import type { SettingFlags } from '../../input/settings.ts';
import {
  credentialOptions,
  keepSecrets,
  placeToWrite,
  SETTINGS_FILE,
} from '../../input/settings-file.ts';
import { defined } from '../../model/defined.ts';
import { ASSAY } from '../../model/package.ts';
import { registrationOf, surfaceNames } from '../../surfaces/index.ts';

interface Target {
  readonly surface: string;
  readonly url: string;
}

/**
 * The target and the options; the command line overrides the settings file. Throws InputError, and NotAllowedError for
 * what a file that was not named may not decide.
 */
export function withSettingsFile<F extends SettingFlags>(
  words: readonly [surface: string | undefined, url: string | undefined],
  flags: F,
): { readonly target: Target; readonly flags: F } {
  const { surface, url, shard } = flags.settings?.config ?? {};
  const target = targetOf(words, defined({ surface, url }), flags.settings?.file ?? SETTINGS_FILE);
  if (flags.settings !== undefined && target.url === url && !words.includes(url))
    keepSecrets(credentialOptions(flags), flags.settings, {
      member: 'url',
      value: url,
      remedy: `Write the URL on the command line`,
    });
  // A replayed case and a watched run are not sharded.
  const isWhole = flags.path !== undefined || flags.watch === true;
  const own = { ...placesOf(flags), ...(isWhole ? {} : { shard }) };
  return { target, flags: { ...defined(own), ...flags } };
}

/** The files and folders that the settings file names and the command line does not. */
function placesOf(flags: SettingFlags): Pick<SettingFlags, 'out' | 'bundle' | 'baseline'> {
  const { settings, path } = flags;
  if (settings === undefined || path !== undefined) return {};
  const { out, bundle, baseline } = settings.config;
  const written = (member: 'out' | 'bundle' | 'baseline', place?: string): string | undefined =>
    place === undefined || flags[member] !== undefined
      ? undefined
      : placeToWrite(settings, [member, place, `--${member}`]);
  return defined({
    out: written('out', out),
    bundle: written('bundle', bundle),
    baseline: flags.baselineUpdate ? written('baseline', baseline) : baseline,
  });
}

/** Throws InputError that names the missing option. */
function targetOf(
  [first, second]: readonly [string | undefined, string | undefined],
  own: Partial<Target>,
  file: string,
): Target {
  const isUrl = /^https?:/i.test(first ?? '') && second === undefined && own.surface !== undefined;
  const surface = isUrl ? own.surface : (first ?? own.surface);
  // The URL of the file belongs to the surface of the file.
  const other = own.surface !== undefined && own.surface !== surface;
  const url = isUrl ? first : (second ?? (other ? undefined : own.url));
  if (surface === undefined) {
    throw new InputError(
      `run: the surface and the URL of the target are missing. Write ${ASSAY} run ${surfaceNames().replace(/ or |, /g, '|')} URL, or surface: and url: in ${file}; ${ASSAY} init writes it.`,
    );
  }
  if (url === undefined) {
    // First throws for an unknown surface, or for a URL in its place.
    registrationOf(surface);
    const why = other ? ` (the one in ${file} is for a ${own.surface})` : '';
    throw new InputError(
      `run: the URL of the target is missing${why}. Write ${ASSAY} run ${surface} URL, or url: in ${file}.`,
    );
  }
  return { surface, url };
}
