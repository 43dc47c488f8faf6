/** Checks the JSON Schemas of a rules file: they are data, and no value takes long to judge by them. */
import {
  type Contract,
  checkSchema,
  isObject,
  linearPattern,
  type Source,
  suggestion,
} from '../../../src/kit.ts';
import type { Path } from '../chapters/checked/names.ts';

/** How the value of a keyword holds schemas: it is one, a list of them, or an object of them. */
const KEYWORDS = new Map<string, 'plain' | 'one' | 'list' | 'map'>([
  ...(
    [
      ...['$ref', 'type', 'enum', 'const', 'pattern', 'required', 'title', 'description'],
      ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
      ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains'],
      ...['minProperties', 'maxProperties', 'dependentRequired', '$comment'],
    ] as const
  ).map((name) => [name, 'plain'] as const),
  ...[
    ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then'],
    ...['else', 'unevaluatedItems', 'unevaluatedProperties'],
  ].map((name) => [name, 'one'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((name) => [name, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas'].map((name) => [name, 'map'] as const),
]);

/** What to write in place of keywords that look useful. */
const INSTEAD = new Map<string, string>([
  ['format', 'Formats are not checked, so the rule could not fail. Write a pattern.'],
  ['uniqueItems', 'It takes minutes on a long list.'],
  ['$defs', 'Write the schema where it is used, or use a YAML anchor.'],
  ['$id', 'A schema cannot have an address.'],
  ['$dynamicRef', 'Write $ref: "#/components/schemas/NAME".'],
]);

/** Throws at the first part of a schema that is not data, is unknown, or leads nowhere in one of the documents. */
export function checkOwnSchema(
  source: Source,
  schema: unknown,
  path: Path,
  documents: readonly Contract[],
): void {
  visit(source, schema, path);
  for (const { document } of documents) {
    try {
      checkSchema(schema, document);
    } catch (error) {
      throw source.error(path, `${(error as Error).message}. Write a part of the document.`);
    }
  }
}

function visit(source: Source, schema: unknown, path: Path): void {
  if (!isObject(schema)) return;
  for (const [keyword, value] of Object.entries(schema)) {
    const at = [...path, keyword];
    const kind = KEYWORDS.get(keyword);
    if (kind === undefined) {
      const remedy = INSTEAD.get(keyword) ?? suggestion(keyword, [...KEYWORDS.keys()]).trim();
      throw source.error(
        at,
        `is not a keyword of JSON Schema that a rule can use. ${remedy}`,
        true,
      );
    }
    if (keyword === '$ref') checkReference(source, value, at);
    if (keyword === 'pattern') checkPattern(source, value, at);
    if (keyword === 'patternProperties')
      for (const name of Object.keys(Object(value))) checkPattern(source, name, [...at, name]);
    if (kind === 'one') visit(source, value, at);
    if (kind === 'list' || kind === 'map')
      for (const [name, one] of Object.entries(Object(value)))
        visit(source, one, [...at, kind === 'list' ? Number(name) : name]);
  }
}

function checkReference(source: Source, value: unknown, at: Path): void {
  if (typeof value === 'string' && value.startsWith('#/')) return;
  throw source.error(
    at,
    `${JSON.stringify(value)} points outside the document of the operation. A rules file cannot refer to another file or address. Write #/components/schemas/NAME.`,
  );
}

function checkPattern(source: Source, value: unknown, at: Path): void {
  if (typeof value !== 'string') return;
  try {
    linearPattern(value);
  } catch (error) {
    throw source.error(at, (error as Error).message);
  }
}
