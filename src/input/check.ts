import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, isAbsolute, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { closest, distance } from 'fastest-levenshtein';
import assaySchema from '../../schemas/assay.schema.json' with { type: 'json' };
import baselineSchema from '../../schemas/baseline.schema.json' with { type: 'json' };
import disputesSchema from '../../schemas/disputes.schema.json' with { type: 'json' };
import productSchema from '../../schemas/product.schema.json' with { type: 'json' };
import { namesIn } from '../contract/pointer.ts';
import { PACKAGE } from '../model/package.ts';
import { fixturesSchema, isPublished } from './fixture-schema.ts';
import type { MemberPath, Source } from './source.ts';

const schemas = () =>
  ({
    assay: assaySchema,
    fixtures: fixturesSchema,
    baseline: baselineSchema,
    product: productSchema,
    disputes: disputesSchema,
  }) as const;
export type SchemaName = keyof ReturnType<typeof schemas>;

type Validators = Readonly<Record<SchemaName, ValidateFunction>>;

/** The compiled validators of the build; absent in the source tree. */
const PREPARED = fileURLToPath(new URL('../../schemas/validators.cjs', import.meta.url));
const require = createRequire(import.meta.url);
let made: { readonly of: object; readonly validators: Validators } | undefined;

/** Validates a document against one of the published schemas. Throws InputError at the first difference. */
export function check(source: Source, schema: SchemaName): void {
  checkBy(source, validator(schema));
}

/** The same by any validator whose errors are verbose. */
export function checkBy(source: Source, validate: ValidateFunction): void {
  if (validate(source.value)) return;
  // ajv's last error is the most exact one, except `if`, which comes after its `then`.
  const error = validate.errors?.find(({ keyword }) => keyword !== 'if');
  if (error === undefined) throw source.error([], 'does not fit its schema.');
  const path = pathOf(source.value, error.instancePath);
  if (error.keyword === 'additionalProperties') {
    const { additionalProperty: name } = error.params as { additionalProperty: string };
    throw source.error([...path, name], unknownMember(name, error), true);
  }
  if (error.propertyName !== undefined) {
    const problem = `is not an allowed name here. ${remedyOf(error)}`;
    throw source.error([...path, error.propertyName], problem, true);
  }
  throw source.error(path, problemOf(error));
}

function validator(schema: SchemaName): ValidateFunction {
  if (made?.of !== fixturesSchema) {
    const isPrepared = isPublished() && existsSync(PREPARED);
    const validators = isPrepared ? (require(PREPARED) as Validators) : compiled();
    made = { of: fixturesSchema, validators };
  }
  return made.validators[schema];
}

function compiled(): Validators {
  const ajv = ajvForSchemas({});
  const entries = Object.entries(schemas()).map(([name, { $id }]) => [name, ajv.getSchema($id)]);
  return Object.fromEntries(entries) as Validators;
}

/** The code of a CommonJS module with the validator of each schema, for the build. */
export function validatorsCode(): string {
  const { default: standalone } = require('ajv/dist/standalone/index.js') as {
    default: (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string;
  };
  const names = Object.entries(schemas()).map(([name, { $id }]) => [name, $id]);
  return standalone(ajvForSchemas({ source: true }), Object.fromEntries(names));
}

function ajvForSchemas(code: NonNullable<Options['code']>): Ajv2020 {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  return new Ajv2020({
    code,
    verbose: true,
    allowUnionTypes: true,
    // The kit's own schemas are checked by tests: compiling the meta-schema would cost 100 ms a run.
    validateSchema: false,
    schemas: Object.values(schemas()),
  });
}

/** The validator of a schema, for `checkBy`; `others` are schemas that it refers to. Compiled at its first use. */
export function validatorOf(schema: object, ...others: readonly object[]): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  return () => {
    const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
    // The meta-schema has formats, to which a schema may refer.
    const options = { verbose: true, allowUnionTypes: true, validateFormats: false };
    validate ??= new Ajv2020({ ...options, schemas: [...others] }).compile(schema);
    return validate;
  };
}

