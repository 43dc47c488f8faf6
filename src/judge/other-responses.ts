/** Responses outside cases: of discovery, lookups, presence probes, controls, repetitions and cleanup. */
import fc from 'fast-check';
import { Timeline } from '../availability/timeline.ts';
import type { Operation } from '../contract/contract.ts';
import { operationAt } from '../contract/match.ts';
import {
  type Call,
  type CompleteExchange,
  type Exchange,
  type Finding,
  hasResponse,
  isAccepted,
  type Kept,
  NoBody,
  PRESENCE,
  type Probe,
  type Purpose,
  type PurposeKind,
  purposeText,
  type Requirement,
} from '../model/index.ts';
import type { Plan, PlannedProbe } from '../plan/plan.ts';
import { expectDocumented, failuresAlone, isConclusive, isDecidedByOne } from './any-traffic.ts';
import { type Case, purposeOf } from './case.ts';
import { withoutExchanges } from './culprit.ts';
import { isLeadIn, type TargetFacts } from './judge-case.ts';
import { observationOf } from './judging.ts';
import type { Observations } from './observations.ts';

/**
 * Judges each of these responses by the rules of its operation that one exchange decides. They can fail a requirement,
 * but only the responses of its own cases pass it.
 */
export class OtherResponses {
  readonly #plan: Plan;
  readonly #known: TargetFacts;
  readonly #rules = new Map<Operation, readonly Observations[]>();
  /** The rules that valid requests are accepted. */
  readonly #accepting = new Map<Operation, readonly Observations[]>();
  /** The rules by which a request must be accepted because another one was. */
  readonly #comparing = new Map<Operation, readonly Observations[]>();
  /** The operations with such rules. */
  readonly #operations = new Set<Operation>();
  /** Refusals that these rules may be about. */
  readonly #refused: Refused[] = [];
  readonly #kept: readonly Kept[];
  readonly #probes = new Map<Operation, Probe>();
  readonly #ofCases = new Map<PlannedProbe, Map<Operation, Beside>>();
  readonly #waiting = new Map<Exchange, Purpose>();
  /** Their position in the plan: after all cases. */
  #order = 1e12;

