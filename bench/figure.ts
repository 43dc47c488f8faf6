/** A measured figure with its target, and the table of all figures. */

export interface Figure {
  readonly statement: string;
  readonly measured: string;
  /** Absent for figures without a target. */
  readonly target?: string;
  readonly ok?: boolean;
  /** The spread, the sizes, and what was compared. */
  readonly note?: string;
}

/** A figure that must not be above `most`. */
export function atMost(
  statement: string,
  value: number,
  most: number,
  unit = '',
  note = '',
): Figure {
  const target = `≤ ${shown(most)}${unit}`;
  return { statement, measured: shown(value) + unit, target, ok: value <= most, note };
}

/** A figure that must not be below `least`. */
export function atLeast(
  statement: string,
  value: number,
  least: number,
  unit = '',
  note = '',
): Figure {
  const target = `≥ ${shown(least)}${unit}`;
  return { statement, measured: shown(value) + unit, target, ok: value >= least, note };
}

/** A figure without a target. */
export function information(statement: string, value: number, unit = '', note = ''): Figure {
  return { statement, measured: shown(value) + unit, note };
}

/** Two decimals for a fraction below 10; all other figures as whole numbers. */
export function shown(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString('en');
  return Math.abs(value) < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en');
}

/** The figures as an aligned table, one on a line. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((f) => [
    f.statement,
    f.measured,
    f.target ?? '',
    f.ok === undefined ? '' : f.ok ? 'ok' : 'BELOW',
    f.note ?? '',
  ]);
  const all = [['figure', 'measured', 'target', '', 'how'], ...rows];
  const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}
