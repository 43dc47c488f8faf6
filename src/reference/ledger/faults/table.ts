/** The tables that the faults of the ledger stand in. */

import type { LedgerDefect } from '../fault.ts';
import { VERSIONS, type Version } from '../versions.ts';

/** A deliberate defect, and what the kit must be allowed to do before it can see it. */
export interface LedgerFault extends LedgerDefect {
  /** Reading only by default. */
  readonly allow?: 'writes' | 'irreversible';
  /** The token that shows it; the auditor's by default. */
  readonly token?: 'reader';
}

/** For a fault that older versions show in another place than the newest one. */
export const EVERY_VERSION: readonly Version[] = VERSIONS;

/** The faults of a table: its rows, by id. */
export const table = (
  rows: Readonly<Record<string, Omit<LedgerFault, 'id'>>>,
): readonly LedgerFault[] => Object.entries(rows).map(([id, row]) => ({ id, ...row }));
