/** Reads the files of specs/: JSON beside built code, YAML in the source tree. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { applyOverlay, type Overlay } from './overlay.ts';

/** A document of specs/: its name, and its YAML files: a base document and the overlays on it. */
export interface DocumentFiles {
  /** A unique name such as `area/1.1`; the build writes the prepared document under it. */
  readonly name: string;
  readonly files: readonly string[];
  /** Leaves out what overlays mark with a later `x-since`; the document has this version. */
  readonly asOf?: string;
}

export const SPECS: URL = new URL('../../specs/', import.meta.url);

/** A document with the sha256 of the YAML from which it was made. */
export interface Source {
  readonly sha256: string;
  readonly document: unknown;
}

const require = createRequire(import.meta.url);

/** The document as the build prepared it; `undefined` in the source tree. */
export function prepared(name: string, folder: URL = SPECS): Source | undefined {
  let text: string;
  try {
    text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
  } catch {
    return undefined;
  }
  return JSON.parse(text) as Source;
}

/** The document from its YAML files, with its overlays applied in turn. Slow: loading the parser takes 30 ms. */
export function fromYaml({ files, asOf }: DocumentFiles): Source {
  const sources = files.map(specText);
  const [document, ...overlays] = sources.map(parsed);
  const whole = overlays.reduce<unknown>(
    (base, overlay) => applyOverlay(base as object, overlay as Overlay, asOf),
    document,
  );
  const hash = createHash('sha256').update(sources.join(''));
  if (asOf === undefined) return { sha256: hash.digest('hex'), document: whole };
  const { info, ...rest } = whole as { readonly info: object };
  return {
    sha256: hash.update(asOf).digest('hex'),
    document: { ...rest, info: { ...info, version: asOf } },
  };
}

/** The value of a YAML or JSON text. Throws the parser's error, which names line and column. */
function parsed(text: string): unknown {
  // Loaded on demand: the built package has its documents as JSON.
  const { parse } = require('yaml') as typeof import('yaml');
  return parse(text);
}

/** The text of a file of specs/. */
export function specText(file: string): string {
  return readFileSync(new URL(file, SPECS), 'utf8');
}
