/** The ways in which a requirement fails, as short texts: an entry of a baseline excuses those that it names. */
import {
  type Finding,
  isNothing,
  isNull,
  kindOfPlace,
  nameOf,
  statusesIn,
  type Verdict,
} from '../../model/index.ts';
import { line } from '../text.ts';

const WIDTH = 200;

/** The ways of a failed verdict, each once: of its findings, and of those of its other counterexamples. */
export function waysOf({ findings, otherCounterexamples = [] }: Verdict): readonly string[] {
  const all = [...findings, ...otherCounterexamples.flatMap((other) => other.findings)];
  return [...new Set(all.map(wayOf))];
}

/**
 * `status 500 instead of 400 (missing-body)` or `/contracts/*\/id is missing`, with an asterisk for each number: the
 * place and the kind of error, without values, which vary with what the target has.
 */
function wayOf({ at, expected, actual, keyword, row }: Finding): string {
  const [came, due] = [actual, expected].map((shown) => statusesIn(shown).join('/'));
  const what = (): string => {
    if (came) return due ? `${came} instead of ${due}` : came;
    if (isNothing(actual)) return 'is missing';
    if (isNull(actual)) return 'is null';
    if (isNothing(expected)) return 'is unexpected';
    return keyword === undefined ? 'differs' : `breaks ${keyword}`;
  };
  return line(`${kindOfPlace(at)} ${what()}${row === undefined ? '' : ` (${nameOf(row)})`}`, WIDTH);
}
