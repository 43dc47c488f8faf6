/** A JSON object with any members. */
export type Json = Readonly<Record<string, unknown>>;

/** True for a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; `undefined` for other texts. */
export function parsedJson(text: string): unknown {
  // No value ends so. JSON.parse finds this at the end, and takes 20 MB for 500,000 open brackets.
  if ('[{,:'.includes(text.at(-1) ?? ' ')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** True if a JSON value has more levels than `most`, which recursive code may not survive. */
export function isDeeperThan(most: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (most === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(most - 1, member));
}
