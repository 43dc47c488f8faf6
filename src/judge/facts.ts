/** What a run knows of its target. */
import type { Operation } from '../contract/contract.ts';
import type {
  Call,
  CompleteExchange,
  Fixtures,
  Memory,
  Probe,
  Requirement,
} from '../model/index.ts';
import type { TargetFacts, Unsteady } from './judge-case.ts';
import { Controls, type PresenceResult } from './presence.ts';
import { Refusals } from './refusals.ts';

export class Facts implements TargetFacts {
  readonly anonymous: boolean;
  readonly controls: Controls;
  readonly presenceResults: Map<Operation, PresenceResult> = new Map();
  readonly unsteady: Unsteady = new Map();
  /** Known after the presence probes. */
  refusals: Refusals = new Refusals([], [], false);
  readonly #memories = new Map<Requirement, Memory>();

  constructor(fixtures: Fixtures, anonymous: boolean) {
    this.controls = new Controls(fixtures);
    this.anonymous = anonymous;
  }

  controlAccepted(probe: Probe): boolean {
    return this.controls.accepted(probe);
  }

  isControl(probe: Probe, call: Call): boolean {
    return this.controls.is(probe, call);
  }

  marked(exchange: CompleteExchange): CompleteExchange {
    return this.refusals.marked(exchange);
  }

  served({ operation }: Probe): boolean {
    const presence = this.presenceResults.get(operation)?.presence;
    return presence === 'served' || presence === 'redirected';
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
