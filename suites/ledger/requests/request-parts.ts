/** The known requests of an operation that only reads. */
import type { CallParts, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { when } from './offsets.ts';
import type { Listed } from './still-listed.ts';

/** The requests of an operation. */
export interface Requests {
  /** Without one of these no acceptable request is known. */
  readonly needs?: NonNullable<Probe['needs']>;
  /** Why the target can accept no request, given its fixtures. */
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  /** Acceptable requests, the plainest first. Called only when what it needs is there. */
  readonly acceptable: (fixtures: Fixtures, operation: Operation) => readonly CallParts[];
  /** The list of the named resource, which may be gone before the request. */
  readonly listed?: Listed;
  /** More acceptable requests; one of them is sent, another one for each seed. */
  readonly among?: (fixtures: Fixtures) => readonly CallParts[];
  /** The error code of a good request that has no result. */
  readonly none?: string;
  /** A well-formed request for an unknown resource; the plainest good request unless given. */
  readonly unknown?: CallParts;
}

/** The parties of most requests. */
export const parties = (fixtures: Fixtures): readonly string[] => fixtures.parties.slice(0, 2);

/** The first fixture of a kind that the request needs. */
export const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('a request was made without the fixtures that it needs');
  return first;
};

/** Why requests without a token cannot be tested; `undefined` if the ledger needs a token. */
export const unguarded: ReturnType<typeof when> = when('the ledger needs no token', ({ caller }) =>
  caller.some(({ mode }) => mode === 'open'),
);

/** The user that submits and reads completions. */
export function userOf({ caller: [caller] }: Pick<Fixtures, 'caller'>): string {
  return caller?.userId ?? 'assay';
}
