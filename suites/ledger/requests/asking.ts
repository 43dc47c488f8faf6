/** The short forms of probes, and of the requirements on them. */
import {
  type Call,
  type CaseGroup,
  type call,
  type Fixtures,
  type Operation,
  type Probe,
  type Requirement,
  requirement,
  type Step,
} from '../../../src/index.ts';
import type { Check, Law, Relation } from '../../kit/law.ts';
import { named } from '../area.ts';
import { each, row } from './probes.ts';
import { acceptableCalls, requestsOf } from './requests.ts';

export type Parts = NonNullable<Parameters<typeof call>[1]>;

type Own = Pick<Probe, 'sends'> &
  Partial<Omit<Probe, 'id' | 'operation' | 'sends' | 'caseGroups'>> & {
    /** The requests of one case in order, or of several cases by their labels. */
    readonly steps?: (f: Fixtures) => readonly Step[] | Readonly<Record<string, readonly Step[]>>;
    /** Requests that are each a case. */
    readonly calls?: (f: Fixtures) => readonly Call[];
    /** Instead of the two. */
    readonly caseGroups?: Probe['caseGroups'];
  };

/** A probe of an area that needs what it names. */
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
  return { caseGroups, ...own, operation, id: named(operation, name), weight: 0 };
}

/** A probe that is sent if the plainest good request of the operation can be sent. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  const { needs, notApplicableWhen } = requestsOf(operation) ?? {};
  return probe(operation, name, {
    control: (fixtures) => acceptableCalls(operation, fixtures)[0],
    ...(needs && { needs }),
    ...(notApplicableWhen && { notApplicableWhen }),
    ...own,
  });
}

/** A probe whose case holds requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}

/** Requests about known updates whose responses are compared, maybe of several operations. */
export function ofUpdates(operation: Operation, name: string, own: Own): Probe {
  return probe(operation, name, { acrossOperations: true, needs: 'updates', ...own });
}

/** A rule on the responses to some probes of one operation. */
type Rule = Omit<Law<never>, 'test' | 'clause' | 'except' | 'appliesTo'> & {
  readonly clause: string;
  readonly withControl?: true;
} & ({ readonly check: Check } | { readonly relation: Relation });

/** The requirements of these rules, each judged on all of the probes. */
export function ruled(probes: Probe | readonly Probe[], rules: readonly Rule[]): Requirement[] {
  const all = [probes].flat();
  const [{ operation } = {}] = all;
  if (operation === undefined) return [];
  return rules.map(({ name, level = 'MUST', ...rule }) =>
    requirement({ ...rule, level, id: `ledger/${named(operation, name)}`, probes: all }),
  );
}
