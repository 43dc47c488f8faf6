/** Internal errors in Assay: each costs the case in which it occurs, and nothing else. */

/** The first line of an error, in words that follow a colon. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] || 'an error without a message';
}
