/** What a run knows of its target. */
import { Answers } from '../availability/answers.ts';
import type { Operation } from '../contract/contract.ts';
import type {
  Call,
  CompleteExchange,
  Exchange,
  Memory,
  Probe,
  Requirement,
} from '../model/index.ts';
import type { Plan } from '../plan/plan.ts';
import { Controls } from './controls.ts';
import type { TargetFacts, Unsteady } from './judge-case.ts';
import { accepted, type PresenceResult } from './presence.ts';
import { type IsSwitchedOff, switchedOffBy } from './switched-off.ts';

export class Facts implements TargetFacts {
  readonly anonymous: boolean;
  readonly controls: Controls;
  readonly presenceResults: Map<Operation, PresenceResult> = new Map();
  readonly unsteady: Unsteady = new Map();
  /** Known after the presence probes. */
  answers: Answers = new Answers();
  readonly isSwitchedOff: IsSwitchedOff;
  readonly #accepted = new Set<Operation>();
  readonly #memories = new Map<Requirement, Memory>();

  constructor({ fixtures, surface }: Pick<Plan, 'fixtures' | 'surface'>, anonymous: boolean) {
    this.isSwitchedOff = switchedOffBy(surface, fixtures);
    this.controls = new Controls(fixtures);
    this.anonymous = anonymous;
  }

  controlAccepted(probe: Probe): boolean {
    return this.controls.accepted(probe);
  }

  controlFault(probe: Probe): string | undefined {
    return this.controls.faultOf(probe);
  }

  isControl(probe: Probe, call: Call): boolean {
    return this.controls.is(probe, call);
  }

  marked(exchange: CompleteExchange): CompleteExchange {
    return exchange.isAnswer || !this.answers.include(exchange)
      ? exchange
      : { ...exchange, isAnswer: true };
  }

  /** Notes which operations accept something, whatever their presence probes got, and conflicts. */
  note(exchanges: readonly Exchange[]): void {
    for (const one of exchanges) {
      if (accepted(one)) this.#accepted.add(one.request.operation);
      this.answers.note(one);
    }
  }

  served({ operation }: Probe): boolean {
    const presence = this.presenceResults.get(operation)?.presence;
    const isShown = presence === 'unknown' && this.#accepted.has(operation);
    return isShown || presence === 'served' || presence === 'redirected';
  }

  memoryOf(requirement: Requirement): Memory {
    let memory = this.#memories.get(requirement);
    if (memory === undefined) {
      memory = new Set();
      this.#memories.set(requirement, memory);
    }
    return memory;
  }
}
