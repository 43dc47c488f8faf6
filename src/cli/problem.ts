/** What goes wrong, in words: what, which input, what to do. */
import { distance } from 'fastest-levenshtein';
import { EXIT } from './exit.ts';

/** Errors whose message is written for the operator. */
const EXPECTED = new Set(['ASSAY_INPUT', 'ASSAY_SELECTION', 'ASSAY_REFUSED']);

/** Reports an error on stderr and returns the exit code. The stack is shown with ASSAY_DEBUG only. */
export function complain(error: unknown): number {
  const { message, code, stack } = error as Error & { code?: unknown };
  const problem = message ?? String(error);
  const shown = process.env['ASSAY_DEBUG'] ? `${stack ?? problem}` : problem;
  const own = EXPECTED.has(String(code));
  process.stderr.write(`error: ${shown}${own ? '' : `\n${REPORT_IT}`}\n`);
  return code === 'ASSAY_REFUSED' ? EXIT.refused : EXIT.unusable;
}
const REPORT_IT =
  'This is trouble of the kit, not of the target. Set ASSAY_DEBUG=1 to see where it comes from.';

/** ` Did you mean x?` when a known name is near what was asked for or begins so; else the known names, if few. */
export function suggestion(given: string, known: readonly string[]): string {
  const far = (name: string): number =>
    Math.min(distance(given, name), distance(given, name.slice(0, given.length)) + 1);
  const nearest = known.toSorted((a, b) => far(a) - far(b))[0];
  if (nearest !== undefined && far(nearest) <= Math.max(2, given.length / 3)) {
    return ` Did you mean ${nearest}?`;
  }
  return known.length > 12 ? '' : ` Known: ${known.join(', ')}.`;
}
