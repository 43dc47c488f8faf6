/** Fixtures that ended during the run: contracts that are gone, reassignments that are completed, arguments that expired. */
import type { Call, CompleteExchange, Exchange, FixtureLookup } from '../../model/index.ts';
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
    const found = calls.flatMap((call) => {
      const live = this.#evidence.kept.find(
        ({ exchange }) => isAbout(exchange, call) && isIn(exchange, 'live'),
      );
      return live ? [{ call, since: live.exchange.startedAt }] : [];
    });
    const hasExpired = found.some(({ call, since }) =>
      timesIn(call).some((time) => time > since && time <= Date.now()),
    );
    if (found.length < ENOUGH && !hasExpired) return undefined;
    for (const { call } of found)
      if (!isIn(await this.#target.send(call, `${call.operation.name}/${name}!`), 'dead'))
        return undefined;
    const what = `number ${index + 1} of the ${name} in the fixtures`;
    return hasExpired
      ? `${what} expired during the run: it names a time that has passed`
      : `${what} ended during the run: ${found.length} operations found it as expected at first and do not any more`;
  }
}

/** The request of a fixture; arguments are those with its times. */
function isAbout({ request }: Exchange, call: FixtureLookup['calls'][number]): boolean {
  const { operation, path } = call;
  return (
    request.operation === operation &&
    request.path.endsWith(path) &&
    timesIn(call).every((time) => timesIn(request).includes(time))
  );
}

/** The times in a body, in milliseconds. */
function timesIn({ body = '' }: Pick<Call, 'body'>): readonly number[] {
  const texts = String(body).match(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)/g) ?? [];
  return texts.map((text) => Date.parse(text));
}
