/** Pages of an ascending list: tokens name the last key that was seen, and whose list it was. */

export interface Page<T> {
  readonly items: readonly T[];
  /** Empty when the page was not full. A full last page carries a token that leads to an empty page. */
  readonly nextPageToken: string;
}

/** The token that continues after that key. */
export function tokenAfter(list: string, key: string): string {
  return Buffer.from(`${list}\n${key}`).toString('base64');
}

/** The key that a token continues after; undefined when it is no token of that list. */
export function keyOf(list: string, token: string): string | undefined {
  const text = Buffer.from(token, 'base64').toString('utf8');
  const key = text.slice(list.length + 1);
  return tokenAfter(list, key) === token ? key : undefined;
}

/** The items after the key, at most this many. `items` must ascend by their key. */
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

/** Orders by code units, as the tokens compare. */
export function ascending(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
