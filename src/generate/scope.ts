import type { JsonSchema } from '../contract/contract.ts';
import { UnsupportedKeywordError } from './unsupported-keyword.ts';

/** The place of a schema in the document, and the references on the way to it. */
export interface Scope {
  readonly root: object;
  readonly pointer: string;
  readonly trail: readonly string[];
  /** The number of repeated references on the way, which limits recursive schemas. */
  readonly reentries: number;
}

export function scopeOf(root: object, reentries: number): Scope {
  return { root, pointer: '', trail: [], reentries };
}

export function below(scope: Scope, step: string): Scope {
  return { ...scope, pointer: scope.pointer + step };
}

/** One reference token of a JSON Pointer. */
export function token(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The schema of a `$ref`; `undefined` if its reference was followed too often. */
export function follow(
  $ref: string,
  scope: Scope,
): { schema: JsonSchema; scope: Scope } | undefined {
  const trail = [...scope.trail, $ref];
  if (trail.length - new Set(trail).size > scope.reentries) return undefined;
  if (!/^#(\/|$)/.test($ref)) throw dangling($ref, scope.pointer);
  const tokens = decodeURIComponent($ref.slice(1)).split('/').slice(1);
  let found: unknown = scope.root;
  for (const each of tokens) {
    const name = each.replaceAll('~1', '/').replaceAll('~0', '~');
    found = hasMembers(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  if (!hasMembers(found) && typeof found !== 'boolean') throw dangling($ref, scope.pointer);
  return { schema: found, scope: { ...scope, pointer: decodeURIComponent($ref.slice(1)), trail } };
}

function hasMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function dangling($ref: string, pointer: string): UnsupportedKeywordError {
  return new UnsupportedKeywordError(
    '$ref',
    pointer,
    `"${$ref}" names no schema of this document; write it as #/… with the path of one.`,
  );
}
