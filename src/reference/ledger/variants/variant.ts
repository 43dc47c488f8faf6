/** What a variant of the reference ledger needs for a run, beside its change. */
import type { LedgerVariant } from '../fault.ts';

export interface ServedVariant extends LedgerVariant {
  /** The path below which the ledger is served; it belongs to the base URL. */
  readonly prefix?: string;
  /** Requirements that advise against it though the contract allows it. */
  readonly advisedAgainst?: readonly string[];
  /** It takes too long for a whole run: it is proved on the requirements that read open lists. */
  readonly slow?: true;
  /** It changes so much that it is proved with and without tokens, at each version, reading and writing. */
  readonly everywhere?: true;
}
