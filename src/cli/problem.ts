/** Messages about errors: what happened, with which input, and the remedy. */

import { redactor } from '../exchange/redact.ts';
import { prose } from '../report/terminal/look.ts';
import { EXIT } from './exit.ts';

/** Errors whose message is written for the operator. */
const EXPECTED = new Set(['ASSAY_INPUT', 'ASSAY_SELECTION', 'ASSAY_NOT_ALLOWED']);

/** Reports an error on stderr and returns the exit code. The stack is shown with ASSAY_DEBUG only. */
export function complain(error: unknown): number {
  const { message, code, stack } = error as Error & { code?: unknown };
  const problem = message ?? String(error);
  const shown = process.env['ASSAY_DEBUG'] ? `${stack ?? problem}` : problem;
  const own = EXPECTED.has(String(code));
  const text = withoutSecrets(`error: ${shown}${own ? '' : `\n${REPORT_IT}`}`);
  process.stderr.write(`${process.env['ASSAY_DEBUG'] ? text : prose(text, process.stderr)}\n`);
  return code === 'ASSAY_NOT_ALLOWED' ? EXIT.notAllowed : EXIT.unusable;
}

/** A message without possible secrets of a command line: credentials in a URL, the value of an unknown option. */
export function withoutSecrets(message: string): string {
  return redactor([])(message).replace(/(unknown option '--?[\w-]+)=[^']*/, '$1');
}

/** Shows the operator a text on stderr, as wide as the terminal. */
export function notice(text: string): void {
  process.stderr.write(`${withoutSecrets(prose(text, process.stderr))}\n`);
}

const REPORT_IT =
  'This is an internal error in Assay, not a problem with the target. Set ASSAY_DEBUG=1 to see where it comes from.';
