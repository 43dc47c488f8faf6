/**
 * The versions of the ledger contract. A new one is an entry of this list and an overlay in specs/ledger. It behaves
 * like the previous one unless its document, or a rule that names it, says otherwise. The command line reads the list
 * at its start, so this file loads nothing.
 */
import type { DocumentFiles } from '../../src/kit.ts';

/** The oldest first. */
export const LEDGER_VERSIONS = ['3.4', '3.5', '3.6'] as const;

export type LedgerVersion = (typeof LEDGER_VERSIONS)[number];

/** A contract: a version, or as much of it as a ledger of this patch version has. */
export type ContractVersion = LedgerVersion | `${LedgerVersion}.${number}`;

export const OLDEST: LedgerVersion = LEDGER_VERSIONS[0];
export const NEWEST: LedgerVersion = LEDGER_VERSIONS.at(-1) ?? OLDEST;

/**
 * The patch versions that a document describes: its first one, and those with an `x-since` in the overlay. The contract
 * of the last one is that of the whole version.
 */
export const PATCHES: Readonly<Partial<Record<LedgerVersion, readonly ContractVersion[]>>> = {
  '3.5': ['3.5.1', '3.5.2', '3.5.7', '3.5.8', '3.5.10'],
};

/** Every contract, the oldest first; before each version what its earlier patch versions have of it. */
export const CONTRACT_VERSIONS: readonly ContractVersion[] = LEDGER_VERSIONS.flatMap((version) => [
  ...earlierPatches(version),
  version,
]);

function earlierPatches(version: LedgerVersion): readonly ContractVersion[] {
  return PATCHES[version]?.slice(0, -1) ?? [];
}

/** The document of a contract: the oldest version, and an overlay for each later one. */
export function filesOf(contract: ContractVersion): DocumentFiles {
  const version = nearest(contract);
  const later = LEDGER_VERSIONS.slice(1).filter((one) => isSince(version, one));
  return {
    name: `ledger/${contract}`,
    files: [`ledger/${OLDEST}.yaml`, ...later.map((one) => `ledger/${one}.overlay.yaml`)],
    ...(contract !== version && { asOf: contract }),
  };
}

/** The contract of a ledger of this release: what its version has, without what later patch versions added. */
export function contractAt(release: string): ContractVersion {
  const version = nearest(release);
  const last = PATCHES[version]?.at(-1) ?? version;
  if (order(release, version) !== 0 || isSince(release, last)) return version;
  const earlier = earlierPatches(version);
  return earlier.findLast((patch) => isSince(release, patch)) ?? earlier[0] ?? version;
}

/**
 * True for this version or a later one, compared to the patch. A version without a patch, such as 3.5, is as its last
 * patch if it is the one that is asked about, and as its first one if it is the other.
 */
export function isSince(version: string, first: string): boolean {
  const apart = order(version, first);
  return apart > 0 || (apart === 0 && (patchOf(version) ?? Infinity) >= (patchOf(first) ?? 0));
}

/** Compares two versions by major and minor number; below 0 if the first is older. 3.5.1-SNAPSHOT equals 3.5. */
export function order(one: string, other: string): number {
  const [[major, minor], [otherMajor, otherMinor]] = [numbersOf(one), numbersOf(other)];
  return major - otherMajor || minor - otherMinor;
}

/** The first version with this API: an earlier one is that of something else. */
const FIRST = '3.0';

export function hasThisApi(version: string): boolean {
  return order(version, FIRST) >= 0;
}

/** The last version up to this one; the oldest for earlier ones with this API, and the newest for all other texts. */
export function nearest(version: string): LedgerVersion {
  if (!isVersion(version) || !hasThisApi(version)) return NEWEST;
  return LEDGER_VERSIONS.findLast((known) => order(version, known) >= 0) ?? OLDEST;
}

const NUMBERS = /^v?(\d+)\.(\d+)(?:\.(\d+))?/;

/** True if a text begins with two numbers, as versions do. */
export function isVersion(text: string): boolean {
  return NUMBERS.test(text);
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = NUMBERS.exec(version) ?? [];
  return [Number(major), Number(minor)];
}

function patchOf(version: string): number | undefined {
  const [, , , patch] = NUMBERS.exec(version) ?? [];
  return patch === undefined ? undefined : Number(patch);
}
