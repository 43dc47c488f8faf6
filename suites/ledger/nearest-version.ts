/** Chooses the contract for a ledger. */
import { ledgerContract } from './contract.ts';
import {
  type ContractVersion,
  contractAt,
  isVersion,
  type LedgerVersion,
  NEWEST,
  nearest,
  order,
} from './versions.ts';

/** The release of a contract, if earlier releases of the same version promised less. */
const FIRST_RELEASE: Readonly<Partial<Record<LedgerVersion, number>>> = { '3.4': 12 };

/** The contract for this announced version, and a note if they differ. */
export function nearestVersion(
  announced: string,
): readonly [version: ContractVersion, note: string] {
  const version = nearest(announced);
  const called = JSON.stringify(announced.slice(0, 60));
  if (!isVersion(announced)) {
    const note = `The ledger reports ${called}, which is not a version; it is judged by ${version}.`;
    return [version, note];
  }
  const apart = order(announced, version);
  if (apart !== 0) {
    const known = version === NEWEST ? 'newest' : 'oldest';
    const note = `The ledger reports version ${called}; it is judged by ${version}, the ${known} that Assay knows.`;
    return [version, note];
  }
  const held = contractAt(announced);
  if (held !== version) return [held, notOffered(called, held, version)];
  const first = FIRST_RELEASE[version] ?? 0;
  const [, release = 0] = /^v?\d+\.\d+\.(\d+)/.exec(announced) ?? [];
  if (Number(release) >= first) return [version, ''];
  const lacks = `features added in ${version}.${first} may be missing: their operations are not required, but missing defaults count as failures`;
  return [version, `The ledger reports version ${called}; ${lacks}.`];
}

/** Names the operations that a later patch version of the same contract added. */
function notOffered(called: string, held: ContractVersion, whole: LedgerVersion): string {
  const known = new Set(ledgerContract(held).operations.map(({ operationId }) => operationId));
  const later = ledgerContract(whole)
    .operations.filter(({ operationId }) => !known.has(operationId))
    .map(({ method, path, since }) => `${method} ${path} (${since})`);
  return later.length === 0
    ? ''
    : `The ledger reports version ${called}. Later versions added, so not offered: ${later.join(', ')}.`;
}
