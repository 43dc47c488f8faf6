/** What the files of the chapters are written with. */
import type { Contract, Operation, Probe, Requirement } from '../../src/index.ts';

/** A chapter: requirements of its own, and which probes make an operation's answers worth looking at. */
export type Area = (ledger: Ledger) => readonly Requirement[];

/** The operations of one version of the ledger, by chapter. */
export interface Ledger {
  readonly version: '3.4' | '3.5';
  readonly contract: Contract;
  /** The operation of this chapter. Throws when the version has none. */
  readonly operation: (chapter: string) => Operation;
  readonly has: (chapter: string) => boolean;
}

export function ledgerAt(contract: Contract): Ledger {
  const byChapter = new Map(contract.operations.map((o) => [o.name, o]));
  return {
    version: contract.version.startsWith('3.4') ? '3.4' : '3.5',
    contract,
    has: (chapter) => byChapter.has(chapter),
    operation: (chapter) => {
      const found = byChapter.get(chapter);
      if (found === undefined) throw new Error(`ledger ${contract.version} has no ${chapter}`);
      return found;
    },
  };
}

/** The id of a probe or, below `ledger/`, of a requirement. */
export const named = (operation: Operation, name: string): string => `${operation.name}/${name}`;

/** Probes of these requirements whose answers are worth looking at for themselves, by their operation. */
export function ownProbes(requirements: readonly Requirement[]): Map<Operation, Set<Probe>> {
  const own = new Map<Operation, Set<Probe>>();
  for (const { probes } of requirements) {
    for (const probe of probes) {
      if (probe.aboutCredentials) continue;
      const known = own.get(probe.operation) ?? new Set();
      own.set(probe.operation, known.add(probe));
    }
  }
  return own;
}
