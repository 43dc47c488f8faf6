/** Facts about a target beside its contract, such as ids of existing objects: arrays by name. */

/**
 * A surface declares the names and types of its fixtures (`declare module '…/model/fixtures.ts' { interface Fixtures …
 * }`) and has an empty array for each. All surfaces share one name space.
 */
export interface Fixtures {
  readonly [name: string]: readonly unknown[];
}

export type FixtureName = string;

/** True if there are no values of this name. */
export function isEmpty(fixtures: Fixtures, name: FixtureName): boolean {
  return (fixtures[name] ?? []).length === 0;
}
