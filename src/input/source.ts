import * as yaml from 'yaml';
import { MAX_TEXT_BYTES, readYaml, YamlError } from '../contract/yaml.ts';
import { InputError } from './error.ts';
import { bytesOfFile, textOf } from './file.ts';

const { isAlias, isMap, isScalar } = yaml;

/** Members and indexes from the top of a document. */
export type MemberPath = readonly (string | number)[];

/** A YAML or JSON document with the position of each member. */
export interface Source {
  readonly value: unknown;
  /** An error at a member: `file:line:column: member: problem`. `onKey` gives the position of the member's name. */
  error(path: MemberPath, problem: string, onKey?: boolean): InputError;
  /** `file:line` of a member, or of its name. */
  line(path: MemberPath, onKey?: boolean): string;
}

/** Reads a YAML or JSON file. Throws InputError when it is missing, too large, no UTF-8, or no YAML. */
export async function readSource(path: string): Promise<Source> {
  return sourceOf(path, await bytesOfFile(path, MAX_TEXT_BYTES));
}

/** The document in the bytes of a file. Throws InputError when they are no UTF-8, or no YAML. */
export function sourceOf(name: string, bytes: Uint8Array): Source {
  return parseSource(name, textOf(name, bytes));
}

/** Parses YAML or JSON. Throws InputError with the place of the first error. */
export function parseSource(name: string, text: string): Source {
  const place = (offset: number): string => `${name}:${placeIn(text, offset)}`;
  try {
    const { value, contents, foreignTag } = readYaml(yaml, text);
    if (foreignTag !== undefined) {
      // A tag would give a value another meaning than the one that is read.
      const [tag = ''] = /^\S{1,80}/.exec(text.slice(foreignTag)) ?? [];
      throw new YamlError(foreignTag, `the tag ${tag} is not supported here. Remove it.`);
    }
    const source: Source = {
      value,
      line(path, onKey = false) {
        const { range } = locate(contents, path, onKey) ?? {};
        return `${name}:${placeIn(text, range?.[0] ?? 0).split(':', 1)}`;
      },
      error(path, problem, onKey = false) {
        const found = locate(contents, path, onKey);
        const member = memberName(path);
        return new InputError(
          `${place(found?.range?.[0] ?? 0)}: ${member === '' ? '' : `${member}: `}${problem}`,
        );
      },
    };
    checkTexts(source);
    return source;
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new InputError(`${place(error.offset)}: ${error.message}`);
  }
}

/** Line and column of a place in a text, from 1. */
function placeIn(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split('\n').length}:${offset - before.lastIndexOf('\n')}`;
}

/** Throws for half a surrogate pair, which no request can contain. */
function checkTexts(source: Source): void {
  const visit = (value: unknown, path: MemberPath): void => {
    if (typeof value === 'string' && !value.isWellFormed()) {
      const problem = 'contains half a character (a lone surrogate). Write the whole character.';
      throw source.error(path, problem);
    }
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      const at = [...path, Array.isArray(value) ? Number(name) : name];
      visit(name, at);
      visit(member, at);
    }
  };
  visit(source.value, []);
}

/** `choiceArguments[0].amount` */
function memberName(path: MemberPath): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? part : `${name}.${part}`;
  }, '');
}

/** The node at a path, or its nearest existing parent. */
function locate(top: yaml.Node | null, path: MemberPath, onKey: boolean): yaml.Node | null {
  let here = top;
  for (const [depth, part] of path.entries()) {
    if (isMap(here)) {
      const pair: yaml.Pair | undefined = here.items.find(
        ({ key }) => (isScalar(key) ? String(key.value) : String(key)) === part,
      );
      if (pair === undefined) return here;
      const last = depth === path.length - 1;
      const next = (last && onKey) || pair.value === null ? pair.key : pair.value;
      here = next as yaml.Node;
    } else {
      const items = (here as { items?: unknown[] } | null)?.items;
      const item = typeof part === 'number' ? items?.[part] : undefined;
      if (item === undefined) return here;
      here = item as yaml.Node;
    }
    // The alias is shown instead of its target, because the operator wrote it there.
    if (isAlias(here)) return here;
  }
  return here;
}
