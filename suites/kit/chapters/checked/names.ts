/** What the check of a chapter knows, and how it fails. */
import { type Contract, type Source, suggestion } from '../../../../src/kit.ts';
import { type Advice, type Names, namesIn } from '../chapter.ts';
import type { Api, ChapterKit } from '../kit.ts';

/** What a chapter may name. */
export interface Known<Kit = ChapterKit, Apis = Api> {
  readonly kit: Kit;
  /** The surface at each version, the oldest first; or the APIs of the surface. */
  readonly apis: readonly (Apis & { readonly contract: Contract })[];
  /** True if a published document, as clauses name it, is that of the contract. */
  readonly isDocumentOf: (document: string, of: { readonly contract: Contract }) => boolean;
  readonly clauses: ReadonlySet<string>;
  /** The names of all rules, alone and as `operation/name`. */
  readonly rules: () => ReadonlySet<string>;
}

/** Members and indexes from the top of the chapter. */
export type Path = readonly (string | number)[];

export interface Checker<Kit = ChapterKit, Apis = Api> extends Known<Kit, Apis> {
  /** The error at this place. */
  readonly mistake: (path: Path, problem: string) => Error;
  /** Fails at the first name that is none of these. */
  readonly known: (what: string, all: Iterable<string>, names: Names | undefined, at: Path) => void;
  readonly operation: (names: Names | undefined, at: Path) => void;
  /** Fails at a clause, or a rule that this one follows, that does not exist. */
  readonly words: (rule: Pick<Advice, 'clause' | 'follows'>, at: Path) => void;
}

export function checkerOf<Kit, Apis>(source: Source, all: Known<Kit, Apis>): Checker<Kit, Apis> {
  const operations = all.apis.flatMap(({ contract }) => contract.operations.map((o) => o.name));
  const known: Checker<Kit, Apis>['known'] = (what, list, names, at) => {
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
    words: ({ clause, follows }, at) => {
      known('clause', all.clauses, clause, [...at, 'clause']);
      if (follows !== undefined) known('rule', all.rules(), follows, [...at, 'follows']);
    },
  };
}
