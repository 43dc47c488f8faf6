/** Suggests known names for an unknown one. */
import { distance } from 'fastest-levenshtein';

/** Names of up to this many letters allow one typing error, longer ones two or more. */
const SHORT = 4;
const FEW = 12;
/** The most characters of a name. */
const LONGEST = 300;

/**
 * ` Did you mean x?` if a known name differs by a typing error or starts with the given one; otherwise the known names,
 * if they are few; otherwise nothing. `written` formats a known name.
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
