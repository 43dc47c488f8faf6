/** Describes the fixtures of a surface: each is a list. */
import type { JsonSchema } from '../../src/kit.ts';

/** An id of a contract, and any text, as the published schema describes them. */
export const ID = { $ref: '#/$defs/id' };
export const TEXT = { $ref: '#/$defs/text' };

/** A list of these items; `what` follows "A list of". */
export function listOf(what: string, items: JsonSchema): JsonSchema {
  return { type: 'array', maxItems: 1000, items, description: `A list of ${what}.` };
}
