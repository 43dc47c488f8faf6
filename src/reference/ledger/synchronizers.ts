/** Synchronizers as requests name them: by id, by the name in front of it, or not at all. */
import { invalidArgument } from './errors.ts';
import type { Ledger } from './ledger.ts';

/** The id of the synchronizer; an empty text means the first one. 400 when it is not connected. */
export function checkSynchronizer({ synchronizers }: Ledger, asked: string): string {
  const found = synchronizers.find(
    (id) => asked === '' || id === asked || id.slice(0, id.indexOf('::')) === asked,
  );
  if (found === undefined) throw invalidArgument(`The synchronizer '${asked}' is not connected.`);
  return found;
}
