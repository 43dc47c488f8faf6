/** Numbers in words. */

/** `12,345` for an integer. Without Intl, whose first number takes 40 ms. */
export function thousands(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 request`, `2 requests`, `1,204 requests`. */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${thousands(number)} ${number === 1 ? one : many}`;
}
