/** Finds members that a schema allows without naming them. */
import type { Contract, JsonSchema } from './contract.ts';
import { step } from './pointer.ts';
import { type SchemaPart, shapeOf } from './shape.ts';

/** The most pointers; more do not help a reader. */
const MAX_PLACES = 20;

/**
 * The JSON Pointers of members that no schema describes, at most 20. Free-form objects are skipped: those without
 * described members, or with a schema for all other members.
 */
export function undescribedMembers(
  contract: Contract,
  schema: JsonSchema,
  value: unknown,
): readonly string[] {
  const found: string[] = [];
  walk({ contract, schema }, value, '', found);
  return found;
}

function walk(part: SchemaPart, value: unknown, at: string, found: string[]): void {
  if (typeof part.schema === 'boolean' || typeof value !== 'object' || value === null) return;
  if (found.length >= MAX_PLACES) return;
  const { members, described, items, values } = shapeOf(part, value);
  if (Array.isArray(value)) {
    if (items !== undefined)
      for (const [index, item] of value.entries()) walk(items, item, `${at}/${index}`, found);
    return;
  }
  const byName = new Map(members.map((member) => [member.name, member]));
  for (const [name, member] of Object.entries(value)) {
    const place = at + step(name);
    const next = byName.get(name) ?? values;
    if (next !== undefined) walk(next, member, place, found);
    else if (described.size > 0 && found.length < MAX_PLACES) found.push(place);
  }
}
