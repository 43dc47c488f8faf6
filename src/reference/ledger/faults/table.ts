/** The tables that the faults of the ledger stand in. */
import { readRow } from '../../table.ts';
import type { LedgerDefect } from '../fault.ts';
import type { Change } from '../steps.ts';

/** A deliberate defect, and what the kit must be allowed to do before it can see it. */
export interface LedgerFault extends LedgerDefect {
  /** Reading only by default. */
  readonly allow?: 'writes' | 'irreversible';
  /** The token that shows it; the auditor's by default. */
  readonly token?: 'reader';
}

/**
 * The conditions of a row. Without any, a fault is proved at the newest version, reading only, with the auditor's
 * token.
 */
const CONDITIONS: Readonly<Record<string, Pick<LedgerFault, 'versions' | 'allow' | 'token'>>> = {
  both: { versions: ['3.4', '3.5'] },
  writes: { allow: 'writes' },
  irreversible: { allow: 'irreversible' },
  reader: { token: 'reader' },
};

/** The faults of a table: its rows, each with its change. Throws for an unknown condition. */
export const table = (rows: Readonly<Record<string, Change>>): readonly LedgerFault[] =>
  Object.entries(rows).map(([row, change]) => {
    const { conditions, ...fault } = readRow('ledger', row);
    const needs = conditions.map((word) => {
      const found = CONDITIONS[word];
      if (found === undefined) throw new Error(`no condition of faults: ${word} in ${row}`);
      return found;
    });
    return Object.assign({ ...fault, change }, ...needs);
  });
