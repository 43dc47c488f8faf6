/** Fixtures that ended during the run: contracts that are gone, and reassignments that are completed. */
import type { CompleteExchange, Exchange, FixtureLookup } from '../../model/index.ts';
import type { Plan } from '../../plan/plan.ts';
import { hasResponse } from '../case.ts';
import type { Evidence } from '../evidence.ts';
import type { Target } from '../target.ts';

/** If one operation alone forgets a fixture, it is the one that fails. */
const ENOUGH = 2;

export class EndedFixtures {
  readonly #lookups: readonly FixtureLookup[];
  readonly #target: Target;
  readonly #evidence: Evidence;
  readonly #reasons = new Map<FixtureLookup, Promise<string | undefined>>();

  constructor({ surface, fixtures }: Plan, target: Target, evidence: Evidence) {
    this.#lookups = surface.lookups?.(fixtures) ?? [];
    this.#target = target;
    this.#evidence = evidence;
  }

  /** Why a response is no failure; `undefined` if its fixture is live, or if it is not about one. */
  async reasonFor(culprit: Exchange): Promise<string | undefined> {
    const lookup = this.#lookups.find(
      ({ stateOf, calls }) =>
        hasResponse(culprit) &&
        stateOf(culprit.response) === 'dead' &&
        calls.some((call) => isAbout(culprit, call)),
    );
    if (lookup === undefined) return undefined;
    const known = this.#reasons.get(lookup) ?? this.#lookUp(lookup);
    this.#reasons.set(lookup, known);
    return known;
  }

  async #lookUp({ name, index, calls, stateOf }: FixtureLookup): Promise<string | undefined> {
    const isIn = (one: Exchange, state: 'live' | 'dead'): one is CompleteExchange =>
      hasResponse(one) && stateOf(one.response) === state;
    const knew = calls.filter((call) =>
      this.#evidence.kept.some(({ exchange }) => isAbout(exchange, call) && isIn(exchange, 'live')),
    );
    if (knew.length < ENOUGH) return undefined;
    for (const call of knew)
      if (!isIn(await this.#target.send(call, `${call.operation.name}/${name}!`), 'dead'))
        return undefined;
    return `number ${index + 1} of the ${name} in the fixtures ended during the run: ${knew.length} operations found it as expected at first and do not any more`;
  }
}

function isAbout({ request }: Exchange, { operation, path }: FixtureLookup['calls'][number]) {
  return request.operation === operation && request.path.endsWith(path);
}
