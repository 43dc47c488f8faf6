/** The tables that the faults of the reference servers stand in. */

/** One row, without the change that it describes. */
export interface FaultRow {
  readonly id: string;
  /** The requirement that must fail; a glob where the same defect is in several operations. */
  readonly killedBy: string;
  /** What the kit needs to see it. */
  readonly conditions: readonly string[];
  /** The defect, in one sentence. */
  readonly description: string;
}

/**
 * Reads `id | operation/name | conditions | description`, where the conditions may be missing. Throws for a row
 * of another form.
 */
export function readRow(surface: string, row: string): FaultRow {
  const [id = '', killedBy = '', ...rest] = row.split(' | ');
  const description = rest.pop();
  if (description === undefined || rest.length > 1) throw new Error(`no row of faults: ${row}`);
  const conditions = rest.flatMap((words) => words.split(' '));
  return { id, killedBy: `${surface}/${killedBy}`, conditions, description };
}
