/** The contract of the ledger JSON API at either version; each version is read once per process. */
import type { Contract } from './contract.ts';
import { contractNamed } from './load.ts';

export type LedgerVersion = '3.4' | '3.5';
export const LEDGER_VERSIONS: readonly LedgerVersion[] = ['3.4', '3.5'];

const contracts = new Map<LedgerVersion, Contract>();

/**
 * The ledger contract at this version, deeply frozen; the same object each time. 3.5 is the document of
 * 3.4 with the overlay applied, and its sha256 covers both files. Throws on an unknown version.
 */
export function ledgerContract(version: LedgerVersion): Contract {
  const known = contracts.get(version);
  if (known !== undefined) return known;
  if (!LEDGER_VERSIONS.includes(version)) {
    throw new Error(`there is no ledger contract "${version}"; known are 3.4 and 3.5`);
  }
  const contract = contractNamed('ledger', `ledger/${version}`);
  contracts.set(version, contract);
  return contract;
}
