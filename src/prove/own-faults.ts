/** The proof of every MUST and SHOULD by its own fault. */

import { type Requirement, rulesIn, type Surface } from '../model/index.ts';
import { isShownAt } from '../model/registration.ts';
import { glob } from '../plan/glob.ts';
import { registrationOf } from '../surfaces/index.ts';
import { type Bench, openBench } from './bench.ts';
import { KILLS, type Kills, killOf } from './kills.ts';
import { mutationOf } from './operators/mutation.ts';
import { firstKill, kills } from './own-fault.ts';
import { type Fault, faults, prove } from './prove.ts';
import { firstCaller, NO_CALLER, versionOf } from './target.ts';

const FAULT = 'fault ';
const SURVIVED = 'survived: ';

/** True for a requirement that no known fault kills. */
export const hasSurvived = (kill: string): boolean => kill.startsWith(SURVIVED);
/** True for a requirement that a hand-written fault kills. */
export const isByHand = (kill: string): boolean => kill.startsWith(FAULT);

export interface OwnFault {
  readonly requirement: string;
  /** The fault in the form of {@link Kills}; absent for a requirement without one. */
  readonly kill?: string;
  readonly outcome: 'killed' | 'survived' | 'not killed' | 'without fault';
}

export interface OwnFaultOptions {
  /** The requirements that are proved; every MUST and SHOULD if absent. */
  readonly chosen?: (id: string) => boolean;
  readonly kills?: Kills;
  /** True if faults are searched for instead of using the committed ones; a known fault that still kills is kept. */
  readonly search?: boolean;
  readonly onDone?: (done: OwnFault) => void;
}

/** Proves the requirements of one surface in turn, each alone and with its own fault. */
export async function proveOwnFaults(
  surface: Surface,
  { chosen = () => true, kills: given, search = false, onDone }: OwnFaultOptions = {},
): Promise<readonly OwnFault[]> {
  const prover = new Prover(surface, await faults(surface.name));
  const known = given ?? { ...KILLS, ...registrationOf(surface.name).reference.kills };
  const all: OwnFault[] = [];
  try {
    for (const requirement of rulesIn(surface)) {
      if (requirement.level === 'MAY' || !chosen(requirement.id)) continue;
      const kill = killOf(requirement.id, known);
      const done = search
        ? await prover.search(requirement, kill)
        : await prover.prove(requirement, kill);
      all.push(done);
      onDone?.(done);
    }
    return all;
  } finally {
    await prover.close();
  }
}

class Prover {
  readonly #surface: Surface;
  readonly #benches = new Map<string, Bench>();
  /** The possible callers of a proof, the one with most rights first. */
  readonly #callers: readonly string[];
  /** The hand-written faults with the requirements that each names, the most exact ones first. */
  readonly #named: Named;

  constructor(surface: Surface, all: readonly Fault[]) {
    this.#surface = surface;
    const { callers } = registrationOf(surface.name).reference;
    this.#callers = [...callers, NO_CALLER];
    this.#named = targets(surface, all).toSorted(([, a], [, b]) => a.length - b.length);
  }

  /** Runs the requirement with its fault only. */
  async prove(requirement: Requirement, kill: string | undefined): Promise<OwnFault> {
    const { id } = requirement;
    if (kill === undefined) return { requirement: id, outcome: 'without fault' };
    if (hasSurvived(kill)) return { requirement: id, kill, outcome: 'survived' };
    const killed = await this.#kills(kill, requirement);
    return { requirement: id, kill, outcome: killed ? 'killed' : 'not killed' };
  }

  /** The first fault that kills: the known one, a hand-written one, or a mutation. */
  async search(requirement: Requirement, known?: string): Promise<OwnFault> {
    const { id } = requirement;
    const named = this.#named.filter(([, ids]) => ids.includes(id));
    const byHand = named.map(([fault]) => FAULT + fault.id);
    const isSole = named[0]?.[1].length === 1;
    const before = known === undefined || hasSurvived(known) ? [] : [known];
    const first = await this.#firstOf([...before, ...(isSole ? byHand : [])], requirement);
    if (first !== undefined) return first;
    let why = '';
    for (const [i, caller] of this.#callers.entries()) {
      const { mutation, survived = '' } = await firstKill(requirement, await this.#bench(caller));
      const kill = i === 0 ? mutation : `${caller}: ${mutation}`;
      if (mutation !== undefined && kill) return { requirement: id, kill, outcome: 'killed' };
      why ||= survived;
    }
    // A fault of several requirements still kills each of them alone.
    const shared = await this.#firstOf(byHand, requirement);
    return shared ?? { requirement: id, kill: SURVIVED + why, outcome: 'survived' };
  }

  async #firstOf(
    kills: readonly string[],
    requirement: Requirement,
  ): Promise<OwnFault | undefined> {
    const { id } = requirement;
    for (const kill of kills) {
      if (await this.#kills(kill, requirement)) return { requirement: id, kill, outcome: 'killed' };
    }
    return undefined;
  }

  async close(): Promise<void> {
    for (const bench of this.#benches.values()) await bench.close();
  }

  async #kills(kill: string, requirement: Requirement): Promise<boolean> {
    if (isByHand(kill)) {
      const only = requirement.id;
      const named = this.#named.find(([{ id }, ids]) => FAULT + id === kill && ids.includes(only));
      if (named === undefined) return false;
      const { killedBy } = await prove(named[0], this.#surface, { seed: 1, only });
      return killedBy.includes(only);
    }
    const other = this.#callers.slice(1).find((caller) => kill.startsWith(`${caller}: `));
    const mutation = other === undefined ? kill : kill.slice(other.length + 2);
    const bench = await this.#bench(other ?? firstCaller(this.#surface.name));
    return kills(mutationOf(mutation), requirement, bench);
  }

  async #bench(caller: string): Promise<Bench> {
    const bench = this.#benches.get(caller) ?? (await openBench(this.#surface, caller));
    this.#benches.set(caller, bench);
    return bench;
  }
}

type Named = readonly (readonly [fault: Fault, ids: readonly string[]])[];

/** The MUST and SHOULD requirements that each hand-written fault of a surface names. */
function targets(surface: Surface, all: readonly Fault[]): Named {
  const version = versionOf(surface);
  const ids = rulesIn(surface)
    .filter(({ level }) => level !== 'MAY')
    .map(({ id }) => id);
  return all
    .filter((fault) => isShownAt(fault, version))
    .map((fault) => {
      const names = glob(fault.killedBy);
      return [fault, ids.filter((id) => names(id))] as const;
    });
}
