/**
 * The versions of the ledger contract. A new one is an entry of this list and an overlay in specs/ledger. It behaves
 * like the previous one unless its document, or a rule that names it, says otherwise. The command line reads the list
 * at its start, so this file loads nothing.
 */
import type { DocumentFiles } from '../../src/kit.ts';

/** The oldest first. */
export const LEDGER_VERSIONS = ['3.4', '3.5'] as const;

export type LedgerVersion = (typeof LEDGER_VERSIONS)[number];

export const OLDEST: LedgerVersion = LEDGER_VERSIONS[0];
export const NEWEST: LedgerVersion = LEDGER_VERSIONS.at(-1) ?? OLDEST;

/** The document of a version: the oldest one, and an overlay for each later version. */
export function filesOf(version: LedgerVersion): DocumentFiles {
  const later = LEDGER_VERSIONS.slice(1).filter((one) => isSince(version, one));
  return {
    name: `ledger/${version}`,
    files: [`ledger/${OLDEST}.yaml`, ...later.map((one) => `ledger/${one}.overlay.yaml`)],
  };
}

/** True for this version or a later one. */
export function isSince(version: string, first: LedgerVersion): boolean {
  return order(version, first) >= 0;
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
  return LEDGER_VERSIONS.findLast((known) => isSince(version, known)) ?? OLDEST;
}

const NUMBERS = /^v?(\d+)\.(\d+)/;

/** True if a text begins with two numbers, as versions do. */
export function isVersion(text: string): boolean {
  return NUMBERS.test(text);
}

function numbersOf(version: string): readonly [major: number, minor: number] {
  const [, major, minor] = NUMBERS.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
