/** Gathers examples: sends the cases of a surface to a server of this machine, and keeps those that show a rule. */
import type { Operation } from '../contract/contract.ts';
import { connect } from '../exchange/client.ts';
import { claimsIn } from '../exchange/web-token.ts';
import { onlyReads, sendCase } from '../judge/case.ts';
import {
  ASIDE,
  type Call,
  type CompleteExchange,
  EVERYTHING,
  type Fixtures,
  type HttpResponse,
  hasResponse,
  nameOf,
  type Probe,
  type Requirement,
  rulesOf,
  type SendCall,
  type Surface,
} from '../model/index.ts';
import { caseAt, type PlannedProbe, plan } from '../plan/plan.ts';
import { discovered } from '../run/discovered.ts';
import { decidedBy, type Shown, statusesFor } from './decides.ts';
import type { Example } from './example.ts';

/** A conforming server that exists only for this. */
export interface ExampleServer {
  readonly url: string;
  readonly fixtures: Partial<Fixtures>;
  /** The bearer token of a caller with all rights, if the server needs one. It is in no example. */
  readonly token?: string;
  readonly close: () => Promise<void>;
}

/** Fixed, so that the examples are the same each time. */
const SEED = 1;
/** The most case groups of a probe that are tried: further ones are spellings of the same. */
const MAX_TRIED = 12;
/** The most characters of a body: longer ones show a limit, and are no example to read. */
const MAX_BODY = 8192;

/**
 * The examples of each operation in the order of the surface, valid ones first. `start` starts equal servers: what changes
 * one gets a new one, so that each example with its preparation is true at a new server.
 */
export async function examplesOf(
  surface: Surface,
  start: () => Promise<ExampleServer>,
): Promise<readonly Example[]> {
  const gatherer = new Gatherer(surface);
  return at(start, async (send, { fixtures: given, token }) => {
    const claims = token === undefined ? undefined : claimsIn(token);
    const ofToken = claims === undefined ? {} : surface.fixturesOfToken?.(claims);
    const fixtures = await discovered(surface, { ...given, ...ofToken }, send);
    await gatherer.learn(fixtures, send);
    const { probes } = plan(surface, surface.requirements, {
      ...{ fixtures, seed: SEED, runs: 1, allowed: EVERYTHING },
    });
    const usable = probes.filter(({ probe }) => probe.aboutCredentials !== true);
    const changing = usable.filter(({ probe }) => !onlyReads(probe));
    for (const one of usable) if (isRead(one)) await gatherer.read(one, send);
    for (const one of changing) await at(start, (sendAlone) => gatherer.run(one, sendAlone));
    for (const one of usable)
      if (onlyReads(one.probe) && !isRead(one)) await gatherer.read(one, send);
    for (const one of changing) gatherer.keepOf(one.probe);
    return gatherer.all();
  });
}

const isRead = ({ probe: { effect = 'read' } }: PlannedProbe): boolean => effect === 'read';

