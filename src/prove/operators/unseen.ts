/** Documented members that no conforming response has: they cannot be mutated. */
import type { JsonSchema, Operation, SchemaKeywords } from '../../contract/contract.ts';
import { follow, step } from '../../contract/pointer.ts';
import type { HttpResponse } from '../../model/index.ts';
import { placesIn } from './places.ts';

/** The topmost documented members of good responses that no conforming response has, in the order of the document. */
export function unseenOf(
  { contract, responses }: Operation,
  conforming: readonly HttpResponse[],
): readonly string[] {
  const schema = responses['200']?.['application/json'];
  if (schema === undefined) return [];
  const bodies = conforming.filter(({ status }) => status === 200).map(({ body }) => body);
  const seen = new Set(placesIn(contract, schema, bodies).map(({ at }) => at));
  const unseen = new Set<string>();
  const walk = (part: JsonSchema, at: string, above: ReadonlySet<string>): void => {
    if (typeof part === 'boolean') return;
    const { $ref, allOf = [], oneOf = [], anyOf = [], properties = {} } = part as SchemaKeywords;
    const { items, additionalProperties } = part as SchemaKeywords;
    // A recursive schema is followed as deep as the responses are nested.
    if ($ref !== undefined && !above.has(`${$ref} ${at}`)) {
      walk(follow(contract.document, $ref) as JsonSchema, at, new Set([...above, `${$ref} ${at}`]));
    }
    for (const one of [...allOf, ...oneOf, ...anyOf]) walk(one, at, above);
    const below = (inside: JsonSchema, name: string): void => {
      const there = at + name;
      if (seen.has(there)) walk(inside, there, above);
      else unseen.add(there);
    };
    for (const [name, member] of Object.entries(properties)) below(member, step(name));
    if (items !== undefined) below(items, '/*');
    if (typeof additionalProperties === 'object') below(additionalProperties, '/*');
  };
  walk(schema, '', new Set());
  return [...unseen];
}
