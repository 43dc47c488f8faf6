/** Where the contract states a rule: its chapter, and the text of the rule and its requests there. */
import { specText } from '../contract/documents.ts';
import { type MemberPath, parseSource, type Source } from '../input/source.ts';
import { nameOf, type Requirement, type Surface } from '../model/index.ts';

/** A part of a file of specs/. */
interface Excerpt {
  /** `file:line` of its first line. */
  readonly place: string;
  /** Its lines, without their common indentation, and without the words that an explanation has anyway. */
  readonly text: string;
}

/** What a chapter has of a rule. */
export interface InChapter {
  readonly title: string;
  /** The order among the chapters of the surface. */
  readonly index: number;
  /** The rule, and the requests that it judges if they are data. */
  readonly excerpts: readonly Excerpt[];
  /** The file with requests and check, if they are functions. */
  readonly code?: string;
}

export interface Places {
  /** `file:line` of a clause. */
  readonly clause: (id: string) => string | undefined;
  readonly rule: (rule: Requirement) => InChapter | undefined;
}

interface Entry extends InChapter {
  readonly cause?: string;
}

type Mapping = Readonly<Record<string, unknown>>;

/** The places of a surface's clauses and rules. Parsing takes some 100 ms. */
export function placesOf({ clauses = [] }: Pick<Surface, 'clauses'>): Places {
  const places = new Map<string, string>();
  const titles = new Map<string, Pick<InChapter, 'title' | 'index'>>();
  const entries = new Map<string, Entry[]>();
  for (const [index, { files }] of clauses.entries())
    for (const file of files) {
      const text = specText(file);
      const source = parseSource(`specs/${file}`, text);
      const isList = Array.isArray(source.value);
      const chapter = mapping(isList ? {} : source.value);
      const title = String(chapter['title'] ?? '');
      const listed = (isList ? source.value : (chapter['clauses'] ?? [])) as readonly Mapping[];
      for (const [at, { id }] of listed.entries()) {
        places.set(String(id), source.line(isList ? [at] : ['clauses', at]));
        if (title !== '') titles.set(String(id), { title, index });
      }
      for (const [name, entry] of entriesIn(chapter, source, text.split('\n')))
        entries.set(name, [...(entries.get(name) ?? []), { title, index, ...entry }]);
    }
  return {
    clause: (id) => places.get(id),
    rule: ({ id, clause, cause }) => {
      const found = entries
        .get(nameOf(id))
        ?.find((one) => one.cause === undefined || one.cause === cause);
      const stated = titles.get(clause);
      return found ?? (stated && { ...stated, excerpts: [] });
    },
  };
}

/** The rules of a chapter by their names. A rejection has two. */
function entriesIn(
  chapter: Mapping,
  source: Source,
  lines: readonly string[],
): readonly (readonly [name: string, entry: Omit<Entry, 'title' | 'index'>])[] {
  const cases = mapping(chapter['cases']);
  const rules = mapping(chapter['rules']);
  const excerpt = (path: MemberPath): Excerpt => excerptAt(source.line(path, true), lines);
  const of = (path: MemberPath, rule: unknown, ...others: readonly MemberPath[]) => {
    const { cause } = mapping(rule);
    return {
      ...(cause !== undefined && { cause: String(cause) }),
      excerpts: [path, ...others].map(excerpt),
    };
  };
  const below = (path: MemberPath, all: unknown) =>
    Object.entries(mapping(all)).map(([name, rule]) => [name, of([...path, name], rule)] as const);
  const both = <T>(name: string, entry: T) =>
    [name, `rejects-${name}`, `${name}-error`].map((one) => [one, entry] as const);
  const ofCase = (rule: unknown): MemberPath[] => {
    const name = String(mapping(rule)['case'] ?? Object.keys(cases)[0]);
    return name in cases ? [['cases', name]] : [];
  };
  return [
    ...Object.entries(rules)
      .filter(([name]) => name !== 'rejects')
      .map(([name, rule]) => [name, of(['rules', name], rule, ...ofCase(rule))] as const),
    ...['members', 'laws'].flatMap((section) => below([section], chapter[section])),
    ...['rejections', 'rows'].flatMap((section) =>
      below([section], chapter[section]).flatMap(([name, entry]) => both(name, entry)),
    ),
    ...Object.entries(mapping(chapter['code'])).flatMap(([file, all]) =>
      below(['code', file], all).flatMap(([name, entry]) => both(name, { ...entry, code: file })),
    ),
  ];
}

const mapping = (value: unknown): Mapping => Object(value) as Mapping;

const WORDS = /^ {2}(?:clause|level|statement|cause|fix): /;

/** A member with all lines below it. */
function excerptAt(place: string, lines: readonly string[]): Excerpt {
  const start = Number(place.split(':').at(-1)) - 1;
  const indentOf = (line: string): number => line.search(/\S/);
  const indent = indentOf(lines[start] ?? '');
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => indentOf(line) >= 0 && indentOf(line) <= indent);
  const own = [lines[start] ?? '', ...(end < 0 ? after : after.slice(0, end))];
  const shown = own.map((line) => line.slice(indent)).filter((line) => !WORDS.test(line));
  return { place, text: shown.join('\n').trimEnd() };
}
