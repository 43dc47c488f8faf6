/** What the laws of the registry are about, and the types of their checks. */
import type { LikelyCause, Operation, Probe } from '../../src/kit.ts';
import type { LawCheck } from '../kit/chapters/laws.ts';

export type Checks = Readonly<Record<string, LawCheck<unknown>>>;
export type Causes = Readonly<Record<string, readonly LikelyCause[]>>;

/** An operation, and the requests that get its documented responses. */
export interface Documented {
  readonly operation: Operation;
  readonly documented: readonly Probe[];
}

/** An operation with its requests, by groups of them. */
export interface Asked extends Documented {
  readonly all: readonly Probe[];
  readonly wellFormed: readonly Probe[];
  readonly readable?: readonly Probe[];
  readonly broken?: readonly Probe[];
  readonly framing?: readonly Probe[];
  readonly rejectedInARow?: Probe;
  /** Requests that no other rule judges. */
  readonly more?: readonly (Probe | undefined)[];
}
