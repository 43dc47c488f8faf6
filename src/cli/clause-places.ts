import { bytesOf } from '../contract/load.ts';
import type { Requirement } from '../model/index.ts';
import type { ClausePlace, PlaceOf } from '../report/clause-place.ts';

const FILES: readonly string[] = ['clauses.yaml', 'ledger/clauses.yaml'];
const ENTRY = /^- id: (?<id>\S+)$/;

let places: ReadonlyMap<string, ClausePlace> | undefined;

/** Tells where the clauses of these requirements are written in specs/; the files are read once. */
export function clausePlaces(requirements: readonly Requirement[]): PlaceOf {
  places ??= new Map(FILES.flatMap(entriesOf).map((place) => [place.clause, place]));
  const clauses = new Map(requirements.map(({ id, clause }) => [id, clause]));
  return (requirement) => places?.get(clauses.get(requirement) ?? '');
}

/**
 * A clause starts with its id at the margin, so that its line is found without parsing the file. A report
 * is not lost because the file is: then nothing points at it.
 */
function entriesOf(file: string): readonly ClausePlace[] {
  const lines = textOf(file).split('\n');
  return lines.flatMap((text, index) => {
    const clause = ENTRY.exec(text)?.groups?.['id'];
    return clause === undefined ? [] : [{ clause, file: `specs/${file}`, line: index + 1 }];
  });
}

function textOf(file: string): string {
  try {
    return bytesOf(file).toString();
  } catch {
    return '';
  }
}
