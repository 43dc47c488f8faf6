/** Updates of scratch resources: what they change, and the value that follows. */
import { isObject } from '../../kit/json.ts';

/** A change of one member, or of several by one mask. */
export interface ResourceChange {
  readonly step: 'change' | 'also' | 'whole';
  /** The members, as the mask names them. */
  readonly paths: readonly [string, ...string[]];
  /** The member that changes, if the mask names the object around it. */
  readonly within?: string;
  /** Members of the request. Some are outside the mask, and so must not change. */
  readonly members: (version: string) => object;
}

/** The paths of the members that change: `local_metadata.annotations` → `localMetadata`, `annotations`. */
export function namesOf({ paths, within: inner }: ResourceChange): readonly (readonly string[])[] {
  const named = inner === undefined ? paths : [inner];
  return named.map((path) =>
    path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()).split('.'),
  );
}

/** The change of annotations by a mask that names the object around them, as the documents show it. */
export const wholeMetadata = (
  name: string,
  members: (metadata: object) => object,
): ResourceChange => ({
  step: 'whole',
  paths: [name],
  within: `${name}.annotations`,
  members: () => members({ resourceVersion: '', annotations: { 'assay-whole': 'sent' } }),
});

/** Names and values keep their case; an empty value removes an annotation. */
export const CHANGED = { assay: 'changed', 'Assay.Note': 'As Sent', 'assay-gone': '' };

/** The value after an update: annotations are merged, and empty ones are removed. */
export function merged(before: unknown, wanted: unknown): unknown {
  if (!isObject(wanted)) return wanted;
  const both = Object.entries({ ...Object(before), ...wanted });
  return Object.fromEntries(both.filter(([, value]) => value !== ''));
}
