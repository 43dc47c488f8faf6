import type { Contract } from '../contract/contract.ts';
import { InputError } from '../input/error.ts';
import { suggestion } from './problem.ts';

/** The ledger contract at a version. Throws InputError for a version that is not there. */
export async function ledgerOf(version: string): Promise<Contract> {
  const { LEDGER_VERSIONS, ledgerContract } = await import('../contract/ledger.ts');
  const found = LEDGER_VERSIONS.find((v) => v === version);
  if (found !== undefined) return ledgerContract(found);
  const known = suggestion(version, LEDGER_VERSIONS);
  throw new InputError(`there is no ledger contract ${JSON.stringify(version)}.${known}`);
}
