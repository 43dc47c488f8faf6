/** The tables that the faults of the ledger stand in. */

import type { LedgerDefect } from '../fault.ts';
import { VERSIONS, type Version } from '../versions.ts';

/** A deliberate defect, and the permissions that the kit needs to see it. */
export interface LedgerFault extends LedgerDefect {
  /** What one of the named requirements needs, by default. */
  readonly allow?: 'writes' | 'irreversible';
  /** The user whose token shows it; the auditor by default. */
  readonly token?: 'reader';
}

/** For a fault that older versions show in another requirement than the newest one. */
export const EVERY_VERSION: readonly Version[] = VERSIONS;

export { table } from '../../table.ts';
