/** Where the published documents state a clause: document, line and JSON Pointer. */
import type { Clause, Operation } from './contract.ts';

/** A place in a published document. */
export interface PublishedPlace {
  /** As the clauses name it: `3.5.1`, or `allocation-v1@1.1.0`. */
  readonly document: string;
  /** From 1. */
  readonly line: number;
  readonly pointer: string;
}

/** True if this document has the operation. */
export type IsDocumentOf = (document: string, operation: Operation) => boolean;

/**
 * The places of a clause that are about this operation: those in its documents, without those of other operations.
 * Empty if no document states the clause; `undefined` if the clause names no place in a document of this operation.
 */
export function publishedPlaces(
  { documents }: Pick<Clause, 'documents'>,
  operation: Operation | undefined,
  isDocumentOf: IsDocumentOf = () => true,
): readonly PublishedPlace[] | undefined {
  if (documents === undefined || documents === 'none') return documents && [];
  const places = Object.entries(documents)
    .filter(([document]) => operation === undefined || isDocumentOf(document, operation))
    .flatMap(([document, all]) => [all].flat().map((one) => ({ document, ...parsedPlace(one) })))
    .filter(({ pointer }) => operation === undefined || isAbout(pointer, operation));
  return places.length === 0 ? undefined : places;
}

/** The line and the pointer of `129 /components/schemas/…`. The line is NaN if the text is not a place. */
export function parsedPlace(text: string): { readonly line: number; readonly pointer: string } {
  const [, line, pointer = ''] = /^([1-9]\d*) (\/\S+)$/.exec(text) ?? [];
  return { line: Number(line ?? Number.NaN), pointer };
}

/** `/paths/~1things/post/…` is about one operation, `/paths` and `/components/…` about all. */
function isAbout(pointer: string, { path, method }: Operation): boolean {
  const [, of, name] = /^\/paths\/([^/]+)(?:\/([^/]+))?/.exec(pointer) ?? [];
  if (of === undefined) return true;
  const isPath = of.replaceAll('~1', '/').replaceAll('~0', '~') === path;
  return isPath && (name === undefined || name.toUpperCase() === method);
}

/** `allocation-v1@1.1.0, line 129`: the place without its pointer, for a text that has no room. */
export function inBrief(places: readonly PublishedPlace[]): string {
  const documents = [...new Set(places.map(({ document }) => document))];
  return documents
    .map((document) => {
      const own = places.filter((place) => place.document === document);
      const lines = [...new Set(own.map(({ line }) => line))];
      const shown = lines.slice(0, MAX_LINES).join(', ');
      return `${document} ${lines.length === 1 ? 'line' : 'lines'} ${shown}`;
    })
    .join('; ');
}

/** The most lines of a document in a brief place. */
const MAX_LINES = 3;
