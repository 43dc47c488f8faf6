/** The parts of a requirement id: `surface/operation/rule`. The name of an operation may start with that of its API. */

/** `pets/feed/offered` → `pets`. */
export function surfaceOf(requirement: string): string {
  return requirement.split('/', 1)[0] ?? requirement;
}

/** `pets/feed/offered` → `feed`, `pets/food-v1/feed/offered` → `food-v1/feed`. */
export function operationNameOf(requirement: string): string {
  // This is called several times for each verdict: without arrays it takes a tenth of the time.
  const [first, last] = [requirement.indexOf('/'), requirement.lastIndexOf('/')];
  return (first < last ? requirement.slice(first + 1, last) : '') || requirement;
}

/** `pets/feed/offered` → `offered`: a rule has the same name at every operation. */
export function nameOf(requirement: string): string {
  return requirement.slice(requirement.lastIndexOf('/') + 1);
}
