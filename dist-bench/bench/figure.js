/** One measured figure beside its target, and the table of all. */
/** A figure that must not be above `most`. */
export function atMost(says, value, most, unit = '', note = '') {
    const target = `≤ ${shown(most)}${unit}`;
    return { says, measured: shown(value) + unit, target, ok: value <= most, note };
}
/** A figure that must not be below `least`. */
export function atLeast(says, value, least, unit = '', note = '') {
    const target = `≥ ${shown(least)}${unit}`;
    return { says, measured: shown(value) + unit, target, ok: value >= least, note };
}
/** A figure without a target. */
export function told(says, value, unit = '', note = '') {
    return { says, measured: shown(value) + unit, note };
}
/** Whole numbers as they are, others with as many digits as matter. */
export function shown(value) {
    if (Number.isInteger(value))
        return value.toLocaleString('en');
    return Math.abs(value) < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en');
}
/** The figures as aligned text, one a line. */
export function table(figures) {
    const rows = figures.map((f) => [
        f.says,
        f.measured,
        f.target ?? '',
        f.ok === undefined ? '' : f.ok ? 'ok' : 'BELOW',
        f.note ?? '',
    ]);
    const all = [['figure', 'measured', 'target', '', 'how'], ...rows];
    const widths = [0, 1, 2, 3].map((i) => Math.max(...all.map((row) => (row[i] ?? '').length)));
    const line = (row) => row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd();
    return all.map(line).join('\n');
}
