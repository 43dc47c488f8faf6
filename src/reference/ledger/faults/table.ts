/** The tables that the faults of the ledger stand in. */

import type { LedgerDefect } from '../fault.ts';

/** A deliberate defect, and the permissions that the kit needs to see it. */
export interface LedgerFault extends LedgerDefect {
  /** What one of the named requirements needs, by default. */
  readonly allow?: 'writes' | 'irreversible';
  /** The user whose token shows it; the auditor by default. */
  readonly token?: 'reader';
}

export { table } from '../../table.ts';
