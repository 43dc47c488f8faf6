import type { DocumentFiles } from '../src/kit.ts';

/** Where the clauses stand that the requirements of several surfaces cite. */
export const CLAUSES: DocumentFiles = { name: 'clauses', files: ['clauses.yaml'] };
