/** Rules that a program adds to a surface, beside those of its contract. */
import type { Operation } from '../contract/contract.ts';
import type { CheckResult, CompleteExchange, Requirement, Surface } from '../model/index.ts';
import { requirement } from './requirement.ts';

/** A rule for each response of an operation. */
export interface ResponseRule
  extends Pick<Requirement, 'level' | 'clause' | 'statement' | 'cause' | 'fix'> {
  /** The last part of its ids: lower-case words with hyphens. */
  readonly name: string;
  /** The operations that have it; all unless given. */
  readonly appliesTo?: (operation: Operation) => boolean;
  /** Findings, `[]` if the response is right, `undefined` if it is inconclusive. */
  readonly check: (exchange: CompleteExchange) => CheckResult;
}

/**
 * A rule as requirements of a surface, one for each operation. It judges every response of a run; in a run of the whole
 * surface it needs no further request.
 */
export function onEveryResponse(
  { name: surface, operations, requirements }: Surface<object>,
  { name, appliesTo = () => true, ...rule }: ResponseRule,
): readonly Requirement[] {
  const probes = [...new Set(requirements.flatMap((one) => one.probes))];
  return operations.filter(appliesTo).map((operation) =>
    requirement({
      ...rule,
      id: `${surface}/${operation.name}/${name}`,
      probes: probes.filter((probe) => probe.operation === operation),
      anyTraffic: true,
    }),
  );
}

/** The surface with these rules added. Throws if an id is taken or names another surface. */
export function withRules<F extends object>(
  surface: Surface<F>,
  rules: readonly Requirement[],
): Surface<F> {
  const taken = new Set(surface.requirements.map(({ id }) => id));
  for (const { id } of rules) {
    if (!id.startsWith(`${surface.name}/`))
      throw new Error(`rule ${id}: its id must start with ${surface.name}/`);
    if (taken.has(id)) throw new Error(`rule ${id}: there is already a rule with this id`);
    taken.add(id);
  }
  return { ...surface, requirements: [...surface.requirements, ...rules] };
}
