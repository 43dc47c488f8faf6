/** Suggests known names for an unknown one. */
import { distance } from 'fastest-levenshtein';

/** Names of up to this many letters allow one slip, longer ones two or more. */
const SHORT = 4;
const FEW = 12;
/** No name is longer. */
const LONGEST = 300;

/**
 * ` Did you mean x?` where a known name differs by a slip of the fingers or begins with what was given; else
 * the known names, if they are few; else nothing. `written` is how the operator should write a known name.
 */
export function suggestion(
  given: string,
  known: readonly string[],
  written: (name: string) => string = (name) => name,
): string {
  const slips = given.length <= SHORT ? 1 : Math.max(2, Math.floor(given.length / 5));
  const word = given.toLowerCase();
  const far = (name: string): number =>
    word.length > 2 && name.toLowerCase().startsWith(word) ? 1 : distance(word, name.toLowerCase());
  if (given.length > LONGEST) return '';
  const nearest = known.toSorted((a, b) => far(a) - far(b))[0];
  if (nearest !== undefined && given !== '' && far(nearest) <= slips)
    return ` Did you mean ${written(nearest)}?`;
  return known.length > FEW ? '' : ` Known: ${known.join(', ')}.`;
}
