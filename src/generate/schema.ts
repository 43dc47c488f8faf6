import type { Arbitrary } from 'fast-check';
import type { JsonSchema, JsonType, SchemaKeywords } from '../contract/contract.ts';

/** The arbitrary of a sub-schema; `undefined` when no value of bounded depth fits it. */
export type Child = (schema: JsonSchema, step: string) => Arbitrary<unknown> | undefined;

/** The keywords of one JSON type, and the values that meet them. */
export interface Vocabulary {
  readonly type: JsonType;
  readonly keywords: readonly (keyof SchemaKeywords)[];
  /** `pointer` names the schema in errors. */
  readonly values: (
    schema: SchemaKeywords,
    child: Child,
    pointer: string,
  ) => Arbitrary<unknown> | undefined;
}
