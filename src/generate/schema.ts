import type { Arbitrary } from 'fast-check';
import type { JsonSchema } from '../contract/contract.ts';

export type JsonType = 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';

/** The keywords that shape values, with the types that JSON Schema gives them. */
export interface SchemaKeywords {
  readonly $ref?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
}

/** The schema in the type of nested schemas, which may have any members. */
export function asJsonSchema(schema: SchemaKeywords): JsonSchema {
  return schema as JsonSchema;
}

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
