export const EXIT = {
    /** No MUST failed and something passed; with --certify: conforming. */
    good: 0,
    /** A MUST failed. */
    failed: 1,
    /** Nothing could be told, the run was cut short, or the target cannot be certified. */
    undecided: 2,
    /** The command line, the configuration or the kit itself is at fault. */
    unusable: 3,
};
/** The exit code of a run. */
export function exitCodeOf(report, certify) {
    const { verdicts, summary, run, result } = report;
    const undecided = (reason) => verdicts.some((v) => v.reason === reason && v.outcome === 'cantTell');
    if (summary.MUST.failed > 0)
        return EXIT.failed;
    if (undecided('kit-fault'))
        return EXIT.unusable;
    if (run.interrupted || undecided('unreachable'))
        return EXIT.undecided;
    if (certify && result !== 'conforming')
        return EXIT.undecided;
    return summary.MUST.passed + summary.SHOULD.passed > 0 ? EXIT.good : EXIT.undecided;
}
