import type { JsonSchema } from '../contract/contract.ts';
import { isObject } from '../contract/json.ts';
import { follow as lookUp } from '../contract/pointer.ts';
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

/** The schema of a `$ref`; `undefined` if its reference was followed too often. */
export function follow(
  $ref: string,
  scope: Scope,
): { schema: JsonSchema; scope: Scope } | undefined {
  const trail = [...scope.trail, $ref];
  if (trail.length - new Set(trail).size > scope.reentries) return undefined;
  const schema = schemaAt($ref, scope);
  return { schema, scope: { ...scope, pointer: decodeURIComponent($ref.slice(1)), trail } };
}

function schemaAt($ref: string, { root, pointer }: Scope): JsonSchema {
  try {
    const found = lookUp(root, $ref);
    if (typeof found === 'boolean' || isObject(found)) return found;
  } catch {}
  const advice = `"${$ref}" does not name a schema of this document; write #/… with the path of a schema.`;
  throw new UnsupportedKeywordError('$ref', pointer, advice);
}
