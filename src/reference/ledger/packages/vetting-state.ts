/** Which packages each participant has vetted on each synchronizer. */

import { ascending } from '../paging.ts';
import type { Package } from './store.ts';

/** One vetted package, as JSON carries it. */
export interface Vetted {
  readonly packageId: string;
  readonly validFromInclusive: string | null;
  readonly validUntilExclusive: string | null;
  readonly packageName: string;
  readonly packageVersion: string;
}

/** The vetted packages of one participant on one synchronizer, as JSON carries them. */
export interface VettedRow {
  readonly packages: readonly Vetted[];
  readonly participantId: string;
  readonly synchronizerId: string;
  readonly topologySerial: number;
}

/** A vetted package, with the period of its vetting if it is given. */
export function vetted(
  { id, name, version }: Package,
  from: string | null = null,
  until: string | null = null,
): Vetted {
  return {
    packageId: id,
    validFromInclusive: from,
    validUntilExclusive: until,
    packageName: name,
    packageVersion: version,
  };
}

/** By name, by the numbers of the version, and by id. */
function inOrder(a: Vetted, b: Vetted): number {
  const versions = a.packageVersion.localeCompare(b.packageVersion, 'en', { numeric: true });
  return ascending(a.packageName, b.packageName) || versions || ascending(a.packageId, b.packageId);
}

/** Sorts rows, and names them in page tokens. */
export function rowKey({ synchronizerId, participantId }: VettedRow): string {
  return `${synchronizerId}\n${participantId}`;
}

/** The packages by name, version and id. */
export const sorted = (packages: Iterable<Vetted>): readonly Vetted[] =>
  [...packages].sort(inOrder);

export class Vetting {
  readonly #rows = new Map<string, VettedRow>();

  constructor(
    participants: readonly string[],
    synchronizers: readonly string[],
    packages: readonly Package[],
  ) {
    for (const participantId of participants) {
      for (const synchronizerId of synchronizers) {
        const rows = packages.map((one) => vetted(one));
        this.put({ participantId, synchronizerId, packages: rows, topologySerial: 1 });
      }
    }
  }

  /** All rows, by synchronizer and then by participant. */
  all(): readonly VettedRow[] {
    return [...this.#rows.values()].sort((a, b) => ascending(rowKey(a), rowKey(b)));
  }

  find(participantId: string, synchronizerId: string): VettedRow | undefined {
    const same = (row: VettedRow): boolean =>
      row.participantId === participantId && row.synchronizerId === synchronizerId;
    return [...this.#rows.values()].find(same);
  }

  /** Removes the rows of this participant. */
  forget(participantId: string): void {
    for (const row of this.all()) {
      if (row.participantId === participantId) this.#rows.delete(rowKey(row));
    }
  }

  /** Replaces the row of the same participant and synchronizer, or adds it. Its packages become sorted. */
  put(row: VettedRow): void {
    this.#rows.set(rowKey(row), { ...row, packages: sorted(row.packages) });
  }
}
