/** A verdict in short texts for machine formats. */

import { type Finding, placeText, type Verdict } from '../model/index.ts';
import { count, line, thousands } from './text.ts';
import { titleOf } from './titles.ts';
import { textOf } from './words.ts';

const VALUE = 1000;

/** `Expected … / Actual … at …`, each part visible and cut. */
export function findingText({ at, expected, actual }: Finding): string {
  return `Expected ${line(textOf(expected), VALUE)} / Actual ${line(textOf(actual), VALUE)} at ${line(placeText(at), VALUE)}`;
}

/** The advice of a failure, each part under its title: the cause, the fix. */
export function advice({ cause, fix }: Verdict): readonly (readonly [string, string])[] {
  const parts = [['Cause', cause] as const, ['Fix', fix] as const];
  return parts.flatMap(([title, words]) => (words === undefined ? [] : [[title, words] as const]));
}

/** The event; for other outcomes the reason and the note. */
export function verdictText(verdict: Verdict): string {
  const { outcome, reason, note } = verdict;
  if (outcome === 'failed') return titleOf(verdict);
  const parts = [outcome, reason, note].filter((part) => part !== undefined);
  return line(parts.join(': '), VALUE);
}

/** The first finding of a failure, and the number of the others. */
export function differenceText({ findings: [first, ...more] }: Verdict): string {
  if (first === undefined) return 'No finding was recorded.';
  const rest = more.length > 0 ? `, and ${count(more.length, 'more finding')}` : '';
  return `${findingText(first)}${rest}`;
}

/** How many requests decided a verdict: `decided by 8 of 12 requests`. */
export function decidedBy({ conclusive, exchanges }: Verdict): string {
  if (conclusive === exchanges) return `decided by ${count(exchanges, 'request')}`;
  return `decided by ${thousands(conclusive)} of ${count(exchanges, 'request')}`;
}
