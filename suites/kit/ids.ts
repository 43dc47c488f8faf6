/** Ids that a target shows. */

/**
 * True for an id that a request can name in its path as the target shows it: not for an empty one, a dot segment, half of
 * a surrogate pair, or U+FFFD, which decoders put in place of bytes that they cannot read.
 */
export function canBeInPath(id: string): boolean {
  return !['', '.', '..'].includes(id) && id.isWellFormed() && !id.includes('\ufffd');
}
