/** JSON as the operators see it: without its type. */

export type Json = Record<string, unknown>;

/** True for a JSON object. */
export function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The array at a member; empty when there is none. */
export function listAt(json: unknown, name: string): unknown[] {
  const list = isRecord(json) ? json[name] : undefined;
  return Array.isArray(list) ? list : [];
}

/** The value at a path such as `user.id`; undefined when there is none. */
export const valueAt = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), json);

/** True if the JSON contains this word as a name or as a string. */
export const names = (json: unknown, word: string): boolean =>
  (JSON.stringify(json) ?? '').includes(`"${word}"`);

export const isCreated = (value: Json): boolean => 'createdAt' in value;
