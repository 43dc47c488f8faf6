/** What a foreign document may have, so that a run with it starts within seconds and no check of a value takes long. */
import { isObject, type Json } from '../json.ts';
import { METHODS } from '../openapi.ts';
import { follow } from '../pointer.ts';

/** The most operations; planning 500 takes some two seconds. The largest known document has 65. */
const MAX_OPERATIONS = 500;
/** The most JSON objects, which are schemas, parameters and responses above all. The largest known document has 2,200. */
const MAX_OBJECTS = 25_000;
/** The most JSON objects of a single schema outside the document. */
const MAX_OWN_OBJECTS = 2_000;
/** The most references of which each stands in what the one before it names. The largest known document has 9. */
const MAX_CHAIN = 100;
/** The most subschemas that apply to one value, with all references written out. */
const MAX_SUBSCHEMAS = 10_000;

/** Keywords whose subschemas apply to the same value as the schema. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** The first size beyond its limit, as the end of a sentence about the document; `undefined` if there is none. */
export function excessIn(document: Json): string | undefined {
  const items = Object.values(document['paths'] as Json).filter(isObject);
  const operations = items.flatMap((item) => Object.keys(item).filter((one) => METHODS.has(one)));
  return (
    beyond(operations.length, MAX_OPERATIONS, 'operations') ??
    beyond(objectsIn(document), MAX_OBJECTS, 'objects (schemas, parameters, responses …)')
  );
}

function beyond(count: number, most: number, what: string): string | undefined {
  if (count <= most) return undefined;
  return `has ${count.toLocaleString('en')} ${what}, and ${most.toLocaleString('en')} is the limit`;
}

function objectsIn(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 0;
  const members = Object.values(part);
  return members.reduce((sum, one) => sum + objectsIn(one), Array.isArray(part) ? 0 : 1);
}

/** Throws for the first reference that leads nowhere, back to itself, too far, or to too much. */
export function checkReferences(document: Json): void {
  // Operations come first, because schemas are compiled from there.
  visitReferences(document, [document['paths'], document]);
}

/** The same for a schema whose references lead into a document. Throws also for a schema of too many parts. */
export function checkSchema(schema: unknown, document: Json): void {
  const excess = beyond(objectsIn(schema), MAX_OWN_OBJECTS, 'objects');
  if (excess !== undefined) throw new Error(`the schema ${excess}`);
  visitReferences(document, [schema]);
}

function visitReferences(document: Json, parts: readonly unknown[]): void {
  const seen = new Set<string>();
  const subschemas = subschemaCounter(document);
  const visit = (part: unknown, chain: number): void => {
    if (typeof part !== 'object' || part === null) return;
    if (!Array.isArray(part)) subschemas(part as Json);
    const reference = (part as Json)['$ref'];
    if (typeof reference === 'string' && !seen.has(reference)) {
      seen.add(reference);
      if (chain === MAX_CHAIN)
        throw new Error(
          `the reference ${reference} ends a chain of more than ${MAX_CHAIN} references`,
        );
      visit(follow(document, reference), chain + 1);
    }
    for (const member of Object.values(part)) visit(member, chain);
  };
  for (const part of parts) visit(part, 0);
}

/** Counts the subschemas that apply to the value of a schema. Throws beyond the limit, and for endless ones. */
function subschemaCounter(document: unknown): (schema: Json) => number {
  const known = new Map<unknown, number>();
  const open = new Set<string>();
  const countOf = (schema: unknown): number => {
    if (typeof schema !== 'object' || schema === null) return 1;
    const found = known.get(schema);
    if (found !== undefined) return found;
    const reference = (schema as Json)['$ref'];
    const parts = Array.isArray(schema) ? schema : SAME_VALUE.map((name) => (schema as Json)[name]);
    let count = typeof reference === 'string' ? referred(reference) : 1;
    for (const part of parts) if (part !== undefined) count += countOf(part);
    if (count > MAX_SUBSCHEMAS) throw new Error(tooMany(schema as Json));
    known.set(schema, count);
    return count;
  };
  const referred = (reference: string): number => {
    if (open.has(reference)) throw new Error(`the reference ${reference} refers to itself`);
    open.add(reference);
    const count = 1 + countOf(follow(document, reference));
    open.delete(reference);
    return count;
  };
  return countOf;
}

function tooMany(schema: Json): string {
  const start = JSON.stringify(schema).slice(0, 80);
  return `with its references written out, the schema ${start}… has more than ${MAX_SUBSCHEMAS.toLocaleString('en')} subschemas for one value`;
}
