/** Caches a value for each subject, so that requirements on the same exchanges share one probe. */
export function once<S extends object, T>(make: (subject: S) => T): (subject: S) => T {
  const made = new WeakMap<S, { readonly value: T }>();
  return (subject) => {
    let known = made.get(subject);
    if (known === undefined) {
      known = { value: make(subject) };
      made.set(subject, known);
    }
    return known.value;
  };
}
