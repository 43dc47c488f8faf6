/** The few parts of each report that a board keeps, so that hundreds of reports fit into memory. */
import type { ApiResult, Level, Result } from '../model/index.ts';

/** The state of a report's signature. Only `verified` shows that the report is unchanged; `failed` shows a change. */
export type Signature =
  | { readonly state: 'none' }
  /** There is no key to verify the signature. */
  | { readonly state: 'signed'; readonly keyId: string }
  /** None of the given keys made the signature. */
  | { readonly state: 'other-key'; readonly keyId: string }
  | { readonly state: 'verified'; readonly key: string }
  | { readonly state: 'failed'; readonly why: string };

/**
 * Only reports that count decide the verdict of a target. `untrusted`: it was changed after it was signed, and stands in
 * the way of older verdicts. `future`: its day is later than now. `unverified`: there are keys, and none verified it.
 */
export type Standing = 'counts' | 'untrusted' | 'future' | 'unverified';

export interface BoardApi {
  readonly api: string;
  readonly version: string;
  readonly result: ApiResult;
  readonly problems: number;
}

/** Two reports have the same problem if the same requirement leads it. */
export interface BoardProblem {
  readonly lead: string;
  readonly title: string;
  readonly level: Level;
  /** True if the baseline of the run names it. */
  readonly isKnown: boolean;
}

export interface BoardReport {
  /** The place of the report: its folder, or the bundle. */
  readonly path: string;
  /** The file that a reader opens. */
  readonly page: string;
  readonly isBundle: boolean;
  readonly sha256: string;
  readonly target: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly kit: string;
  readonly profile: string;
  readonly isInterrupted: boolean;
  readonly result: Result;
  readonly apis: readonly BoardApi[];
  readonly problems: readonly BoardProblem[];
  readonly hasPassed: (requirement: string) => boolean;
  readonly signature: Signature;
  readonly standing: Standing;
}

/** A given or found file that cannot be shown. */
export interface Unread {
  readonly path: string;
  readonly why: string;
}
