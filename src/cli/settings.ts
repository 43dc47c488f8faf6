/** Flags and assay.yaml, made into the settings of a run. Flags win. */
import { existsSync } from 'node:fs';
import type { Level } from '../contract/contract.ts';
import { isSecretHeader } from '../exchange/redact.ts';
import type { Config } from '../input/config.ts';
import { InputError } from '../input/error.ts';
import { parseHeader, parseRate, readToken, type Target } from '../input/options.ts';
import { defaultRate } from '../input/pace.ts';
import type { Fixtures } from '../words.ts';
import { defined, type SelectionFlags, type TargetFlags } from './options.ts';

export interface SettingFlags extends SelectionFlags, TargetFlags {
  readonly maxRequests?: number;
  readonly timeout?: number;
  readonly header?: readonly string[];
  readonly tokenEnv?: string;
  readonly tokenFile?: string;
  readonly out?: string;
  readonly certify?: true;
}

/** Everything about a run but the surface; what nobody said is absent. */
export interface Settings {
  readonly fixtures?: Fixtures;
  readonly only?: string;
  readonly level?: Level;
  readonly seed?: number;
  readonly runs?: number;
  readonly ratePerSecond?: number;
  readonly maxRequests?: number;
  readonly timeoutMs?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly out: string;
  readonly certify: boolean;
}

const CONFIG_FILE = 'assay.yaml';
export const OUT = 'reports/latest';

/** Reads what the flags and the configuration name. Throws InputError. */
export async function settingsOf(flags: SettingFlags, target?: Target): Promise<Settings> {
  const config = await configOf(flags);
  const token = await tokenOf(flags, config);
  const only = flags.only ?? config.only;
  const { seed = config.seed, runs = config.runs, level = config.level } = flags;
  const rate = flags.rate === undefined ? config.ratePerSecond : parseRate(flags.rate);
  return {
    ...defined({
      fixtures: await fixturesOf(flags, config),
      only: only && selection(only),
      level,
      seed,
      runs,
      ratePerSecond: rate ?? (target && defaultRate(target.url)),
      maxRequests: flags.maxRequests ?? config.maxRequests,
      timeoutMs: flags.timeout ?? config.timeoutMs,
    }),
    headers: {
      ...lowerCased(config.headers),
      ...target?.headers,
      ...Object.fromEntries((flags.header ?? []).map(openHeader)),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    secrets: [...config.secrets, ...(target?.secrets ?? []), ...(token ? [token] : [])],
    out: flags.out ?? config.out ?? OUT,
    certify: flags.certify ?? config.certify ?? false,
  };
}

async function configOf(flags: SettingFlags): Promise<Config> {
  const file = flags.config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  if (file === undefined) return { headers: {}, secrets: [] };
  const { readConfig } = await import('../input/config.ts');
  return readConfig(file);
}

async function fixturesOf(flags: SettingFlags, config: Config): Promise<Fixtures | undefined> {
  if (flags.fixtures === undefined) return config.fixtures?.();
  const { readFixtures } = await import('../input/fixtures.ts');
  return readFixtures(flags.fixtures);
}

async function tokenOf(flags: SettingFlags, config: Config): Promise<string | undefined> {
  const own = flags.tokenEnv !== undefined || flags.tokenFile !== undefined;
  const { tokenEnv, tokenFile } = own ? flags : config;
  if (tokenEnv !== undefined) return readToken({ env: tokenEnv });
  return tokenFile === undefined ? undefined : readToken({ file: tokenFile });
}

/** Other people on this machine can read the arguments of a process. */
function openHeader(text: string): readonly [string, string] {
  const [name, value] = parseHeader(text);
  if (!isSecretHeader(name)) return [name.toLowerCase(), value];
  throw new InputError(
    `--header ${name}: a secret does not belong on the command line. Use --token-env or --token-file for a bearer token, or write ${name}: \${NAME} under headers: in assay.yaml and set the environment variable NAME.`,
  );
}

function selection(globs: readonly string[]): string {
  const parts = globs.map((glob) => glob.trim());
  if (!parts.some((glob) => /^,|^$|,$/.test(glob))) return parts.join(',');
  throw new InputError("--only: a pattern is empty. Write one such as 'registry/withdraw/*'.");
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
