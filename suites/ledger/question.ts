/** How an operation that only reads is asked, and what asking needs. */
import type { Fixtures, Operation, Probe } from '../../src/index.ts';
import type { Listed, Parts } from './still-listed.ts';

/** How an operation is asked. */
export interface Requests {
  /** Without one of these nothing acceptable is known. */
  readonly needs?: NonNullable<Probe['needs']>;
  /** Why there is nothing to ask a target of which this is known. */
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  /** Acceptable requests, the plainest first. Called only when what it needs is there. */
  readonly acceptable: (fixtures: Fixtures, operation: Operation) => readonly Parts[];
  /** Where what it names is listed, since it may be gone when it is asked for. */
  readonly listed?: Listed;
  /** More that should be accepted; one of them is asked, another one at each seed. */
  readonly among?: (fixtures: Fixtures) => readonly Parts[];
  /** The code with which a good question is refused where the ledger has no answer to it. */
  readonly none?: string;
  /** A well-formed request that names what nobody has; the plainest good one unless told. */
  readonly unknown?: Parts;
}

/** The parties that most questions are asked for. */
export const parties = (fixtures: Fixtures): readonly string[] => fixtures.parties.slice(0, 2);

/** The first of what the needs of the question promise. */
export const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('a question was asked without what it needs');
  return first;
};

/** The user that submits and asks for completions. */
export function userOf({ caller: [caller] }: Pick<Fixtures, 'caller'>): string {
  return caller?.userId ?? 'assay';
}
