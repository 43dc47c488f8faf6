/** The exit codes, which others rely on, and what a report amounts to. */
import type { Report } from '../model/index.ts';

export const EXIT = {
  /** No MUST failed and something passed; with --certify: conforming. */
  good: 0,
  /** A MUST failed. */
  failed: 1,
  /** Inconclusive, the run was cut short, or the target cannot be certified. */
  inconclusive: 2,
  /** The command line, the configuration or the kit itself is at fault. */
  unusable: 3,
  /** The command would do more than the operator allows. */
  notAllowed: 4,
} as const;

/** The exit code of a run. */
export function exitCodeOf(report: Report, certify: boolean): number {
  const { verdicts, summary, run, result } = report;
  const undecided = (reason: string): boolean =>
    verdicts.some((v) => v.reason === reason && v.outcome === 'cantTell');
  if (summary.MUST.failed > 0) return EXIT.failed;
  if (undecided('kit-fault')) return EXIT.unusable;
  if (run.interrupted || undecided('unreachable')) return EXIT.inconclusive;
  if (certify && result !== 'conforming') return EXIT.inconclusive;
  // A sample that conforms is a result too.
  const sampled = verdicts.some((v) => v.reason === 'not-sampled' && v.conclusive > 0);
  const passed = sampled || summary.MUST.passed + summary.SHOULD.passed > 0;
  return passed ? EXIT.good : EXIT.inconclusive;
}

/** Hands the exit code of a command to the program. */
export type Finish = (code: number) => void;
