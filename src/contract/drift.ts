/** How the document that a target serves about itself differs from the contract. */
import type { Contract, ContractDifference, DifferenceSubject } from './contract.ts';
import { diff } from './diff.ts';

/** How a document cuts its bodies into named schemas, and which errors it lists, is its own affair. */
const TOLD: ReadonlySet<DifferenceSubject> = new Set(['operation', 'parameter', 'field']);

/**
 * The differences from our contract to theirs in operations, parameters and the fields of schemas that both
 * have; none = the target claims to be what it is judged as.
 */
export function drift(ours: Contract, theirs: Contract): readonly ContractDifference[] {
  return diff(ours, theirs).filter(({ subject }) => TOLD.has(subject));
}
