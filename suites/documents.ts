/** Every document of specs/ that the surfaces read: what the build prepares. */
import type { DocumentFiles } from '../src/index.ts';
import { CLAUSES } from './clauses.ts';
import { LEDGER_DOCUMENTS } from './ledger/contract.ts';
import { REGISTRY_DOCUMENTS } from './registry/contracts.ts';

export const DOCUMENTS: readonly DocumentFiles[] = [
  ...CLAUSES,
  ...REGISTRY_DOCUMENTS,
  ...LEDGER_DOCUMENTS,
];
