/** What a run needs to know of a variant, beside its change. */
import type { LedgerVariant } from '../fault.ts';

export interface ServedVariant extends LedgerVariant {
  /** A path prefix; it is part of the base URL. */
  readonly prefix?: string;
  /** Requirements that advise against a habit that the contract allows: globs of their ids. */
  readonly advisedAgainst?: readonly string[];
  /** True if a whole run takes too long: the proof runs only the requirements that read open lists. */
  readonly slow?: true;
  /** True if the proof covers each version, with and without tokens, reading and writing. */
  readonly everywhere?: true;
}

export { table } from '../../table.ts';
