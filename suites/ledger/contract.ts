/** The contract of the ledger JSON API at either version. */
import { type Contract, type DocumentFiles, loadContract } from '../../src/index.ts';
import { CLAUSES } from '../clauses.ts';

export type LedgerVersion = '3.4' | '3.5';
export const LEDGER_VERSIONS: readonly LedgerVersion[] = ['3.4', '3.5'];

const FILES: Readonly<Record<LedgerVersion, DocumentFiles>> = {
  '3.4': { name: 'ledger/3.4', files: ['ledger/3.4.yaml'] },
  '3.5': { name: 'ledger/3.5', files: ['ledger/3.4.yaml', 'ledger/3.5.overlay.yaml'] },
};

export const LEDGER_CLAUSES: readonly DocumentFiles[] = [
  CLAUSES,
  { name: 'ledger/clauses', files: ['ledger/clauses.yaml'] },
];
export const LEDGER_DOCUMENTS: readonly DocumentFiles[] = [
  ...LEDGER_CLAUSES,
  ...Object.values(FILES),
];

/**
 * The ledger contract at this version, deeply frozen; the same object each time. 3.5 is the document of
 * 3.4 with the overlay applied, and its sha256 covers both files. Throws on an unknown version.
 */
export function ledgerContract(version: LedgerVersion): Contract {
  if (!LEDGER_VERSIONS.includes(version)) {
    throw new Error(`there is no ledger contract "${version}"; known are 3.4 and 3.5`);
  }
  return loadContract('ledger', FILES[version]);
}
