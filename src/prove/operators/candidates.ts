/** The mutations that may kill a requirement, the smallest first, from the responses of a conforming server. */
import type { Operation } from '../../contract/contract.ts';
import { Controls } from '../../judge/controls.ts';
import { judgeCase, type TargetFacts } from '../../judge/judge-case.ts';
import { accepted } from '../../judge/presence.ts';
import {
  type CompleteExchange,
  type Exchange,
  type Fixtures,
  hasResponse,
  jsonOf,
  type Memory,
  type Purpose,
  type Requirement,
} from '../../model/index.ts';
import { isMeant, presenceOf, type Samples, type Spot, spotOf } from './faulty.ts';
import { FILL, FILL_NULL, MEMBER_OPERATORS, placesOf, SET } from './members.ts';
import type { Mutation } from './mutation.ts';
import { literalsOf, placesIn, unseenOf } from './places.ts';
import { NO_TOKEN_CHECK, requestChanges } from './requests.ts';
import { alteredExchange, type Context, FIXED, misstatements } from './responses.ts';

/** The requests of one requirement to a conforming server, and their responses. */
export class Recording {
  readonly #cases = new Map<string, { readonly probe: string; readonly exchanges: Exchange[] }>();
  readonly #presence = new Map<string, Exchange>();

  add(exchange: Exchange, purpose: Purpose): void {
    const presence = presenceOf(purpose);
    if (presence !== undefined)
      this.#presence.set(`${presence} ${exchange.request.operation.name}`, exchange);
    const spot = spotOf(purpose);
    if (spot === undefined) return;
    const { ofCase, probe, step } = spot;
    const known = this.#cases.get(ofCase) ?? { probe, exchanges: [] };
    this.#cases.set(ofCase, known);
    known.exchanges[step] = exchange;
  }

  get cases(): readonly {
    readonly spot: Omit<Spot, 'step'>;
    readonly exchanges: readonly Exchange[];
  }[] {
    return [...this.#cases].map(([ofCase, { probe, exchanges }]) => ({
      spot: { ofCase, probe },
      exchanges,
    }));
  }

  presence(kind: 'control' | 'unknownResource', operation: Operation): Exchange | undefined {
    return this.#presence.get(`${kind} ${operation.name}`);
  }

  /** The exchanges of the cases by step number. */
  get steps(): readonly (readonly CompleteExchange[])[] {
    const steps: CompleteExchange[][] = [];
    for (const { exchanges } of this.#cases.values()) {
      exchanges.forEach((exchange, step) => {
        if (!hasResponse(exchange)) return;
        const known = steps[step] ?? [];
        steps[step] = known;
        known.push(exchange);
      });
    }
    return Array.from(steps, (one) => one ?? []);
  }
}

/** The most bodies of one step that places are taken from. */
const BODIES = 6;

/** Every mutation of responses: each operator at each step and place. */
export function* responseMutations(recording: Recording, { error }: Samples): Generator<Mutation> {
  const { steps } = recording;
  for (const step of steps.keys()) yield { operator: 'ignore', step, place: '' };
  const places = steps.map((exchanges) => placesOf(bodiesOf(exchanges)));
  for (const operator of MEMBER_OPERATORS) {
    for (const [step, all] of places.entries()) {
      for (const place of all) yield { operator, step, place };
    }
  }
  for (const [step, exchanges] of steps.entries()) {
    for (const place of literalsAt(exchanges)) yield { operator: SET, step, place };
    for (const place of absentFrom(exchanges)) yield { operator: FILL, step, place };
  }
  for (const operator of [FILL, FILL_NULL]) {
    for (const [step, all] of places.entries()) {
      for (const place of all) yield { operator, step, place };
    }
  }
  for (const [step, exchanges] of steps.entries()) {
    for (let other = 0; other < step; other++) {
      const same = exchanges[0]?.request.path === steps[other]?.[0]?.request.path;
      yield { operator: same ? 'stale' : 'swap', step, place: String(other) };
    }
  }
  const headers = new Set(steps.flat().flatMap(({ response }) => Object.keys(response.headers)));
  const fixed: (readonly [string, string])[] = [...FIXED];
  for (const place of misstatements(error)) fixed.push(['misstate', place]);
  for (const name of headers) fixed.push(['drop-header', name], ['change-header', name]);
  for (const [operator, place] of fixed) {
    for (const step of steps.keys()) yield { operator, step, place };
    if (steps.length > 1) yield { operator, step: '*', place };
  }
}

