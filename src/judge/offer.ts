/** The operations that a target has to serve: those of the APIs that it advertises, and the core ones. */
import type { Operation } from '../contract/contract.ts';
import { apiOf, type Fixtures, type Surface } from '../model/index.ts';
import { isHere, type PresenceResult } from './presence.ts';

/** The combined result of all presence probes. */
export interface Offer {
  /** The operations that were looked for. */
  readonly tried: ReadonlySet<Operation>;
  /** Operations that the target does not serve, except deprecated ones that its version may lack. */
  readonly notServed: ReadonlySet<Operation>;
  /** Operations that the target neither serves nor has to serve. */
  readonly notOwed: ReadonlySet<Operation>;
  /** Deprecated operations that the target has switched off. */
  readonly switchedOff: ReadonlySet<Operation>;
  /** APIs that it lists as served. */
  readonly advertised: ReadonlySet<string>;
  /** Notes for the operator, in sentences. */
  readonly notes: readonly string[];
}

export const NO_OFFER: Offer = {
  tried: new Set(),
  notServed: new Set(),
  notOwed: new Set(),
  switchedOff: new Set(),
  advertised: new Set(),
  notes: [],
};

/**
 * An operation that is not served is required if the target advertises its API, if nothing is served at all, or if it is
 * a core operation and another operation of its API is served. A target that serves a core operation of an API that it
 * does not advertise must serve all core operations. A surface with one API requires all its operations, except those
 * that a version may lack.
 */
export function offerOf(
  { advertised: statement, mayLack = () => false }: Pick<Surface, 'advertised' | 'mayLack'>,
  fixtures: Fixtures,
  results: ReadonlyMap<Operation, PresenceResult>,
): Offer {
  const advertised = new Set(statement?.apis(fixtures));
  const presenceIs = (...presences: readonly PresenceResult['presence'][]): Operation[] =>
    [...results].flatMap(([o, { presence }]) => (presences.includes(presence) ? [o] : []));
  const served = presenceIs('served');
  const notServed = presenceIs('absent', 'unimplemented', 'disabled');
  const isFree = (operation: Operation): boolean =>
    operation.switchedOff?.members === undefined && mayLack(operation, fixtures);
  const servedApis = new Set(served.map(apiOf));
  const isUnnamed = served.some((o) => o.core && !advertised.has(apiOf(o) ?? ''));
  const isOwed = (operation: Operation): boolean => {
    const api = apiOf(operation);
    if (isFree(operation)) return false;
    if (api === undefined || advertised.has(api)) return true;
    return operation.core && (servedApis.has(api) || isUnnamed);
  };
  const unnamed = [...servedApis].filter((api) => api !== undefined && !advertised.has(api));
  return {
    tried: new Set(results.keys()),
    notServed: new Set(notServed.filter((operation) => !isFree(operation))),
    notOwed: new Set(isHere(results.values()) ? notServed.filter((o) => !isOwed(o)) : []),
    switchedOff: new Set(presenceIs('switched-off')),
    advertised,
    notes:
      statement === undefined || advertised.size === 0
        ? []
        : unnamed.map((api) => `${api} is served, but ${statement.member} does not list it`),
  };
}

/** True for an operation of an API that the target advertises. */
export function isAdvertised(
  operation: Operation,
  { advertised: statement }: Pick<Surface, 'advertised'>,
  fixtures: Fixtures,
): boolean {
  const api = apiOf(operation);
  return api !== undefined && (statement?.apis(fixtures) ?? []).includes(api);
}

/** True if requests to further operations can no longer change a verdict on these: see {@link offerOf}. */
export function isOfferKnown(
  surface: Pick<Surface, 'advertised' | 'mayLack'>,
  fixtures: Fixtures,
  results: ReadonlyMap<Operation, PresenceResult>,
): boolean {
  if (!isHere(results.values())) return false;
  return ![...offerOf(surface, fixtures, results).notOwed].some(({ core }) => core);
}
