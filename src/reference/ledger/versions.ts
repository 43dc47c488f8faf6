/** The versions of the reference ledger. */

/** The release of each version, the oldest first. */
const RELEASES = { '3.4': '3.4.12', '3.5': '3.5.14', '3.6': '3.6.1' } as const;

export type Version = keyof typeof RELEASES;

/** A version, which stands for its newest release, or a release. */
export type Release = Version | `${number}.${number}.${number}`;

const VERSIONS: readonly Version[] = Object.keys(RELEASES) as Version[];

export const OLDEST: Version = VERSIONS[0] as Version;

export const NEWEST: Version = VERSIONS.at(-1) as Version;

/** The version of this name, or the release. Throws when there is none. */
export function versionNamed(name: string): Release {
  const isRelease = /^\d+\.\d+\.\d+$/.test(name);
  const found = isRelease ? name : VERSIONS.find((version) => version === name);
  if (found !== undefined && isSince(found as Release, OLDEST)) return found as Release;
  throw new Error(`There is no ledger of version ${name}; there are ${VERSIONS.join(', ')}.`);
}

/** As GET /v2/version reports it. */
export function releaseOf(version: Release): string {
  return (RELEASES as Readonly<Record<string, string>>)[version] ?? version;
}

/** True if the release of `version` is `first` or a later one; 3.5 as the first one is 3.5.0. */
export function isSince(version: Release, first: Release): boolean {
  const [one, other] = [releaseOf(version), first].map((text) => text.split('.').map(Number));
  const apart = [0, 1, 2].map((i) => (one?.[i] ?? 0) - (other?.[i] ?? 0));
  return (apart.find((difference) => difference !== 0) ?? 0) >= 0;
}

/** The versions from this one on. */
export function from(first: Version): readonly Version[] {
  return VERSIONS.filter((version) => isSince(version, first));
}

/** The version to which a release belongs, as faults name it. */
export function lineOf(version: Release): Version {
  return VERSIONS.findLast((one) => isSince(version, one)) ?? OLDEST;
}
