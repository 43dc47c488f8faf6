/** An area of the ledger, and the operations of one version. */
import type { Contract, Operation, Probe, Requirement } from '../../src/kit.ts';
import type { Absent } from './partial.ts';
import { type ContractVersion, contractAt } from './versions.ts';

/** An area: the requirements beside those of every operation. */
export type Area = (ledger: Ledger) => readonly Requirement[];

/** The operations of one version of the ledger, by name. */
export interface Ledger {
  readonly version: ContractVersion;
  readonly contract: Contract;
  /** The operation of this name, or its substitute. Throws if the version has none. */
  readonly operation: (name: string) => Operation;
  readonly has: (name: string) => boolean;
}

export function ledgerAt(contract: Contract, absent: Absent = new Map()): Ledger {
  const byName = new Map(contract.operations.map((o) => [o.name, o]));
  return {
    version: contractAt(contract.version),
    contract,
    has: (name) => byName.has(name),
    operation: (name) => {
      const found = byName.get(name) ?? absent.get(name);
      if (found === undefined) throw new Error(`ledger ${contract.version} has no ${name}`);
      return found;
    },
  };
}

/** The GET of pages has the rules of pages until a POST replaces it; then one rule compares the two. */
const REPLACED: Readonly<Record<string, string>> = { 'active-contracts-page': 'contracts-page' };

/** True if the version has the operation, and no other one that takes its rules. */
export function hasOwnRules({ has }: Ledger, name: string): boolean {
  return has(name) && !has(REPLACED[name] ?? '');
}

/** The probes of these requirements, by their operation. */
export function ownProbes(requirements: readonly Requirement[]): Map<Operation, Set<Probe>> {
  const own = new Map<Operation, Set<Probe>>();
  for (const { probes } of requirements) {
    for (const probe of probes) {
      const known = own.get(probe.operation) ?? new Set();
      own.set(probe.operation, known.add(probe));
    }
  }
  return own;
}
