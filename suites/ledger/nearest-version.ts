/** Chooses the contract for a ledger. */
import { isVersion, type LedgerVersion, NEWEST, nearest, order } from './versions.ts';

/** The release of a contract, if earlier releases of the same version promised less. */
const FIRST_RELEASE: Readonly<Partial<Record<LedgerVersion, number>>> = { '3.4': 12 };

/** The contract version for this announced version, and a note if they differ. */
export function nearestVersion(announced: string): readonly [version: LedgerVersion, note: string] {
  const version = nearest(announced);
  const called = JSON.stringify(announced.slice(0, 60));
  if (!isVersion(announced)) {
    const note = `The ledger reports ${called}, which is not a version; it is held to ${version}.`;
    return [version, note];
  }
  const apart = order(announced, version);
  if (apart !== 0) {
    const known = version === NEWEST ? 'newest' : 'oldest';
    const note = `The ledger reports version ${called}; it is held to ${version}, the ${known} that Assay knows.`;
    return [version, note];
  }
  const first = FIRST_RELEASE[version] ?? 0;
  const [, release = 0] = /^v?\d+\.\d+\.(\d+)/.exec(announced) ?? [];
  if (Number(release) >= first) return [version, ''];
  const lacks = `operations and defaults that came with ${version}.${first} may be missing`;
  return [version, `The ledger reports version ${called}; ${lacks}, and count as broken.`];
}
