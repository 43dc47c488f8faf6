/** The differences between the contract and the document that a target serves about itself. */
import type { Contract, ContractDifference, DifferenceSubject } from './contract.ts';
import { diff } from './diff.ts';

/** Each document may name its schemas and list its errors in its own way: such differences do not count. */
const COUNTED: ReadonlySet<DifferenceSubject> = new Set(['operation', 'parameter', 'field']);

export interface Drift {
  /** Differences that make the target another one than its contract states; empty if there are none. */
  readonly differences: readonly ContractDifference[];
  /** Additions of later documents of the release line, which a client of this contract can ignore. */
  readonly compatible: readonly ContractDifference[];
}

/**
 * The differences from our contract to theirs, in operations, parameters and fields of schemas that both have. A
 * release line is, for example, 3.5 with 3.5.10. Within one line a difference is compatible if all our requests stay
 * valid, and our clients understand all their responses. Between two lines no difference is compatible.
 */
export function drift(ours: Contract, theirs: Contract): Drift {
  // The deprecation of a member changes nothing.
  const counts = (one: ContractDifference): boolean =>
    COUNTED.has(one.subject) &&
    (one.subject === 'operation' || one.kind !== 'deprecated') &&
    !isStatedInWords(one);
  const all = diff(ours, theirs).filter(counts);
  const sameLine = lineOf(ours) !== undefined && lineOf(ours) === lineOf(theirs);
  const fits = (one: ContractDifference): boolean => sameLine && isCompatible(one);
  return { differences: all.filter((one) => !fits(one)), compatible: all.filter(fits) };
}

/** True for the least values that the published documents state in their descriptions, and ours as keywords. */
function isStatedInWords({ kind, from = '', to }: ContractDifference): boolean {
  return kind === 'changed' && from.replaceAll(/, (?:minimum|minLength) \d+/g, '') === to;
}

/** `3.5` of `3.5.10-SNAPSHOT`. */
function lineOf({ version }: Contract): string | undefined {
  return /^v?(\d+\.\d+)(?!\d)/.exec(version)?.[1];
}

function isCompatible({ kind, subject, from = '', to = '', seenIn }: ContractDifference): boolean {
  // A deprecated operation is still there.
  if (subject === 'operation') return kind === 'added' || kind === 'deprecated';
  const optional = to.endsWith('optional');
  if (subject === 'parameter') return (kind === 'added' || kind === 'required') && optional;
  // A schema that no known body uses must be compatible in both directions.
  const sent = !seenIn.every((place) => place.endsWith(' response')) || seenIn.length === 0;
  const received = !seenIn.every((place) => place.endsWith(' request')) || seenIn.length === 0;
  // Clients may send a new branch of a choice, but do not understand it in responses.
  if (kind === 'added') return to === 'a choice' ? !received : optional || !sent;
  if (kind === 'required') return optional ? !received : !sent;
  return kind === 'changed' && !received && hasMoreValues(from, to);
}

/** `one of A` became `one of A, B`. */
function hasMoreValues(from: string, to: string): boolean {
  const [before, after] = [from, to].map((words) => /^one of (\S+(?:, \S+)*)$/.exec(words)?.[1]);
  const values = new Set(after?.split(', '));
  return before?.split(', ').every((value) => values.has(value)) ?? false;
}
