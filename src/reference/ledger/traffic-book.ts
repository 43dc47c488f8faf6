/** The accounts of the reference ledger, and the log of their changes. */

/** A change of an account that is still known. */
interface TrafficEvent {
  readonly id: string;
  readonly at: string;
}

export class Traffic {
  readonly #balances = new Map<string, number>();
  #events: readonly TrafficEvent[] = [];

  balance(account: string): number {
    return this.#balances.get(account) ?? 0;
  }

  /** Adds to the balance, unless a change with this id is known. */
  change(account: string, id: string, delta: number, at: string): void {
    if (this.#events.some((event) => event.id === id)) return;
    this.#events = [...this.#events, { id, at }];
    this.#balances.set(account, this.balance(account) + delta);
  }

  /** Forgets the events up to this time; returns their number. */
  prune(until: string): number {
    const kept = this.#events.filter(({ at }) => Date.parse(at) > Date.parse(until));
    const pruned = this.#events.length - kept.length;
    this.#events = kept;
    return pruned;
  }
}
