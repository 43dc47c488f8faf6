/** What the check of a chapter knows, and how it fails. */
import { type Contract, type Source, suggestion } from '../../../../src/kit.ts';
import { type Names, namesIn } from '../chapter.ts';
import type { Api, ChapterKit } from '../kit.ts';

/** What a chapter may name. */
export interface Known {
  readonly kit: ChapterKit;
  /** The surface at each version, the oldest first. */
  readonly apis: readonly (Api & { readonly contract: Contract })[];
  readonly clauses: ReadonlySet<string>;
  /** The names of all rules, alone and as `operation/name`. */
  readonly rules: () => ReadonlySet<string>;
}

/** Members and indexes from the top of the chapter. */
export type Path = readonly (string | number)[];

export interface Checker extends Known {
  /** The error at this place. */
  readonly mistake: (path: Path, problem: string) => Error;
  /** Fails at the first name that is none of these. */
  readonly known: (what: string, all: Iterable<string>, names: Names | undefined, at: Path) => void;
  readonly operation: (names: Names | undefined, at: Path) => void;
}

export function checkerOf(source: Source, all: Known): Checker {
  const operations = all.apis.flatMap(({ contract }) => contract.operations.map((o) => o.name));
  const known: Checker['known'] = (what, list, names, at) => {
    const unique = [...new Set(list)];
    for (const name of namesIn(names))
      if (!unique.includes(name))
        throw source.error(at, `there is no ${what} ${name}.${suggestion(name, unique)}`);
  };
  return {
    ...all,
    mistake: (path, problem) => source.error(path, problem),
    known,
    operation: (names, at) => known('operation', operations, names, at),
  };
}
