/** Tables of faults and of variants, by their ids. */

/** The rows of a table, each with its id. */
export function table<T extends { readonly id: string }>(
  rows: Readonly<Record<string, Omit<T, 'id'>>>,
): readonly T[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...row }) as T);
}
