/** Laws of one operation. */
import type { Operation, Requirement } from '../../../src/index.ts';
import { type Law, requirementsOf } from '../../kit/law.ts';

const idOf = ({ name }: Operation): string => `ledger/${name}`;

export function lawsOf(operation: Operation, laws: readonly Law<Operation>[]): Requirement[] {
  return requirementsOf(laws, [operation], idOf);
}
