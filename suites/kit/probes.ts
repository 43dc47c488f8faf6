/** The short forms of probes and of their cases. */
import fc, { type Arbitrary } from 'fast-check';
import type { Call, CaseGroup, Fixtures, Operation, Probe, Step } from '../../src/kit.ts';

/** The id of a probe; or, after the name of the surface, of a requirement. */
export const named = (operation: Operation, name: string): string => `${operation.name}/${name}`;

/** One case of these requests, in order. */
export function row(label: string, ...steps: readonly Step[]): CaseGroup {
  return { label, once: true, requests: steps.length, cases: fc.constant(steps) };
}

/** One request for each case, each in its own case group, so that every one is sent. */
export function each(calls: readonly Call[], label = 'request'): readonly CaseGroup[] {
  return calls.map((one, i) => row(`${label}-${i + 1}`, one));
}

type Cases = Arbitrary<Call | readonly Step[]>;

/** One random case of these requests, or of rows with this many requests, which can shrink. */
export function drawn(label: string, cases: Cases, requests = 1): CaseGroup {
  return { ...random(label, cases, requests), once: true };
}

/** The same, but a run with more cases draws more of them. */
export function random(label: string, cases: Cases, requests = 1): CaseGroup {
  return { label, requests, cases: cases.map((one) => ('operation' in one ? [one] : one)) };
}

export type Own = Pick<Probe, 'sends'> &
  Partial<Omit<Probe, 'id' | 'operation' | 'sends' | 'caseGroups'>> & {
    /** The requests of one case in order, or of several cases by their labels. */
    readonly steps?: (f: Fixtures) => readonly Step[] | Readonly<Record<string, readonly Step[]>>;
    /** Requests that are each a case. */
    readonly calls?: (f: Fixtures) => readonly Call[];
    /** Replaces the two above. */
    readonly caseGroups?: Probe['caseGroups'];
  };

/** A probe of an operation; each of its cases is sent once by default. */
export function probe(
  operation: Operation,
  name: string,
  { steps = () => ({}), calls = () => [], ...own }: Own,
): Probe {
  const caseGroups = (f: Fixtures): readonly CaseGroup[] => {
    const found = steps(f);
    const labelled = Array.isArray(found) ? { [name]: found } : found;
    const rows = Object.entries(labelled).map(([label, some]) => row(label, ...some));
    return [...rows, ...each(calls(f), name)];
  };
  return { weight: 0, caseGroups, ...own, operation, id: named(operation, name) };
}