  constructor(
    plan: Plan,
    allObserved: ReadonlyMap<Requirement, Observations>,
    kept: readonly Kept[],
    known: TargetFacts,
  ) {
    this.#plan = plan;
    this.#known = known;
    this.#kept = kept;
    for (const observed of allObserved.values()) {
      const { requirement } = observed;
      const operation = requirement.probes[0]?.operation;
      const rules = isDecidedByOne(requirement)
        ? this.#rules
        : requirement.ofGoodRequests && this.#accepting;
      for (const into of [rules, requirement.mustBeAccepted && this.#comparing])
        if (operation && into) {
          into.set(operation, [...(into.get(operation) ?? []), observed]);
          this.#operations.add(operation);
        }
    }
    for (const { exchange, purpose } of kept) this.add(exchange, purpose);
  }

  /** Adds an exchange, which is judged unless a case takes it. An arrow function, so that it is bound. */
  readonly add = (exchange: Exchange, purpose: Purpose): void => {
    if (hasResponse(exchange) && this.#operations.has(exchange.request.operation))
      this.#waiting.set(exchange, purpose);
  };

  /** Takes the exchanges of a case, and judges them by the rules that the case does not check. */
  take(one: Case, exchanges: readonly Exchange[]): void {
    for (const exchange of exchanges) {
      this.#waiting.delete(exchange);
      const { operation } = exchange.request;
      const beside = this.#beside(one.planned, operation);
      if (isRefused(exchange)) this.#keepRefused(exchange, beside.comparing, one);
      const rules = isLeadIn(one.planned.probe, exchange, this.#known)
        ? this.#rules.get(operation)
        : beside.rules;
      if (rules !== undefined && rules.length > 0) this.#judge(exchange, rules, one);
    }
  }

  /** Judges the collected responses; returns which MUST and SHOULD began to fail. */
  judgeWaiting(): readonly Observations[] {
    const all = [this.#rules, this.#accepting, this.#comparing].flatMap((m) =>
      [...m.values()].flat(),
    );
    const before = new Set(all.filter(({ failing }) => failing > 0));
    const timeline = new Timeline(beforeChanges(this.#kept));
    for (const [exchange, purpose] of this.#waiting) {
      const { operation } = exchange.request;
      this.#judge(exchange, this.#rules.get(operation) ?? [], purpose);
      const accepting = this.#accepting.get(operation) ?? [];
      if (accepting.length > 0 && timeline.isAccident(exchange))
        this.#judge(exchange, accepting, purpose, true);
      if (isRefused(exchange)) this.#keepRefused(exchange, this.#comparing.get(operation), purpose);
    }
    this.#waiting.clear();
    this.#judgeRefused(timeline);
    return all
      .filter((observed) => observed.failing > 0 && !before.has(observed))
      .filter(({ requirement }) => requirement.level !== 'MAY');
  }

  #keepRefused(
    exchange: CompleteExchange,
    rules: readonly Observations[] = [],
    from: Purpose | Case,
  ): void {
    if (rules.length > 0) this.#refused.push({ exchange, rules, purpose: purposeIn(from) });
  }

  /** Judges refusals of requests that must be accepted because another one was. */
  #judgeRefused(timeline: Timeline): void {
    if (this.#refused.length === 0) return;
    const refused = this.#refused.splice(0);
    const paths = new Set(refused.map(({ exchange }) => exchange.request.path));
    const accepted = acceptedCalls(this.#kept, paths);
    for (const { exchange, rules, purpose } of refused) {
      const { request } = exchange;
      const others = accepted.get(request.path);
      if (others === undefined || this.#known.isSwitchedOff?.(exchange)) continue;
      if (!this.#reaches(request)) continue;
      const found = rules.flatMap((observed) => {
        const { mustBeAccepted } = observed.requirement;
        const other = others.find((one) => mustBeAccepted?.(request, one));
        return other === undefined ? [] : [{ observed, other }];
      });
      if (found.length === 0) continue;
      // Another outcome of an equal request follows something else.
      if (timeline.equalTo(request).some(isAccepted)) continue;
      for (const { observed, other } of found) this.#compare(exchange, observed, other, purpose);
    }
  }

  #compare(
    exchange: CompleteExchange,
    observed: Observations,
    other: Call,
    purpose: Purpose,
  ): void {
    const { requirement } = observed;
    // The other request shows whether the target still accepts what both of them ask for.
    const probe = { ...this.#probeOf(exchange.request.operation), baseline: () => other };
    if (!('check' in requirement) || !this.#known.controlAccepted(probe)) return;
    const findings = requirement.check(exchange, true);
    if (typeof findings !== 'object' || findings.length === 0) return;
    this.#fail(observed, probe, exchange, purpose, withoutExchanges(findings));
  }

  #fail(
    observed: Observations,
    probe: Probe,
    exchange: Exchange,
    purpose: Purpose,
    findings: readonly Finding[],
  ): void {
    const { requirement } = observed;
    observed.add(caseOf(probe, exchange, purpose, this.#order++), {
      ...observationOf(requirement, 1, 1, 0),
      ...{ findings, culprit: exchange },
    });
  }

  /** The rules that the requirements of a case leave out: computed once for each probe. */
  #beside(planned: PlannedProbe, operation: Operation): Beside {
    let known = this.#ofCases.get(planned);
    if (known === undefined) {
      known = new Map();
      this.#ofCases.set(planned, known);
    }
    let beside = known.get(operation);
    if (beside === undefined) {
      const own = new Set(planned.requirements);
      const isOther = ({ requirement }: Observations): boolean => !own.has(requirement);
      const rules = (this.#rules.get(operation) ?? []).filter(isOther);
      beside = {
        rules: rules.filter(({ requirement }) => requirement.anyTraffic === true),
        comparing: (this.#comparing.get(operation) ?? []).filter(isOther),
      };
      known.set(operation, beside);
    }
    return beside;
  }

  #judge(
    exchange: Exchange,
    rules: readonly Observations[],
    from: Purpose | Case,
    isGood = false,
  ): void {
    const { request, response } = exchange;
    const { operation, method } = request;
    const probe = this.#probeOf(operation);
    if (!hasResponse(exchange) || response === undefined || method !== operation.method) return;
    if (response.status >= 300 && !this.#known.served(probe)) return;
    if (this.#known.isSwitchedOff?.(exchange)) return;
    const accepted = isGood || this.#known.controlAccepted(probe);
    if (!isGood && !isConclusive(exchange, accepted)) return;
    expectDocumented(exchange);
    // What was accepted at another time was not refused for the load or for its state.
    const judged = isGood ? { ...exchange, isAnswer: true as const } : exchange;
    for (const observed of rules) {
      try {
        const findings = failuresAlone(observed.requirement, judged, accepted);
        // Checked for failures only: there are few of them.
        if (findings.length > 0 && this.#reaches(request))
          this.#fail(observed, probe, exchange, purposeIn(from), findings);
      } catch (error) {
        if (!(error instanceof NoBody)) observed.blameKit(error, purposeText(purposeIn(from)));
      }
    }
  }

  /** True if the path leads to the operation: a request that is wrong on purpose may lead elsewhere. */
  #reaches({ operation, method, path }: Call): boolean {
    return operationAt(this.#plan.surface.operations, method, path).operation === operation;
  }

  #probeOf(operation: Operation): Probe {
    const known = this.#probes.get(operation);
    if (known !== undefined) return known;
    const { control } = this.#plan.presenceProbes.find((p) => p.operation === operation) ?? {};
    const probe: Probe = {
      ...{
        id: `${operation.name}/other`,
        operation,
        sends: 'requests that belong to no case',
        weight: 0,
      },
      ...{ caseGroups: () => [], control: () => control, effect: operation.effect ?? 'read' },
    };
    this.#probes.set(operation, probe);
    return probe;
  }
}

/** Rules that the requirements of a case leave out. */
interface Beside {
  /** Without rules about requests of other cases. */
  readonly rules: readonly Observations[];
  readonly comparing: readonly Observations[];
}

interface Refused {
  readonly exchange: CompleteExchange;
  readonly rules: readonly Observations[];
  readonly purpose: Purpose;
}

/** True for a refusal of a request with the method of its operation. */
function isRefused(exchange: Exchange): exchange is CompleteExchange {
  const { request, response } = exchange;
  return (response?.status ?? 0) >= 400 && request.method === request.operation.method;
}

function purposeIn(from: Purpose | Case): Purpose {
  return 'kind' in from ? from : purposeOf(from);
}

/** The accepted requests to these paths, by their paths, each once. */
function acceptedCalls(
  kept: readonly Kept[],
  paths: ReadonlySet<string>,
): ReadonlyMap<string, readonly Call[]> {
  const found = new Map<string, Map<string | undefined, Call>>();
  for (const { exchange } of kept) {
    const { request } = exchange;
    if (!isAccepted(exchange) || !paths.has(request.path)) continue;
    const alike = found.get(request.path) ?? new Map<string | undefined, Call>();
    found.set(request.path, alike.set(request.body, request));
  }
  return new Map([...found].map(([path, alike]) => [path, [...alike.values()]]));
}

/** A case for the failure of a response outside cases, so that it can be repeated like others. */
export function caseOf(probe: Probe, { request }: Exchange, purpose: Purpose, order: number): Case {
  const { retryUntil: _, delayMs: __, ...call } = request;
  const steps = [call];
  const group = { label: purposeText(purpose), once: true, cases: fc.constant(steps) } as const;
  return {
    planned: { probe, requirements: [], caseGroups: [], requests: 0, firstCase: 0 },
    caseGroup: { group, seed: 0, count: 1, calls: 1 },
    ...{ index: 0, order, steps },
    seenIn: BEFORE_CASES.includes(purpose.kind) ? PRESENCE : purpose,
  };
}

/** Those before the first accepted change: after it, another response to the same request may be right. */
function beforeChanges(kept: readonly Kept[]): readonly Kept[] {
  const first = kept.findIndex(
    ({ exchange }) =>
      (exchange.request.operation.effect ?? 'read') !== 'read' && isAccepted(exchange),
  );
  return first < 0 ? kept : kept.slice(0, first);
}

/** Requests that every replay sends again. */
const BEFORE_CASES: readonly PurposeKind[] = ['discovery', 'presence', 'look'];
