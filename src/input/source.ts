import { readFile } from 'node:fs/promises';
import { isAlias, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml';
import { InputError } from './error.ts';

/** Members and indexes from the top of a document. */
export type MemberPath = readonly (string | number)[];

/** A YAML or JSON document that still knows where each member stands. */
export interface Source {
  readonly value: unknown;
  /** An error at a member: `file:line:column: member: problem`. `onKey` points at the member's name. */
  error(path: MemberPath, problem: string, onKey?: boolean): InputError;
}

/** Reads a YAML or JSON file. Throws InputError when it is missing, no UTF-8, or no YAML. */
export async function readSource(path: string): Promise<Source> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`${path}: cannot be read (${error.code}). Check the path and its rights.`);
  });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${path}: is not text in UTF-8. Save it in that encoding.`);
  }
  return parseSource(path, text);
}

/** Parses YAML or JSON. Throws InputError with the place of the first syntax error. */
export function parseSource(name: string, text: string): Source {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const [syntax] = document.errors;
  if (syntax !== undefined) {
    const remedy = 'Correct the YAML there: indent with spaces, quote text that holds : or #';
    throw new InputError(`${place(syntax.pos[0])}: syntax: ${sentence(syntax.message)} ${remedy}.`);
  }
  return {
    value: expanded(() => document.toJS({ maxAliasCount: 100 }), name),
    error(path, problem, onKey = false) {
      const found = locate(document.contents, path, onKey);
      const member = memberName(path);
      return new InputError(
        `${place(found?.range?.[0] ?? 0)}: ${member === '' ? '' : `${member}: `}${problem}`,
      );
    },
  };
}

/** `choiceArguments[0].amount` */
function memberName(path: MemberPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}

function expanded(read: () => unknown, name: string): unknown {
  try {
    return read();
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(`${name}: cannot be expanded: ${sentence(why)} Use fewer aliases.`);
  }
}

/** The node at a path, or the nearest one above it that the text has. */
function locate(top: Node | null, path: MemberPath, onKey: boolean): Node | null {
  let here = top;
  for (const [depth, part] of path.entries()) {
    if (isMap(here)) {
      const pair: Pair | undefined = here.items.find(
        ({ key }) => (isScalar(key) ? String(key.value) : String(key)) === part,
      );
      if (pair === undefined) return here;
      const last = depth === path.length - 1;
      const next = (last && onKey) || pair.value === null ? pair.key : pair.value;
      here = next as Node;
    } else {
      const items = (here as { items?: unknown[] } | null)?.items;
      const item = typeof part === 'number' ? items?.[part] : undefined;
      if (item === undefined) return here;
      here = item as Node;
    }
    // Behind an alias the text is elsewhere; the alias is what the operator looks at.
    if (isAlias(here)) return here;
  }
  return here;
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
