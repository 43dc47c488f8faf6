/** The evidence of a run as a file. */

export interface Archive {
  /** The file, piece by piece. */
  chunks(): Iterable<Uint8Array>;
  /** The archive without headers and bodies; what is stated about the run is there. */
  outline(): object;
  /** The archive as one value. */
  toJSON(): object;
  /** Removes what the run has written on disk as it went on. The archive is then lost. */
  discard(): void;
  readonly lost: boolean;
  /** Why not every exchange could be written down, in words. */
  readonly problem: string | undefined;
}
