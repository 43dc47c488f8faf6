/** The way to the target: accepted certificates, the client certificate, and the forward proxy. */
import type { ProxyFor, Trust } from '../exchange/way.ts';
import { defined } from '../model/defined.ts';
import type { Config } from './config.ts';
import { NotAllowedError } from './error.ts';
import type { Flags, IdentityFlags } from './flags.ts';
import { checkProxyOption, type NamedProxy, proxiesOf } from './proxies.ts';
import type { SettingsSource } from './settings-file.ts';

export interface Network {
  readonly trust?: Trust;
  readonly proxy: ProxyFor;
  /** Credentials of proxies. The passphrase of a key is part of no request. */
  readonly secrets: readonly string[];
}

type NetworkFlags = Flags & { readonly settings?: SettingsSource };

/** Warnings that were shown: settings are read several times. */
const shown = new Set<string>();

/** Reads the files that flags and configuration name. Throws InputError, and NotAllowedError for the proxy of a found file. */
export async function networkOf(flags: NetworkFlags, config: Config): Promise<Network> {
  const proxies = proxiesOf(namedProxy(flags, config));
  const identity = await identityOf(flags, config);
  const file = flags.ca ?? config.ca;
  const ca =
    file === undefined ? undefined : await (await import('./authority.ts')).readAuthorities(file);
  const trust = defined({ ca, insecure: flags.insecure, identity: identity?.identity });
  return {
    ...(Object.keys(trust).length === 0 ? {} : { trust }),
    proxy: proxies.proxyFor,
    secrets: proxies.secrets,
  };
}

/** The proxy of the command line, or that of a settings file that the operator named. */
function namedProxy({ proxy, settings }: NetworkFlags, config: Config): NamedProxy | undefined {
  if (proxy !== undefined) {
    checkProxyOption(proxy);
    return { value: proxy, from: '--proxy' };
  }
  if (config.proxy === undefined || settings === undefined) return undefined;
  const { file, named } = settings;
  if (named) return { value: config.proxy, from: `proxy in ${file}` };
  throw new NotAllowedError(
    `proxy in ${file}: ${file} was found but not named, so it cannot decide which proxy is used. Use --proxy URL or HTTPS_PROXY, or name the file with --config ${file}. Nothing was sent.`,
  );
}

async function identityOf(
  flags: Flags,
  config: Config,
): Promise<Awaited<ReturnType<typeof import('./identity.ts').readIdentity>>> {
  // A certificate of the command line goes with the key and the passphrase of the command line.
  const from: IdentityFlags = flags.cert === undefined ? { ...config, ...flags } : flags;
  if (from.cert === undefined && from.key === undefined) return undefined;
  const { readIdentity } = await import('./identity.ts');
  const read = await readIdentity(from);
  for (const warning of read?.warnings ?? []) {
    if (!shown.has(warning)) process.stderr.write(`${warning}\n`);
    shown.add(warning);
  }
  return read;
}
