/** Checks the clauses of a chapter: their places in published documents. */
import { type Clause, type Contract, follow, parsedPlace } from '../../../../src/kit.ts';
import { isObject } from '../../json.ts';
import { membersOf } from '../places.ts';
import type { Checker, Path } from './names.ts';

export function checkClauses(
  checker: Checker<unknown, unknown>,
  clauses: readonly Pick<Clause, 'documents'>[],
): void {
  for (const [index, { documents = 'none' }] of clauses.entries())
    for (const [name, places] of documents === 'none' ? [] : Object.entries(documents))
      checkDocument(checker, name, [places].flat(), ['clauses', index, 'documents', name]);
}

function checkDocument(
  { apis, isDocumentOf, mistake }: Checker<unknown, unknown>,
  name: string,
  places: readonly string[],
  path: Path,
): void {
  const api = apis.find((one) => isDocumentOf(name, one));
  if (api === undefined) throw mistake(path, 'is not a document that is known here.');
  for (const place of places) {
    const { pointer } = parsedPlace(place);
    if (pointer === '') throw mistake(path, 'is not a place. Write: line /pointer');
    if (!has(api.contract, pointer))
      throw mistake(path, `the document of ${name} has nothing at ${pointer}.`);
  }
}

/** True if our document has this place, where references are followed. Shared responses have names of their own in it. */
function has({ document }: Contract, pointer: string): boolean {
  if (/^\/components\/responses\/./.test(pointer)) return true;
  let part: unknown = document;
  for (const name of membersOf(pointer)) {
    const { $ref: reference } = Object(part);
    if (typeof reference === 'string') part = follow(document, reference);
    if (!(isObject(part) || Array.isArray(part)) || !Object.hasOwn(part, name)) return false;
    part = (part as Record<string, unknown>)[name];
  }
  return true;
}
