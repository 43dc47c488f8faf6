/** The synchronizers that requests name: by id, by the name before the fingerprint, or by an empty text. */
import { invalidArgument } from './errors.ts';
import type { Ledger } from './ledger.ts';

/** The id of the synchronizer; an empty text means the first one. 400 when it is not connected. */
export function checkSynchronizer({ synchronizers }: Ledger, given: string): string {
  const found = synchronizers.find(
    (id) => given === '' || id === given || id.slice(0, id.indexOf('::')) === given,
  );
  if (found === undefined) throw invalidArgument(`The synchronizer '${given}' is not connected.`);
  return found;
}
