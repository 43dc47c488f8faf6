/** The place of a clause in a file of the package: a path below the package's folder, and a line from 1. */
export interface ClausePlace {
  readonly clause: string;
  readonly file: string;
  readonly line: number;
}

/** The place of a requirement's clause, by the id of the requirement; `undefined` if unknown. */
export type PlaceOf = (requirement: string) => ClausePlace | undefined;

export const NO_PLACES: PlaceOf = () => undefined;
