/** The parts of the known requests of an operation that only reads. */
import type { CallParts, Fixtures, Operation, Probe } from '../../../src/kit.ts';
import { stringAt } from '../../kit/json.ts';
import { when } from './offsets.ts';
import type { Listed } from './still-listed.ts';

/** The requests of an operation. */
export interface Requests {
  /** Without one of these fixtures no valid request is known. */
  readonly needs?: NonNullable<Probe['needs']>;
  /** Why the target accepts no request with these fixtures. */
  readonly notApplicableWhen?: (fixtures: Fixtures) => string | undefined;
  /** Valid requests, the plainest first. Called only if its fixtures exist. */
  readonly acceptable: (fixtures: Fixtures, operation: Operation) => readonly CallParts[];
  /** The list of the named resource, which may be removed before the request. */
  readonly listed?: Listed;
  /** More valid requests, of which one is sent; the seed chooses. */
  readonly among?: (fixtures: Fixtures) => readonly CallParts[];
  /** The error code of a valid request that has no result. */
  readonly none?: string;
  /** A well-formed request for an unknown resource; the plainest valid request unless given. */
  readonly unknown?: CallParts;
}

/** The parties of most requests. */
export const parties = (fixtures: Fixtures): readonly string[] => fixtures.parties.slice(0, 2);

/** The first fixture of a kind; the request needs one. */
export const one = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('a request was made without the fixtures that it needs');
  return first;
};

/** Why requests without a token cannot be tested; `undefined` if the ledger needs a token. */
export const unguarded: ReturnType<typeof when> = when('the ledger needs no token', ({ caller }) =>
  caller.some(({ mode }) => mode === 'open'),
);

/** Why nothing can be submitted or vetted: the ledger showed that it is connected to no synchronizer. */
export const unconnected: ReturnType<typeof when> = when(
  'the ledger is not connected to a synchronizer',
  ({ synchronizers, caller }) => caller.length > 0 && synchronizers.length === 0,
);

/** Where archives are vetted: a participant with several synchronizers does not choose one by itself. */
export const placeFor = ({ synchronizers }: Fixtures): { readonly synchronizerId?: string } =>
  synchronizers.length > 1 ? { synchronizerId: synchronizers.at(-1) ?? '' } : {};

/** The user that submits and reads completions. */
export function userOf({ caller: [caller] }: Pick<Fixtures, 'caller'>): string {
  return caller?.userId ?? 'assay';
}

/** The user that submits commands. A token decides it; without one it is the declared user. */
export function submitterOf(fixtures: Pick<Fixtures, 'caller' | 'commands'>): string {
  const isOpen = fixtures.caller[0]?.mode === 'open';
  return (isOpen && stringAt(fixtures.commands[0], 'userId')) || userOf(fixtures);
}

/** A duration in each documented member: layers that read protobuf may want the last one too, as their own have it. */
export const lasting = (seconds: unknown): object => ({
  seconds,
  nanos: 0,
  unknownFields: { fields: {} },
});

/** Archives name the files of their packages `name-version-<package id>.dalf`; zip archives do not compress names. */
export function packagesInside(base64: string): readonly string[] {
  const text = Buffer.from(base64, 'base64').toString('latin1');
  return [...new Set([...text.matchAll(/-([0-9a-f]{64})\.dalf/g)].map(([, id]) => id ?? ''))];
}
