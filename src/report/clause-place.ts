/** Where the kit writes a clause down: a file below the package's folder, and a line, counted from 1. */
export interface ClausePlace {
  /** The id of the clause. */
  readonly clause: string;
  readonly file: string;
  readonly line: number;
}

/** The place of the clause that a requirement, named by its id, rests on; `undefined` when it is not known. */
export type PlaceOf = (requirement: string) => ClausePlace | undefined;

export const NO_PLACES: PlaceOf = () => undefined;