/** The documented literals of the places of some responses. */
function literalsAt(exchanges: readonly CompleteExchange[]): readonly string[] {
  const found = new Set<string>();
  for (const { request, response } of exchanges) {
    const { contract, responses } = request.operation;
    const schema = responses[response.status]?.['application/json'];
    if (schema === undefined) continue;
    for (const place of placesIn(contract, schema, [jsonOf(response)])) {
      for (const literal of literalsOf(contract, place.schema)) found.add(`${place.at}=${literal}`);
    }
  }
  return [...found];
}

/** The documented members that some responses lack although their parent exists. */
function absentFrom(exchanges: readonly CompleteExchange[]): readonly string[] {
  const [first] = exchanges;
  if (first === undefined) return [];
  const good = exchanges.filter(({ response: { status } }) => status === 200);
  return unseenOf(
    first.request.operation,
    good.map(({ response }) => response).filter((response) => jsonOf(response) !== undefined),
  );
}

function bodiesOf(exchanges: readonly CompleteExchange[]): readonly unknown[] {
  const texts = new Map<string, unknown>();
  for (const { response } of exchanges) {
    if (texts.size === BODIES) break;
    const body = jsonOf(response);
    if (body !== undefined) texts.set(`${response.status} ${response.text}`, body);
  }
  return [...texts.values()];
}

/** The most changes of requests. */
const CHANGES = 60;

/** Mutations of requests and connections: only a server shows whether they kill. */
export function otherMutations(
  requirement: Requirement,
  recording: Recording,
  names: readonly string[],
): readonly Mutation[] {
  if ('expects' in requirement) {
    if (requirement.expects === 'presence')
      return [{ operator: 'not-served', step: '*', place: '' }];
    const probes = requirement.probes.map(({ id }) => id);
    return [...probes, ''].map((place) => ({ operator: 'hang-up', step: '*', place }));
  }
  const { steps } = recording;
  const changes = steps
    .flatMap((exchanges, step) =>
      requestChanges(exchanges.map(({ request }) => request)).map(([operator, place]) => ({
        operator,
        step,
        place,
      })),
    )
    .sort((a, b) => depthOf(a) - depthOf(b));
  const mixUps = names.map((place) => ({ operator: 'mix-up', step: '*' as const, place }));
  const hangUps = [...steps.keys()].map((step) => ({ operator: 'hang-up', step, place: '' }));
  return [...mixUps, ...changes.slice(0, CHANGES), ...hangUps];
}

/** True for the mutations of responses that a requirement detects in a recording; sends nothing. */
export function detector(
  requirement: Requirement,
  recording: Recording,
  fixtures: Fixtures,
  { error }: Samples,
): (mutation: Mutation) => boolean {
  const cases = spread(recording.cases);
  const probes = new Map(requirement.probes.map((probe) => [probe.id, probe]));
  const operation = operationOf(requirement);
  const controls = new Controls(fixtures);
  for (const probe of requirement.probes) {
    const control = recording.presence('control', probe.operation);
    if (control !== undefined) controls.note(control.request, accepted(control));
  }
  const memory: Memory = new Set();
  const known: TargetFacts = {
    controlAccepted: (probe) => controls.accepted(probe),
    served: () => true,
    isControl: (probe, call) => controls.is(probe, call),
    memoryOf: () => memory,
    unsteady: new Map(),
  };
  const contextAt = (exchanges: readonly Exchange[], at: number): Context => ({
    earlier: (step) => (step < at ? exchanges[step]?.response : undefined),
    control: recording.presence('control', operation)?.response,
    unknownResource: recording.presence('unknownResource', operation)?.response,
    error,
  });
  return (mutation) =>
    cases.some(({ spot: { ofCase, probe: id }, exchanges }) => {
      const probe = probes.get(id);
      if (probe === undefined) return false;
      const altered = exchanges.map((exchange, step) =>
        hasResponse(exchange) &&
        isMeant(mutation, { ofCase, probe: id, step }, exchange.request, operation)
          ? alteredExchange(exchange, mutation, contextAt(exchanges, step))
          : exchange,
      );
      if (altered.every((one, step) => one === exchanges[step])) return false;
      const [seen] = judgeCase(probe, [requirement], altered.length, altered, known);
      return (seen?.findings.length ?? 0) > 0;
    });
}

/** The most cases to examine, because cases of one kind are similar. */
const CASES = 32;

function spread<T>(all: readonly T[]): readonly T[] {
  const every = Math.ceil(all.length / CASES);
  return all.filter((_, i) => i % every === 0);
}

/** Omitting the token check comes first, then mutations near the root. */
function depthOf({ operator, place }: Mutation): number {
  return operator === NO_TOKEN_CHECK ? -1 : place.split('/').length;
}

/** The operation that a requirement is about. */
export function operationOf({ id, probes }: Requirement): Operation {
  const [probe] = probes;
  if (probe === undefined) throw new Error(`${id} has no probes`);
  return probe.operation;
}
