/** Where the clauses stand that requirements cite. */
import type { DocumentFiles } from '../src/index.ts';

/** The documents of specs/ that hold them. */
export const CLAUSES: readonly DocumentFiles[] = [
  { name: 'clauses', files: ['clauses.yaml'] },
  { name: 'ledger/clauses', files: ['ledger/clauses.yaml'] },
];
