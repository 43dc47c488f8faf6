/** The committed collateral: which requirements fail besides those that a hand-written fault names. */
import { nameOf, operationNameOf, surfaceOf } from '../model/index.ts';
import data from './collateral.json' with { type: 'json' };

/** By fault id: globs that match exactly the requirements that fail as a consequence. */
export const COLLATERAL: Readonly<Record<string, readonly string[]>> = data;

/** The operation may have the name of its API in front. */
const EVERY_OPERATION = '**';

/**
 * Globs that match these ids and no other id of the catalogue: names that fail at the same operations share one.
 * `**` stands for each operation that has the requirement.
 */
export function globsOf(ids: readonly string[], catalogue: readonly string[]): readonly string[] {
  const surface = surfaceOf(ids[0] ?? '');
  const having = operationsByName(catalogue);
  const byOperations = new Map<string, string[]>();
  for (const [name, operations] of operationsByName(ids)) {
    const all = operations.length > 1 && operations.length === having.get(name)?.length;
    const where = all ? EVERY_OPERATION : oneOf(operations);
    byOperations.set(where, [...(byOperations.get(where) ?? []), name]);
  }
  return [...byOperations]
    .map(([operations, names]) => `${surface}/${operations}/${oneOf(names)}`)
    .sort();
}

function operationsByName(ids: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const id of ids) {
    const name = nameOf(id);
    found.set(name, (found.get(name) ?? new Set()).add(operationNameOf(id)));
  }
  return new Map([...found].map(([name, operations]) => [name, [...operations].sort()]));
}

function oneOf(names: readonly string[]): string {
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : `{${names.toSorted().join(',')}}`;
}
