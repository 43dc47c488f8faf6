/** What the files of specs/ hold: read from JSON beside built code, from the YAML itself in the source tree. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { applyOverlay, type Overlay } from './overlay.ts';

export type DocumentName =
  | 'clauses'
  | 'ledger/clauses'
  | 'registry/allocation-v1'
  | 'registry/allocation-instruction-v1'
  | 'ledger/3.4'
  | 'ledger/3.5';

/** The YAML files that make a document: the document itself, and an overlay upon it. */
const FILES: Readonly<Record<DocumentName, readonly string[]>> = {
  clauses: ['clauses.yaml'],
  'ledger/clauses': ['ledger/clauses.yaml'],
  'registry/allocation-v1': ['registry/allocation-v1.yaml'],
  'registry/allocation-instruction-v1': ['registry/allocation-instruction-v1.yaml'],
  'ledger/3.4': ['ledger/3.4.yaml'],
  'ledger/3.5': ['ledger/3.4.yaml', 'ledger/3.5.overlay.yaml'],
};

export const DOCUMENTS: readonly DocumentName[] = Object.keys(FILES) as DocumentName[];

export const SPECS: URL = new URL('../../specs/', import.meta.url);

/** A document with the sha256 of the YAML from which it was made. */
export interface Source {
  readonly sha256: string;
  readonly document: unknown;
}

const require = createRequire(import.meta.url);

/** The document as the build prepared it; `undefined` in the source tree, where nothing is prepared. */
export function prepared(name: DocumentName, folder: URL = SPECS): Source | undefined {
  let text: string;
  try {
    text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as Source;
}

/** The document as its YAML says it, with the overlay applied. Slow: the parser alone takes 30 ms to load. */
export function fromYaml(name: DocumentName): Source {
  const sources = FILES[name].map(bytesOf);
  const [document, overlay] = sources.map((bytes) => parsed(bytes.toString()));
  return {
    sha256: createHash('sha256').update(Buffer.concat(sources)).digest('hex'),
    document:
      overlay === undefined ? document : applyOverlay(document as object, overlay as Overlay),
  };
}

/** The value of a YAML or JSON text. Throws the parser's error, which names line and column. */
export function parsed(text: string): unknown {
  // Loaded when needed: a run from the built package reads no YAML of its own.
  const { parse } = require('yaml') as typeof import('yaml');
  return parse(text);
}

/** The bytes of a file of specs/. */
export function bytesOf(file: string): Buffer {
  return readFileSync(new URL(file, SPECS));
}
