/** Which members a documented response can have. */
import { type Contract, type JsonSchema, resolved } from '../../src/kit.ts';
import { isObject, type Json } from './json.ts';

/** True if a response with this schema can have such a member. */
export function canHave(
  contract: Contract,
  schema: JsonSchema,
  isOne: (name: string, schema: Json) => boolean,
  seen: Set<unknown> = new Set(),
): boolean {
  const whole = resolved(contract, schema);
  if (seen.has(whole)) return false;
  seen.add(whole);
  const { oneOf = [], properties = {}, items, additionalProperties } = whole;
  const members = Object.entries(properties as Record<string, JsonSchema>);
  const inner = [...(oneOf as readonly JsonSchema[]), items, additionalProperties];
  return (
    members.some(([name, member]) => isOne(name, resolved(contract, member))) ||
    [...members.map(([, member]) => member), ...inner.filter(isObject)].some((one) =>
      canHave(contract, one as JsonSchema, isOne, seen),
    )
  );
}
