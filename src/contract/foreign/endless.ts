/** Finds schemas that refer to themselves for the same value: validating them would never end. */
import type { Json } from '../json.ts';
import { follow } from '../pointer.ts';

/** Keywords whose subschemas apply to the same value as the schema. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Throws for the first reference that leads back to itself. */
export function checkEndless(document: unknown, references: Iterable<string>): void {
  const done = new Set<string>();
  const open = new Set<string>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    if (Array.isArray(schema)) {
      for (const one of schema) visit(one);
      return;
    }
    const { $ref } = schema as Json;
    if (typeof $ref === 'string') enter($ref);
    for (const keyword of SAME_VALUE) visit((schema as Json)[keyword]);
  };
  const enter = (reference: string): void => {
    if (open.has(reference)) throw new Error(`the reference ${reference} leads back to itself`);
    if (done.has(reference)) return;
    open.add(reference);
    visit(follow(document, reference));
    open.delete(reference);
    done.add(reference);
  };
  for (const reference of references) enter(reference);
}
