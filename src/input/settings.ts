/** Makes the settings of a run from flags and assay.yaml. Flags take precedence. */

import { isSecretHeader } from '../exchange/redact.ts';
import type { Renewal } from '../exchange/renewal.ts';
import type { ProxyFor, Trust } from '../exchange/way.ts';
import { defined } from '../model/defined.ts';
import type { Allowance, Fixtures } from '../model/index.ts';
import type { Registration } from '../model/registration.ts';
import { newSeed } from '../plan/seed.ts';
import { allowanceOf } from './allowance.ts';
import { apiNames, type Certify } from './apis.ts';
import type { Config } from './config.ts';
import { InputError, NotAllowedError } from './error.ts';
import type { FixturesSource } from './fixtures.ts';
import type { Flags } from './flags.ts';
import { networkOf } from './network.ts';
import { parseHeader, parseOrigin, parseRate } from './options.ts';
import {
  announcementOf,
  type CommandUse,
  credentialOptions,
  keepSecrets,
  type SettingsSource,
} from './settings-file.ts';
import { NO_TOKEN, tokenOf } from './token.ts';

export interface SettingFlags extends Flags {
  /** The settings file that was read for this command line. */
  readonly settings?: SettingsSource;
}

/** All settings of a run except the surface; members without a value are absent. */
export interface Settings
  extends Pick<
    Config,
    | ('level' | 'runs' | 'hunt' | 'profile' | 'ratePerSecond' | 'maxRequests' | 'timeoutMs')
    | ('minJudged' | 'name')
    | ('concurrency' | 'headers' | 'secrets' | 'contract' | 'contractFile' | 'api' | 'without')
  > {
  readonly fixtures?: Partial<Fixtures>;
  readonly only?: string;
  readonly seed?: number;
  /** True if the seed was drawn for this run. */
  readonly randomSeed: boolean;
  readonly trust?: Trust;
  readonly proxy?: ProxyFor;
  /** The allowed effects; only for surfaces with operations that change the target. */
  readonly allowed?: Allowance;
  readonly renewal?: Renewal;
  /** The lifetime of a token that cannot be renewed. */
  readonly tokenLastsMs?: number;
  readonly certify: Certify;
  /** The command of the fixtures, if they have one that was not run. */
  readonly commandNotRun?: readonly string[];
}

export interface For {
  readonly registration: Pick<Registration, 'sampled' | 'changing' | 'versions'>;
  /** True if nothing may be sent, not even for a token. */
  readonly offline?: boolean;
  /** False for a command that needs no fixtures. */
  readonly fixtures?: boolean;
}

/** The settings of a command line without a settings file. */
export const NO_CONFIG: Config = { headers: {}, secrets: [], variables: [], members: [] };
export const OUT = 'reports/latest';

/**
 * Reads the values of the flags and the configuration, runs the command of the fixtures, and fetches a token if they
 * require it. A settings file that was not named is announced before. Throws InputError, and NotAllowedError for
 * permissions that contradict each other, and for a secret whose destination only a file names that was not named.
 */
export async function settingsOf(
  flags: SettingFlags,
  { registration, offline = false, fixtures: needed = true }: For,
): Promise<Settings> {
  const config = flags.settings?.config ?? NO_CONFIG;
  const fixtures = needed ? await fixturesOf(flags, config) : undefined;
  announce(flags, fixtures, offline ? 'not run' : 'run');
  if (!offline) checkDestinations(flags);
  else if (registration.versions !== undefined) checkNothingIsFetched(flags);
  const { secrets, ...network } = offline ? { secrets: [] } : await networkOf(flags, config);
  const token = offline ? NO_TOKEN : await tokenOf(flags, config, network);
  const { renewal } = token;
  const isHeld = flags.contract !== undefined || flags.contractFile !== undefined;
  const { contract, contractFile } = isHeld ? flags : config;
  const { only, api, without, level, hunt, maxRequests, name, minJudged, concurrency } = {
    ...config,
    ...flags,
  };
  const origin = flags.origin === undefined ? config.origin : parseOrigin(flags.origin);
  const own = await (offline ? fixtures?.written : fixtures?.all());
  const sampling = samplingOf(
    flags,
    registration.sampled ? config : { ...config, runs: undefined },
  );
  const rate = flags.rate === undefined ? config.ratePerSecond : parseRate(flags.rate);
  return {
    ...defined({
      fixtures: origin === undefined ? own : ({ ...own, origins: [origin] } as Partial<Fixtures>),
      commandNotRun: offline ? fixtures?.command : undefined,
      only: only && selection(only),
      api: api && apiNames('--api', api),
      without: without && groups(without),
      ...{ level, hunt, maxRequests, name, minJudged, concurrency },
      ratePerSecond: rate,
      timeoutMs: flags.timeout ?? config.timeoutMs,
      ...network,
      renewal,
      tokenLastsMs: renewal === undefined ? token.lastsMs : undefined,
    }),
    ...sampling,
    ...(registration.changing && { allowed: allowanceOf(flags, config.strictRead) }),
    ...(registration.versions && defined({ contract, contractFile })),
    headers: {
      ...Object.fromEntries(
        Object.entries(config.headers).map(([name, value]) => [name.toLowerCase(), value]),
      ),
      ...Object.fromEntries((flags.header ?? []).map(openHeader)),
      ...token.headers,
    },
    secrets: [...config.secrets, ...secrets, ...token.secrets],
    certify: certifies(flags, config, sampling),
  };
}

