/** Everything the kit knows of one surface. */
import type { Operation } from '../contract/contract.ts';
import type { Call, Exchange } from './exchange.ts';
import type { Fixtures } from './fixtures.ts';
import type { RequestClass } from './probe.ts';
import type { Requirement } from './requirement.ts';

/** Three requests that tell whether an operation is served at this base URL. */
export interface PresenceProbe {
  readonly operation: Operation;
  /** `undecodable` where the operation changes something; `read` unless told. */
  readonly effect?: RequestClass;
  /** A request that should be accepted, if the fixtures allow one. */
  readonly control?: Call;
  /** A request that the operation would handle, and most likely refuse. */
  readonly unknownResource: Call;
  /** The same request to a path that nobody serves. */
  readonly unknownPath: Call;
}

/** Everything the kit knows of one surface: its contracts and what must hold. */
export interface Surface {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly presenceProbes: (fixtures: Fixtures) => readonly PresenceProbe[];
  readonly requirements: readonly Requirement[];
  /** Why a target of which this is known need not serve an operation; `undefined` when it must. */
  readonly unsupported?: (operation: Operation, fixtures: Fixtures) => string | undefined;
  /** Learns about the target by reading it, before anything is planned. What was given comes first. */
  readonly discover?: (
    ask: (call: Call) => Promise<Exchange>,
    given: Fixtures,
    note: (text: string) => void,
  ) => Promise<Fixtures>;
  /** The requests of `discover`, where the fixtures decide how many there are. */
  readonly discoveryRequests?: (given: Fixtures) => number;
  /** Stands for what would be discovered, where a plan is made without asking the target. */
  readonly presumed?: Fixtures;
}
