/** The catalogue: one surface after the other. */
import type { Contract, Surface } from '../src/index.ts';
import { ledgerContract } from './ledger/contract.ts';
import { ledger } from './ledger/index.ts';
import { registry } from './registry/index.ts';

/** The surfaces by name. A surface that exists at several versions takes the contract to hold a target to. */
export const surfaces: Readonly<Record<string, (contract?: Contract) => Surface>> = {
  registry,
  ledger: (contract = ledgerContract('3.5')) => ledger(contract),
};
