/** The versions of the reference ledger. */

/** The release of each version, the oldest first. */
export const RELEASES = { '3.4': '3.4.12', '3.5': '3.5.1' } as const;

export type Version = keyof typeof RELEASES;

export const VERSIONS: readonly Version[] = Object.keys(RELEASES) as Version[];

export const OLDEST: Version = VERSIONS[0] as Version;

export const NEWEST: Version = VERSIONS.at(-1) as Version;

/** The version of this name. Throws when there is none. */
export function versionNamed(name: string): Version {
  const found = VERSIONS.find((version) => version === name);
  if (found !== undefined) return found;
  throw new Error(`There is no ledger of version ${name}; there are ${VERSIONS.join(', ')}.`);
}

/** True if `version` is `first` or a later one. */
export function isSince(version: Version, first: Version): boolean {
  return VERSIONS.indexOf(version) >= VERSIONS.indexOf(first);
}
