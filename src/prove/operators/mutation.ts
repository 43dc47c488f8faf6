/** A generated fault in one line: the operator, the request of a case that it applies to, and its place. */

export interface Mutation {
  readonly operator: string;
  /** The step of the request in its case, counted from 0; `*` for each request to the operation. */
  readonly step: number | '*';
  /** The operator's argument: a JSON Pointer, a status, a header, a parameter; often empty. */
  readonly place: string;
}

/** `drop 0 /users/*`, `status * 500`, `crash *`. */
export function textOf({ operator, step, place }: Mutation): string {
  return place === '' ? `${operator} ${step}` : `${operator} ${step} ${place}`;
}

/** The mutation that {@link textOf} wrote. */
export function mutationOf(text: string): Mutation {
  const [operator = '', step = '*', ...rest] = text.split(' ');
  return { operator, step: step === '*' ? '*' : Number(step), place: rest.join(' ') };
}
