/** Chooses the contract of a target, if its API has several versions. */

import type { Contract } from '../contract/contract.ts';
import { redactor } from '../exchange/redact.ts';
import { type Exchange, jsonOf, type NoResponse } from '../model/index.ts';
import type { Versions } from '../model/registration.ts';
import type { SettingsFile } from './settings.ts';

/** The access to the target whose version is looked up. */
export interface TargetAccess
  extends Pick<SettingsFile, 'headers' | 'secrets' | 'timeoutMs' | 'trust'> {
  readonly url: URL;
  /** Sends the lookup if the caller counts requests; by default a separate client does. */
  readonly get?: (path: string) => Promise<Exchange>;
}

export interface ChosenContract {
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

/** True for a target that may be starting: the run would wait for it once more. */
function isSilent(silence: NoResponse | undefined): boolean {
  return silence?.kind === 'timeout' || silence?.kind === 'refused';
}

/** The newest version of an API. */
export function newest({ names }: Versions): string {
  return names[0] ?? '';
}

/**
 * The contract of this version. For `auto`, the one of the version that the target announces: the nearest one if there
 * is no exact one, and the newest if it announces none. Throws InputError for an unknown version.
 */
export async function contractFor(
  versions: Versions,
  version: string,
  access: TargetAccess,
): Promise<ChosenContract> {
  if (version !== 'auto') return { contract: await versions.contract(version) };
  const exchange = await (access.get ?? requesting(access))(versions.announcedAt);
  const { response, noResponse } = exchange;
  const lookup = access.get === undefined ? { lookup: exchange } : {};
  const { version: named } = (jsonOf(response) ?? {}) as { readonly version?: unknown };
  if (response?.status === 200 && typeof named === 'string') {
    const announced = redactor(access.secrets)(named);
    const [nearest, note] = await versions.nearest(announced);
    const contract = await versions.contract(nearest);
    return { contract, ...lookup, announced, ...(note === '' ? {} : { note }) };
  }
  const why = response === undefined ? noResponse?.message : `The response was ${response.status}.`;
  return {
    contract: await versions.contract(newest(versions)),
    ...lookup,
    ...(isSilent(noResponse) ? { silentBefore: true as const } : {}),
    note: `GET ${versions.announcedAt} did not name the version; the target is held to ${newest(versions)}. ${why} --contract names another.`,
  };
}
