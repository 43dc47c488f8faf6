/** Pages of an ascending list. A token contains the last key of its page and the name of the list. */

export interface Page<T> {
  readonly items: readonly T[];
  /** Empty after a page that is not full. A full last page has a token, which leads to an empty page. */
  readonly nextPageToken: string;
}

/** The token that continues after that key. */
export function tokenAfter(list: string, key: string): string {
  return Buffer.from(`${list}\n${key}`).toString('base64');
}

/** The key in a token; undefined if it is not a token of this list. */
export function keyOf(list: string, token: string): string | undefined {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const key = text.slice(list.length + 1);
  return tokenAfter(list, key) === token ? key : undefined;
}

/** At most `size` items after the key. `items` must ascend by their keys. */
export function pageOf<T>(
  list: string,
  items: readonly T[],
  keyed: (item: T) => string,
  after: string,
  size: number,
): Page<T> {
  const rest = after === '' ? items : items.filter((item) => keyed(item) > after);
  const page = rest.slice(0, size);
  const last = page.length < size ? undefined : page.at(-1);
  return { items: page, nextPageToken: last === undefined ? '' : tokenAfter(list, keyed(last)) };
}

/** Compares by code units, as tokens do. */
export function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
