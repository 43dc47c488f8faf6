/** The levels, strongest first. */
export const LEVELS = ['MUST', 'SHOULD', 'MAY'];
/** A shape and a word for each mark, so that no reader depends on colour. */
export const MARKS = {
    failed: { symbol: '✗', label: 'Failed' },
    warning: { symbol: '!', label: 'Warning' },
    information: { symbol: 'i', label: 'Information' },
    cantTell: { symbol: '?', label: 'Cannot tell' },
    untested: { symbol: '○', label: 'Untested' },
    inapplicable: { symbol: '–', label: 'Not applicable' },
    passed: { symbol: '✓', label: 'Passed' },
};
/** The mark of a verdict: its outcome, and for `failed` also its level. */
export function markOf(verdict) {
    if (verdict.outcome !== 'failed' || verdict.level === 'MUST')
        return verdict.outcome;
    return verdict.level === 'SHOULD' ? 'warning' : 'information';
}
