/** The first few names and the number of the others: `a, b, c and 4 more`. */
export function some(names: readonly string[], max: number): string {
  const left = names.length - max;
  return left > 0 ? `${names.slice(0, max).join(', ')} and ${left} more` : names.join(', ');
}
