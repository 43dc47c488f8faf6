/** Everything that happened on one reference ledger: updates, completions and contracts, by offset. */

import type { Tracked } from './contracts/model.ts';
import type { Completion, Node, Update } from './updates/model.ts';
import type { Release } from './versions.ts';

export interface Seed {
  /** Four parties of this participant, then two of another one. */
  readonly parties: readonly string[];
  readonly packages: readonly HistoryPackage[];
  readonly synchronizers: readonly string[];
  readonly participant: string;
  readonly version: Release;
}

interface HistoryPackage {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

export class History {
  readonly seed: Seed;
  /** Lists longer than this are rejected. */
  listCap = 200;
  /** Updates up to this offset, inclusive, are pruned. */
  pruned = 0;
  /** The offset of the last update or completion. */
  end = 0;
  /** In offset order; offsets of rejected submissions are missing. */
  readonly updates: Update[] = [];
  readonly completions: Completion[] = [];
  readonly contracts: Map<string, Tracked> = new Map();
  /** Submissions that were accepted, by user, command id and acting parties. */
  readonly accepted: Set<string> = new Set();

  constructor(seed: Seed) {
    this.seed = seed;
  }

  /** Appends an update, moves the ledger end to it, and updates the contracts. */
  append(update: Update): void {
    this.end = update.offset;
    this.updates.push(update);
    if (update.kind === 'transaction') {
      for (const node of update.nodes) this.#apply(node, update.offset, update.synchronizerId);
    } else if (update.kind === 'reassignment') {
      for (const move of update.moves) this.contracts.get(move.contract.id)?.moves.push(move);
    }
  }

  /** Appends the outcome of a submission. A rejected one moves the ledger end too. */
  complete(completion: Completion): void {
    this.end = Math.max(this.end, completion.offset);
    this.completions.push(completion);
  }

  /** Prunes the updates and completions up to this offset, and the contracts that are not active any more. */
  prune(offset: number): void {
    this.pruned = offset;
    const kept = this.updates.filter((update) => update.offset > offset);
    this.updates.splice(0, this.updates.length, ...kept);
    const completions = this.completions.filter((one) => one.offset > offset);
    this.completions.splice(0, this.completions.length, ...completions);
    for (const [id, { archived }] of this.contracts) {
      if (archived !== undefined && archived.offset <= offset) this.contracts.delete(id);
    }
  }

  /** The updates after `begin`, up to and including `end`. */
  range(begin: number, end: number): readonly Update[] {
    return this.updates.filter(({ offset }) => offset > begin && offset <= end);
  }

  /** The update at that offset; undefined when there is none or it is pruned. */
  at(offset: number): Update | undefined {
    return this.updates.find((update) => update.offset === offset);
  }

  /** The update of that id; undefined when there is none or it is pruned. */
  named(updateId: string): Update | undefined {
    return this.updates.find((update) => update.updateId === updateId);
  }

  #apply(node: Node, offset: number, synchronizerId: string): void {
    const { contract, nodeId } = node;
    if (node.kind === 'create') {
      this.contracts.set(contract.id, { contract, home: synchronizerId, moves: [] });
    } else if (node.consuming) {
      const tracked = this.contracts.get(contract.id);
      if (tracked !== undefined) tracked.archived = { offset, nodeId, synchronizerId };
    }
  }
}
