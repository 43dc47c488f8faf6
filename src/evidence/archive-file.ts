/** The evidence of a run as a file, and the report with it. */
import type { Report } from '../model/index.ts';

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

export interface ReportWithEvidence {
  readonly report: Report;
  /** The exchanges behind the verdicts, as HTTP Archive 1.2: JSON.stringify writes it as one text. */
  readonly evidence: Archive;
}

/** An archive that is in memory as a whole. */
export function plainArchive(har: object): Archive {
  return {
    chunks: () => chunksOf(har),
    outline: () => har,
    toJSON: () => har,
    discard: () => undefined,
    lost: false,
    problem: undefined,
  };
}

const NO_ENTRIES = '"entries":[]';

/** Entries are written one by one, because one wide character makes a whole string wide and slow. */
function* chunksOf(har: object): Generator<Uint8Array> {
  const { log } = har as { log: { entries: readonly object[] } };
  const shell = JSON.stringify({ log: { ...log, entries: [] } });
  const inside = shell.indexOf(NO_ENTRIES) + NO_ENTRIES.length - 1;
  yield Buffer.from(shell.slice(0, inside));
  for (const [i, entry] of log.entries.entries())
    yield Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(entry)}`);
  yield Buffer.from(`${shell.slice(inside)}\n`);
}