function problemOf(error: ErrorObject): string {
  const { keyword, data } = error;
  const { type, limit, allowedValues } = error.params as {
    type?: string | string[];
    limit?: number;
    allowedValues?: unknown[];
  };
  const remedy = remedyOf(error);
  switch (keyword) {
    case 'type': {
      const wanted = [type ?? []].flat().join(' or ');
      const unquoted = wanted === 'string' && /^(number|boolean)$/.test(typeof data);
      return `is ${kindOf(data)} and must be of type ${wanted}. ${unquoted ? 'Put it in quotes.' : remedy}`;
    }
    case 'minLength':
    case 'minItems':
      return `is empty. ${remedy}`;
    case 'maxLength':
      return `is longer than ${limit} characters. ${remedy}`;
    case 'maxItems':
      return `has more than ${limit} entries. Leave some out. ${remedy}`;
    case 'not':
      return `${JSON.stringify(data)} cannot be sent: it has a special meaning in a path. ${remedy}`;
    case 'minimum':
      return `${data} is less than ${limit}. ${remedy}`;
    case 'maximum':
      return `${data} is more than ${limit}. ${remedy}`;
    case 'enum':
      return `${JSON.stringify(data)} is not one of ${allowedValues?.join(', ')}. ${remedy}`;
    default:
      return `${error.message}. ${remedy}`;
  }
}

/** An instruction from the description of a member in a schema. */
function remedyOf({ parentSchema }: ErrorObject): string {
  const { description } = parentSchema ?? {};
  if (typeof description !== 'string' || description === '') return '';
  return `Write ${description.charAt(0).toLowerCase()}${description.slice(1)}`;
}

function unknownMember(name: string, { parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  const nearest = closest(name, known);
  const near = distance(name.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, name.length / 3);
  const remedy = near ? `Did you mean ${nearest}?` : `Members are ${known.join(', ')}.`;
  return `is not a known member here. ${remedy}`;
}

function kindOf(data: unknown): string {
  if (data === null || data === undefined) return 'nothing (null)';
  if (Array.isArray(data)) return 'a list';
  if (typeof data === 'object') return 'an object';
  if (typeof data === 'string') return 'text';
  return `the ${typeof data} ${String(data)}`;
}

/** The members and indexes of a JSON Pointer; digits are an index only in a list. */
function pathOf(value: unknown, pointer: string): MemberPath {
  let here = value;
  return namesIn(pointer).map((name) => {
    const key = Array.isArray(here) ? Number(name) : name;
    here = (here as Record<string | number, unknown> | null)?.[key];
    return key;
  });
}

/** `# yaml-language-server: $schema=…` for a file of this folder. */
export function schemaLine(schema: SchemaName, folder: string): string {
  return `# yaml-language-server: $schema=${placeOf(`${schema}.schema.json`, folder)}`;
}

/**
 * The installed schema: relative if it is below the folder, so that the file can be moved with the folder. Editors read
 * a place up to the first space, so that others are URLs.
 */
function placeOf(name: string, folder: string): string {
  const installed = join('node_modules', PACKAGE, 'schemas', name);
  if (existsSync(join(folder, installed))) return `./${installed.replaceAll('\\', '/')}`;
  const file = join(schemaFolder(name), name);
  const near = relative(folder, file).replaceAll('\\', '/');
  return /^\.\.|\s/.test(near) || isAbsolute(near) ? pathToFileURL(file).href : `./${near}`;
}

/** The folder of the schemas beside the code that runs. */
function schemaFolder(name: string): string {
  for (let here = dirname(fileURLToPath(import.meta.url)); ; here = dirname(here)) {
    const found = join(here, 'schemas');
    if (existsSync(join(found, name)) || dirname(here) === here) return found;
  }
}
