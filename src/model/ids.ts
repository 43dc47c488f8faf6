/** The parts of a requirement id: `surface/operation/rule`. The name of an operation may begin with that of its API. */

/** `pets/feed/offered` → `pets`. */
export function surfaceOf(requirement: string): string {
  return requirement.split('/', 1)[0] ?? requirement;
}

/** `pets/feed/offered` → `feed`, `pets/food-v1/feed/offered` → `food-v1/feed`. */
export function operationNameOf(requirement: string): string {
  return requirement.split('/').slice(1, -1).join('/') || requirement;
}

/** `pets/feed/offered` → `offered`: the same rule has the same name at every operation. */
export function nameOf(requirement: string): string {
  return requirement.split('/').at(-1) ?? requirement;
}
