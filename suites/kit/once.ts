/** Makes a value once for each subject: requirements that look at the same exchanges share one probe. */
export function once<S extends object, T>(make: (subject: S) => T): (subject: S) => T {
  const made = new WeakMap<S, T>();
  return (subject) => {
    const known = made.get(subject);
    if (known !== undefined) return known;
    const one = make(subject);
    made.set(subject, one);
    return one;
  };
}
