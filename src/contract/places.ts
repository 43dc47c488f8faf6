/** Finds the bodies that use a named schema. */
import type { Contract, JsonSchema } from './contract.ts';

const NAMED = '#/components/schemas/';

/** The bodies that use each named schema at any depth, such as `POST /v2/users request` or `… response`. */
export function placesOf({
  document,
  operations,
}: Contract): ReadonlyMap<string, readonly string[]> {
  const { schemas = {} } = (document['components'] ?? {}) as {
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
  const places = new Map<string, string[]>();
  for (const { method, path, requestContent = {}, responses } of operations) {
    const bodies = { request: requestContent, response: responses };
    for (const [direction, body] of Object.entries(bodies)) {
      for (const name of namesBelow(body, schemas, new Set())) {
        places.set(name, [...(places.get(name) ?? []), `${method} ${path} ${direction}`]);
      }
    }
  }
  return places;
}

function namesBelow(
  part: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found: Set<string>,
): ReadonlySet<string> {
  if (typeof part !== 'object' || part === null) return found;
  for (const [keyword, value] of Object.entries(part)) {
    if (keyword !== '$ref' || typeof value !== 'string' || !value.startsWith(NAMED)) {
      namesBelow(value, schemas, found);
      continue;
    }
    const name = value.slice(NAMED.length);
    if (found.has(name)) continue;
    found.add(name);
    namesBelow(schemas[name], schemas, found);
  }
  return found;
}
