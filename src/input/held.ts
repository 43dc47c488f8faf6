/** A surface at the contract by which a target is judged. */

import type { Contract } from '../contract/contract.ts';
import { redactor } from '../exchange/redact.ts';
import { defined } from '../model/defined.ts';
import { type Exchange, jsonOf, type Surface } from '../model/index.ts';
import type { Registration, Versions } from '../model/registration.ts';
import type { Access } from './client.ts';
import type { Settings } from './settings.ts';

/** The target whose version is looked up. */
interface Target {
  readonly url: URL;
  /** Sends the lookup if the caller counts requests; by default a separate client does. */
  readonly get?: (path: string) => Promise<Exchange>;
}

type TargetAccess = Target & Access;

interface ChosenContract {
  readonly contract: Contract;
  /** A note for the operator about the choice. */
  readonly note?: string;
  /** The version that the target announced, if it was requested. */
  readonly announced?: string;
  /** The lookup of the version, if this function sent it. */
  readonly lookup?: Exchange;
  /** True if the lookup got no connection, or no response in time. */
  readonly silentBefore?: true;
}

function requesting(access: TargetAccess): (path: string) => Promise<Exchange> {
  return async (path) => (await import('./send-once.ts')).sendOnce({ ...access, path });
}

/** The lookup of the version. Every caller may read it, but not every target ignores a token that it refuses. */
async function announcement(path: string, access: TargetAccess): Promise<Exchange> {
  const found = await (access.get ?? requesting(access))(path);
  const isRefused = [401, 403].includes(found.response?.status ?? 0);
  if (!isRefused || access.get !== undefined) return found;
  const others = Object.entries(access.headers ?? {}).filter(
    ([name]) => name.toLowerCase() !== 'authorization',
  );
  return requesting({ ...access, headers: Object.fromEntries(others) })(path);
}

function newest({ names }: Versions): string {
  return names[0] ?? '';
}

/**
 * The contract of this version. For `auto`, the one of the version that the target announces: the nearest one if there
 * is no exact one, and the newest if it announces none. Throws InputError for an unknown version.
 */
async function contractFor(
  versions: Versions,
  version: string,
  access: TargetAccess,
): Promise<ChosenContract> {
  if (version !== 'auto') return { contract: await versions.contract(version) };
  const exchange = await announcement(versions.announcedAt, access);
  const { response, noResponse } = exchange;
  const lookup = access.get === undefined ? { lookup: exchange } : {};
  const { version: named } = (jsonOf(response) ?? {}) as { readonly version?: unknown };
  if (response?.status === 200 && typeof named === 'string') {
    const announced = redactor(access.secrets ?? [])(named);
    const [nearest, note] = await versions.nearest(announced);
    const contract = await versions.contract(nearest);
    return { contract, ...lookup, announced, ...(note !== '' && { note }) };
  }
  // The target may be starting: the run would wait for it once more.
  const isSilent = noResponse?.kind === 'timeout' || noResponse?.kind === 'refused';
  const why = response === undefined ? noResponse?.message : `The response was ${response.status}.`;
  return {
    contract: await versions.contract(newest(versions)),
    ...lookup,
    ...(isSilent && { silentBefore: true as const }),
    note: `GET ${versions.announcedAt} did not name the version; the target is judged by ${newest(versions)}. ${why} Use --contract to name another version.`,
  };
}

/** A surface at the contract that a target is held to. */
export interface Held extends Omit<ChosenContract, 'contract'> {
  readonly surface: Surface;
}

/**
 * The surface at the contract that the settings name. Without a name, the contract follows from the version that the
 * target reports; without a target, `auto` is the newest. Throws InputError.
 */
export async function surfaceFor(
  registration: Registration,
  settings: Partial<Settings>,
  target?: Target,
): Promise<Held> {
  const { contract: version = 'auto', contractFile, api, fixtures } = settings;
  if (api !== undefined) {
    const { needlessFixtures, surfaceOfApis } = await import('./apis.ts');
    const surface = await surfaceOfApis(registration, api);
    const left = needlessFixtures(surface, fixtures);
    if (left.length === 0) return { surface };
    return { surface, note: `No selected API needs these fixtures: ${left.join(', ')}.` };
  }
  const { suite, versions } = registration;
  if (versions === undefined) return { surface: (await suite())() };
  if (contractFile !== undefined) {
    const { contractFrom } = await import('./contract-file.ts');
    const contract = await contractFrom(versions, contractFile, settings);
    return { surface: (await suite())(contract) };
  }
  if (version === 'auto' && target === undefined) {
    const note = `Planned for ${newest(versions)}; a run detects the version of the target, as does --contract auto.`;
    return { surface: (await suite())(), note };
  }
  const { contract, ...chosen } = target
    ? await contractFor(versions, version, { ...settings, ...target })
    : { contract: await versions.contract(version) };
  return { surface: (await suite())(contract), ...chosen };
}

/**
 * The surface by which traffic is judged that was recorded at this contract, unless a document replaces it. Throws
 * InputError.
 */
export async function surfaceOfTraffic(
  registration: Registration,
  { contract, contractFile, api }: Recorded,
): Promise<Surface> {
  const own = contractFile === undefined ? { contract, api } : { contractFile };
  return (await surfaceFor(registration, defined(own))).surface;
}

interface Recorded {
  readonly contract?: string | undefined;
  readonly contractFile?: string | undefined;
  readonly api?: readonly string[] | undefined;
}
