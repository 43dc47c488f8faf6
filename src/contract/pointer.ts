/** JSON Pointer (RFC 6901): escapes names, and follows references. */

/** A JSON Pointer; the empty one is the whole value. */
export type Pointer = '' | `/${string}`;

/** A name as one step of a JSON Pointer, with its leading slash. */
export function step(name: string | number): `/${string}` {
  const text = String(name);
  if (!/[~/]/.test(text)) return `/${text}`;
  return `/${text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The names of a JSON Pointer. */
export function namesIn(pointer: string): readonly string[] {
  const names = pointer.split('/').slice(1);
  if (!pointer.includes('~')) return names;
  return names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that these names lead to; `undefined` if there is none. */
export function memberAt(value: unknown, names: readonly (string | number)[]): unknown {
  return names.reduce<unknown>((one, name) => Object(one)[name], value);
}

/**
 * The part of `document` that a local reference such as `#/components/schemas/ErrorResponse` names.
 * Throws when the reference leaves the document or leads nowhere.
 */
export function follow(document: unknown, reference: string): unknown {
  if (reference !== '#' && !reference.startsWith('#/')) {
    throw new Error(`the reference ${reference} points outside its document`);
  }
  let part = document;
  const path = reference.includes('%') ? decodeURIComponent(reference) : reference;
  for (const name of namesIn(path)) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) {
      throw new Error(`the reference ${reference} points to nothing`);
    }
    part = (part as Record<string, unknown>)[name];
  }
  return part;
}
