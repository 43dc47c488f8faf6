/** The members that are there; what types with exact optional members need. */
export function defined<T extends object>(
  members: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
