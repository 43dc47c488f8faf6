/** The members with a value, for types with exact optional members. */
export function defined<T extends object>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** The texts among these: a condition that does not hold leaves its text out. */
export function texts(...all: readonly (string | false | undefined)[]): readonly string[] {
  return all.filter((one) => typeof one === 'string');
}
