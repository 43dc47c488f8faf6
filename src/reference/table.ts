/** What the faults and variants of both reference servers share: tables, and faults that come now and then. */

/** The rows of a table, each with its id. */
export function table<T extends { readonly id: string }>(
  rows: Readonly<Record<string, Omit<T, 'id'>>>,
): readonly T[] {
  return Object.entries(rows).map(([id, row]) => ({ id, ...row }) as T);
}

/** True on each n-th call. */
export function everyNth(n: number): () => boolean {
  let calls = 0;
  return () => {
    calls += 1;
    return calls % n === 0;
  };
}