/** Uses a new server, and closes it. */
async function at<T>(
  start: () => Promise<ExampleServer>,
  use: (send: SendCall, server: ExampleServer) => Promise<T>,
): Promise<T> {
  const server = await start();
  const { url, token } = server;
  const client = connect({
    baseUrl: new URL(url),
    timeoutMs: 10_000,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` }, secrets: [token] }),
  });
  try {
    return await use((call) => client.send(call), server);
  } finally {
    await client.close();
    await server.close();
  }
}

class Gatherer {
  readonly #surface: Surface;
  readonly #requirements: ReadonlyMap<Requirement, Requirement>;
  readonly #accepted = new Map<Operation, Shown>();
  readonly #rejected = new Map<Operation, HttpResponse>();
  /** A plain rejection, for operations that reject nothing. */
  #rejection: HttpResponse | undefined;
  readonly #ran = new Map<Probe, readonly [PlannedProbe, readonly CompleteExchange[]]>();
  readonly #shown = new Set<string>();
  readonly #examples: Example[] = [];

  constructor(surface: Surface) {
    this.#surface = surface;
    this.#requirements = new Map(
      surface.requirements.flatMap((one) => rulesOf(one).map((rule) => [rule, one] as const)),
    );
  }

  /** Learns an accepted and a rejected response of each operation. */
  async learn(fixtures: Fixtures, send: SendCall): Promise<void> {
    for (const { control, unknownResource } of this.#surface.presenceProbes(fixtures)) {
      for (const call of control ? [control, unknownResource] : [unknownResource])
        this.#note([await send(call)].filter(hasResponse));
    }
  }

  #note(exchanges: readonly CompleteExchange[]): void {
    for (const [at, exchange] of exchanges.entries()) {
      const { request, response } = exchange;
      const { operation } = request;
      if (isGood(exchange) && !this.#accepted.has(operation))
        this.#accepted.set(operation, { exchanges, at });
      if (isBad(exchange) && !this.#rejected.has(operation))
        this.#rejected.set(operation, response);
      if (response.status === 400) this.#rejection ??= response;
    }
  }

  /** Sends cases of a probe that reads, until each of its rules is shown. */
  async read(planned: PlannedProbe, send: SendCall): Promise<void> {
    const all = planned.requirements.filter(({ anyTraffic }) => anyTraffic !== true);
    for (const { group, seed } of planned.caseGroups.slice(0, MAX_TRIED)) {
      const steps = caseAt(group, seed, '0');
      // A step that needs an earlier response is sent after it; the others stand alone, and no relation judges them.
      const isChain = steps.some((step) => typeof step === 'function');
      const rules = all.filter((rule) => 'check' in rule || isChain);
      if (rules.every(({ id }) => this.#shown.has(id))) continue;
      for (const one of isChain ? [steps] : steps.map((step) => [step])) {
        const exchanges = (await sendCase(planned.probe, one, send, ASIDE)).filter(hasResponse);
        this.#note(exchanges);
        for (const [at, { request }] of exchanges.entries())
          if (isPlain(request)) this.#keep(planned, rules, { exchanges, at });
      }
    }
  }

  /** Runs the first case of a probe that changes the server. */
  async run(planned: PlannedProbe, send: SendCall): Promise<void> {
    const [first] = planned.caseGroups;
    if (first === undefined) return;
    const steps = caseAt(first.group, first.seed, '0');
    const exchanges = (await sendCase(planned.probe, steps, send, ASIDE)).filter(hasResponse);
    this.#note(exchanges);
    this.#ran.set(planned.probe, [planned, exchanges]);
  }

  /** Keeps what a case has shown; only now a response of each kind is known. */
  keepOf(probe: Probe): void {
    const [planned, exchanges = []] = this.#ran.get(probe) ?? [];
    if (planned === undefined) return;
    const rules = planned.requirements.filter(({ anyTraffic }) => anyTraffic !== true);
    for (const [at, { request }] of exchanges.entries())
      if (request.operation === probe.operation && isPlain(request))
        this.#keep(planned, rules, { exchanges, at });
  }

  #keep({ probe }: PlannedProbe, rules: readonly Requirement[], shown: Shown): void {
    const exchange = shown.exchanges[shown.at];
    if (exchange === undefined || exchange.request.operation !== probe.operation) return;
    const { operation } = probe;
    const opposite = isBad(exchange)
      ? this.#acceptedResponse(operation)
      : (this.#rejected.get(operation) ?? this.#rejection);
    if (opposite === undefined || !(isBad(exchange) || isGood(exchange))) return;
    const decided = decidedBy(rules, shown, opposite);
    const [first] = decided.filter(({ id }) => !this.#shown.has(id));
    if (first === undefined) return;
    for (const { id } of decided) this.#shown.add(id);
    this.#add(nameOf(first.id), probe, shown, decided);
  }

  #acceptedResponse(operation: Operation): HttpResponse | undefined {
    const { exchanges, at = 0 } = this.#accepted.get(operation) ?? {};
    return exchanges?.[at]?.response;
  }

  #add(
    name: string,
    { sends, wrong }: Pick<Probe, 'sends' | 'wrong'>,
    shown: Shown,
    rules: readonly Requirement[],
  ): void {
    const exchange = shown.exchanges[shown.at];
    if (exchange === undefined) return;
    const { request, response } = exchange;
    const before = shown.exchanges.slice(0, shown.at).filter(isGood);
    this.#examples.push({
      operation: request.operation,
      kind: isBad(exchange) ? 'bad' : 'good',
      ...{ name, sends, request, response },
      ...(isBad(exchange) && wrong && { wrong }),
      before: before
        .map((one) => one.request)
        .filter(({ operation: { effect = 'read' } }) => effect !== 'read'),
      statuses: statusesFor(rules, shown),
      rules: rules.map((rule) => ({ rule, requirement: this.#requirements.get(rule) ?? rule })),
    });
  }

  /** Adds the plain valid request of an operation that no rule has shown one of. */
  all(): readonly Example[] {
    const has = new Set(
      this.#examples.flatMap((one) => (one.kind === 'good' ? one.operation : [])),
    );
    for (const [operation, shown] of this.#accepted)
      if (!has.has(operation)) this.#add('plain', { sends: 'a plain request' }, shown, []);
    const rank = ({ kind, name }: Example): string => `${kind === 'good' ? 0 : 1}${name}`;
    return this.#surface.operations.flatMap((operation) =>
      this.#examples
        .filter((one) => one.operation === operation)
        .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)),
    );
  }
}

const isGood = ({ response }: CompleteExchange): boolean =>
  response.status >= 200 && response.status < 300;
const isBad = ({ response }: CompleteExchange): boolean =>
  response.status >= 400 && response.status < 500;

/** True for a request that stands alone: no token is altered for it, and nothing is sent right before it. */
function isPlain({ anonymous, altered, before, body = '' }: Call): boolean {
  const isAlone = anonymous === undefined && altered === undefined && before === undefined;
  return isAlone && body.length <= MAX_BODY;
}