/** The patterns of `--only`, with commas between them. Throws InputError. */
export function selection(globs: readonly string[]): string {
  const parts = globs.map((glob) => glob.trim());
  if (!parts.some((glob) => /^,|^$|,$/.test(glob))) return parts.join(',');
  throw new InputError("--only: a pattern is empty. Write one such as '*/withdraw/*'.");
}

/** The names of `--without`, which may have commas between them. Throws InputError. */
export function groups(names: readonly string[]): readonly string[] {
  const all = names.flatMap((text) => text.split(',').map((name) => name.trim()));
  if (!all.includes('')) return [...new Set(all)];
  throw new InputError('--without: the name of a group is empty. Write one such as browsers.');
}

/**
 * What has to conform. A configuration for full runs may require a certificate; the quick profile cannot get it. Throws
 * InputError.
 */
export function certifies(
  flags: Flags,
  config: Pick<Config, 'certify'> = {},
  { profile }: Pick<Settings, 'profile'> = {},
): Certify {
  const { certify = profile === 'quick' ? false : (config.certify ?? false) } = flags;
  const wanted = typeof certify === 'boolean' ? certify : apiNames('--certify', [certify].flat());
  if (!wanted || !flags.insecure) return wanted;
  throw new InputError(
    '--insecure: a server can be certified only if its TLS certificate is checked. Leave out --certify, or name the authority of the server with --ca.',
  );
}

/** Shows what a file that was not named decides. Fixtures of the command line are not its own. */
function announce(
  { settings, fixtures: own }: SettingFlags,
  fixtures: FixturesSource | undefined,
  use: CommandUse,
): void {
  if (settings === undefined || settings.named) return;
  const command = own === undefined ? fixtures?.command : undefined;
  settings.announce(announcementOf(settings, command, use));
}

/** Throws NotAllowedError if a secret of the command line would go where only a file leads that was not named. */
function checkDestinations(flags: SettingFlags): void {
  const { settings } = flags;
  if (settings === undefined) return;
  const { oauth, ca } = settings.config;
  const own = credentialOptions(flags);
  const client = own.filter((name) => name === '--oauth-client-secret-env');
  if (oauth !== undefined && flags.oauthTokenUrl === undefined)
    keepSecrets(client, settings, {
      member: 'oauth.tokenUrl',
      value: oauth.tokenUrl,
      remedy: 'Add --oauth-token-url URL',
    });
  if (ca !== undefined && flags.ca === undefined)
    keepSecrets(own, settings, { member: 'ca', value: ca, remedy: 'Add --ca FILE' });
}

/** Throws NotAllowedError if a document would be fetched for a command that sends nothing. */
function checkNothingIsFetched({ settings, contract, contractFile: own }: SettingFlags): void {
  if (settings === undefined || settings.named || contract !== undefined || own !== undefined)
    return;
  const { file, config } = settings;
  if (!/^https?:/i.test(config.contractFile ?? '')) return;
  throw new NotAllowedError(
    `contractFile in ${file} is a URL, but this command sends nothing to a host that you did not name. Add --contract-file URL or --contract VERSION, or name the file with --config ${file}. Nothing was sent.`,
  );
}

/**
 * Throws NotAllowedError if credentials are given for a server that only the file names: the file may come from anyone.
 */
export function checkNoCredentials(
  command: string,
  url: URL,
  file: string,
  flags: SettingFlags,
): void {
  const { headers, tokenEnv, tokenFile, oauth, cert } = flags.settings?.config ?? NO_CONFIG;
  const named = [tokenEnv, tokenFile, oauth, cert, Object.keys(headers)[0]];
  if (credentialOptions(flags).length === 0 && named.every((one) => one === undefined)) return;
  throw new NotAllowedError(
    `${command}: ${url.origin} is named only by ${file}, and tokens and headers are not sent to a server that you did not name. If it is yours, add --url ${url.href.replace(/\/$/, '')}. Nothing was sent.`,
  );
}

type Sampling = Pick<Flags, 'seed' | 'runs' | 'profile'>;

/** The values that are sent, and their number. Throws InputError for settings that exclude each other. */
export function samplingOf(
  flags: Sampling & { readonly certify?: true | string },
  config: { readonly [K in keyof Sampling]?: Sampling[K] | undefined } = {},
): Pick<Settings, 'seed' | 'randomSeed' | 'runs' | 'profile'> {
  const { seed = config.seed, profile = config.profile } = flags;
  // The runs of the configuration belong to its own profile, not to the profile of a flag.
  const runs = flags.runs ?? (flags.profile === 'quick' ? undefined : config.runs);
  if (profile === 'quick' && runs !== undefined) {
    throw new InputError(
      '--runs: the quick profile has no additional random values. Leave out one of runs and profile.',
    );
  }
  if (profile === 'quick' && flags.certify) {
    throw new InputError(
      '--certify: the quick profile sends too little for a certificate. Use --profile full.',
    );
  }
  const randomSeed = seed === 'random';
  return { randomSeed, ...defined({ seed: randomSeed ? newSeed() : seed, runs, profile }) };
}

async function fixturesOf(
  flags: SettingFlags,
  config: Config,
): Promise<FixturesSource | undefined> {
  if (flags.fixtures === undefined) return config.fixtures?.();
  const { openFixtures } = await import('./fixtures.ts');
  return openFixtures(flags.fixtures);
}

/** Other users of this machine can read the arguments of a process. */
function openHeader(text: string): readonly [string, string] {
  const [name, value] = parseHeader(text);
  if (!isSecretHeader(name)) return [name.toLowerCase(), value];
  throw new InputError(
    `--header ${name}: a secret does not belong on the command line. Use --token-env or --token-file for a bearer token, or write ${name}: \${NAME} under headers: in assay.yaml and set the environment variable NAME.`,
  );
}
