/** The differences between the contract and the document that a target serves about itself. */
import type { Contract, ContractDifference, DifferenceSubject } from './contract.ts';
import { diff } from './diff.ts';

/** Each document may name its schemas and list its errors in its own way: such differences do not count. */
const COUNTED: ReadonlySet<DifferenceSubject> = new Set(['operation', 'parameter', 'field']);

export interface Drift {
  /** The target does not claim to be what it is judged as; none = it does. */
  readonly differences: readonly ContractDifference[];
  /** Additions of later documents of a release line: a client of this contract can ignore them. */
  readonly compatible: readonly ContractDifference[];
}

/**
 * The differences from our contract to theirs in operations, parameters and the fields of schemas that both
 * have. Between documents of one release line, such as 3.5 and 3.5.10, those that leave every request of ours
 * valid and every response of theirs understood are compatible. Between two lines none is.
 */
export function drift(ours: Contract, theirs: Contract): Drift {
  // Advice against a member changes nothing about it.
  const counts = ({ kind, subject }: ContractDifference): boolean =>
    COUNTED.has(subject) && (subject === 'operation' || kind !== 'deprecated');
  const all = diff(ours, theirs).filter(counts);
  const sameLine = lineOf(ours) !== undefined && lineOf(ours) === lineOf(theirs);
  const fits = (one: ContractDifference): boolean => sameLine && isCompatible(one);
  return { differences: all.filter((one) => !fits(one)), compatible: all.filter(fits) };
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
  // A schema that no known body uses has to fit both directions.
  const sent = !seenIn.every((place) => place.endsWith(' response')) || seenIn.length === 0;
  const received = !seenIn.every((place) => place.endsWith(' request')) || seenIn.length === 0;
  // One more branch of a choice may be sent, but a client does not understand it.
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
