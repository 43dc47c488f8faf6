/** What goes wrong, in words: what, which input, what to do. */
import { closest, distance } from 'fastest-levenshtein';
import { EXIT } from './exit.ts';

/** Errors whose message is written for the operator. */
const EXPECTED = new Set(['ASSAY_INPUT', 'ASSAY_SELECTION']);

/** Tells an error on stderr and answers with the exit code. The stack is shown with ASSAY_DEBUG only. */
export function complain(error: unknown): number {
  const { message, code, stack } = error as Error & { code?: unknown };
  const problem = message ?? String(error);
  const shown = process.env['ASSAY_DEBUG'] ? `${stack ?? problem}` : problem;
  const own = EXPECTED.has(String(code));
  process.stderr.write(`error: ${shown}${own ? '' : `\n${REPORT_IT}`}\n`);
  return EXIT.unusable;
}
const REPORT_IT =
  'This is trouble of the kit, not of the target. Set ASSAY_DEBUG=1 to see where it comes from.';

/** ` Did you mean x?` when a known name is near what was asked for, else the known names. */
export function suggestion(asked: string, known: readonly string[]): string {
  const nearest = closest(asked, known);
  const near = distance(asked, nearest) <= Math.max(2, nearest.length / 3);
  if (near || known.length > 12) return ` Did you mean ${nearest}?`;
  return ` Known: ${known.join(', ')}.`;
}
