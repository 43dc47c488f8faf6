/** Recognizes another spelling of a name. */
import { distance } from 'fastest-levenshtein';

/** `contract_id` and `ContractID` are similar to `contractId`, and so is a typing error. */
export function isNear(name: string, other: string): boolean {
  if (other.length > 2 * name.length) return false;
  const [one, two] = [name, other].map((text) => text.replace(/[_-]/g, '').toLowerCase());
  return one === two || distance(one ?? '', two ?? '') <= Math.floor(name.length / 5);
}
