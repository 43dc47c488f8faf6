import type { DocumentFiles } from '../src/kit.ts';

/** The file of the clauses that requirements of several surfaces cite. */
export const CLAUSES: DocumentFiles = { name: 'clauses', files: ['clauses.yaml'] };
