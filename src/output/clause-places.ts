import { specText } from '../contract/documents.ts';
import type { Surface } from '../model/index.ts';
import type { ClausePlace, PlaceOf } from '../report/clause-place.ts';

type Cited = Pick<Surface, 'requirements' | 'clauses'>;

const ENTRY = /^ *- id: (?<id>\S+)(?: #.*)?$/;

/** The places in specs/ of the clauses of a surface's requirements. */
export function clausePlaces({ requirements, clauses = [] }: Cited): PlaceOf {
  const files = clauses.flatMap((document) => document.files);
  const places = new Map(files.flatMap(entriesOf).map((place) => [place.clause, place]));
  const cited = new Map(requirements.map(({ id, clause }) => [id, clause]));
  return (requirement) => places.get(cited.get(requirement) ?? '');
}

/**
 * A clause starts with its id at the start of a line, so the file need not be parsed. If the file is missing, no report
 * points to it.
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
    return specText(file);
  } catch {
    return '';
  }
}
