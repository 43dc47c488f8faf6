/** The short forms of probes, and of the requirements on them. */
import type { Operation, Probe, Requirement } from '../../../src/kit.ts';
import type { Check, Law, Relation } from '../../kit/law.ts';
import { type Own, probe } from '../../kit/probes.ts';
import { lawsOf } from '../../kit/surface.ts';
import { LEDGER } from '../surface.ts';

/** A probe that is sent if the plainest good request of the operation can be sent. */
export function ownProbe(operation: Operation, name: string, own: Own): Probe {
  return probe(operation, name, { ...LEDGER.goodOf(operation), ...own });
}

/** A probe whose case has requests to several operations. */
export function across(operation: Operation, name: string, own: Own): Probe {
  return ownProbe(operation, name, { ...own, acrossOperations: true });
}

/** Requests about known updates whose responses are compared, possibly of several operations. */
export function ofUpdates(operation: Operation, name: string, own: Own): Probe {
  return probe(operation, name, { acrossOperations: true, needs: 'updates', ...own });
}

/** A rule on the responses to some probes of one operation. */
type Rule = Omit<Law<unknown>, 'test' | 'clause' | 'except' | 'appliesTo'> & {
  readonly clause: string;
  readonly withControl?: true;
} & ({ readonly check: Check } | { readonly relation: Relation });

/** The requirements of these rules, each judged on all of the probes. */
export function ruled(of: Probe | readonly Probe[], rules: readonly Rule[]): Requirement[] {
  const probes = [of].flat();
  const laws = rules.map(
    ({ name, level, clause, statement, cause, fix, ...judged }): Law<Probe> => ({
      ...{ name, clause, statement, cause, fix, ...(level && { level }) },
      test: () => ({ ...judged, probes }),
    }),
  );
  return lawsOf(LEDGER, laws, probes.slice(0, 1));
}
