/**
 * The settings file of a command line. One that was only found in the current folder may come from anyone: it is
 * announced, and decides neither where a secret of the command line goes nor what is written elsewhere.
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { escaped } from '../contract/visible.ts';
import type { Config } from './config.ts';
import { NotAllowedError } from './error.ts';
import { type Flags, optionOf } from './flags.ts';

/** The settings file that is read without `--config`. */
export const SETTINGS_FILE = 'assay.yaml';

export interface SettingsSource {
  readonly file: string;
  /** False if it was found, and not named on the command line. */
  readonly named: boolean;
  readonly config: Config;
  /** Shows the operator a text. */
  readonly announce: (text: string) => void;
}

/** What `settingsOf` does with the command of a fixtures file. */
export type CommandUse = 'run' | 'not run';

/** What a found file decides: addresses, what it reads, what it runs, and the names of its other members. */
export function announcementOf(
  { file, config }: Pick<SettingsSource, 'file' | 'config'>,
  command: readonly string[] | undefined,
  use: CommandUse,
): string {
  const { url, oauth, rules, variables, members } = config;
  const shown = [
    ['url', url],
    ['oauth.tokenUrl', oauth?.tokenUrl],
    ...READ.map((name) => [name, config[name]]),
    ['rules', rules?.join(', ')],
    ['environment variables', variables.length === 0 ? undefined : variables.join(', ')],
    ['command', command && `${command.join(' ')} (${use === 'run' ? 'it is run' : 'not run'})`],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`  ${name}: ${escaped(value)}`]));
  const others = members.filter((name) => !SHOWN.has(name));
  const rest = others.length === 0 ? [] : [`  other members: ${others.join(', ')}`];
  const title = `Settings come from ${file}, which was found in this folder. --no-config leaves it out.`;
  return [title, ...shown, ...rest].join('\n');
}

/** Members that name what is read. */
const READ = ['contractFile', 'tokenFile', 'ca', 'cert', 'key', 'keyPassphraseFile'] as const;

/** Members whose values the announcement shows. */
const SHOWN: ReadonlySet<string> = new Set([
  ...[...READ, 'url', 'oauth', 'tokenEnv', 'rules', 'keyPassphraseEnv'],
]);

/** The options that bring a secret, or a header that may be one. */
export function credentialOptions(flags: Flags): readonly string[] {
  return CREDENTIALS.filter((name) => [flags[name] ?? []].flat().length > 0).map(optionOf);
}

const CREDENTIALS = [
  ...(['tokenEnv', 'tokenEnvB', 'tokenFile', 'oauthTokenUrl', 'oauthClientId'] as const),
  ...(['oauthClientSecretEnv', 'header', 'cert'] as const),
];

/** A member of a file that says where secrets go, or whose certificates are accepted. */
interface Destination {
  readonly member: 'url' | 'oauth.tokenUrl' | 'ca';
  readonly value: string;
  /** How to name it on the command line instead. */
  readonly remedy: string;
}

/**
 * Throws NotAllowedError if one of these options brings a secret, and only a found file says where it goes. Called
 * before anything is sent.
 */
export function keepSecrets(
  [option]: readonly string[],
  { file, named }: Pick<SettingsSource, 'file' | 'named'>,
  { member, value, remedy }: Destination,
): void {
  if (named || option === undefined) return;
  throw new NotAllowedError(
    `${member} in ${file} is ${escaped(value)}, and ${option} is on the command line. ${file} was found but not named, so it cannot decide where a secret from the command line goes. ${remedy}, put both into ${file}, or name the file with --config ${file}. Nothing was sent.`,
  );
}

/**
 * The path that a member of the file names for writing. Throws NotAllowedError if the file was found, and the path is not
 * below its folder; links count as what they lead to.
 */
export function placeToWrite(
  { file, named }: Pick<SettingsSource, 'file' | 'named'>,
  [member, path, option]: readonly [member: string, path: string, option: string],
): string {
  if (named || isBelow(dirname(resolve(file)), path)) return path;
  throw new NotAllowedError(
    `${member} in ${file} is ${escaped(path)}, which is not below the folder of ${file}. A file that was found but not named decides nothing outside its folder. Name the place with ${option}, or the file with --config ${file}. Nothing was sent or written.`,
  );
}

/**
 * The files of rules that the settings file names. Throws NotAllowedError if it was found, and one is not below its
 * folder: messages about a file show parts of it.
 */
export function rulesToRead(
  { file, named }: Pick<SettingsSource, 'file' | 'named'>,
  paths: readonly string[],
): readonly string[] {
  const outside = paths.find((path) => !named && !isBelow(dirname(resolve(file)), path));
  if (outside === undefined) return paths;
  throw new NotAllowedError(
    `rules in ${file} has ${escaped(outside)}, which is not below the folder of ${file}. A file that was found but not named reads nothing outside its folder. Name the rules with --rules, or the settings with --config ${file}. Nothing was sent.`,
  );
}

function isBelow(folder: string, path: string): boolean {
  try {
    const way = relative(realpathSync(folder), realpathSync(existingPart(path)));
    return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    // A link that leads to nothing may lead anywhere by the time of writing.
    return false;
  }
}

/** The longest part of a path that exists, links included. */
function existingPart(path: string): string {
  const exists = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  return exists || dirname(path) === path ? path : existingPart(dirname(path));
}
