/** Validates values by JSON Schema 2020-12 against a contract, with errors in plain words. */
import { createRequire } from 'node:module';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';
import { withoutOtherChoices } from './choices.ts';
import type { Contract, JsonSchema } from './contract.ts';
import { linearPattern } from './pattern.ts';
import { precompiled } from './precompiled.ts';
import { type SchemaError, schemaError } from './schema-error.ts';

export type { SchemaError };

/** Returns the errors of a value; none if the value fits the schema. */
export interface Validator {
  (value: unknown): readonly SchemaError[];
  /** True for a valid value; faster than `errors`, because it describes none. */
  fits(value: unknown): boolean;
}

interface Compiled {
  /** Created when a schema must be compiled; the built package has compiled ones. */
  ajv?: Ajv2020;
  readonly validators: WeakMap<object, Validator>;
}

const FITS: readonly SchemaError[] = [];
const ROOT = 'contract:/';
/** Keywords of OpenAPI's own vocabulary; they state nothing about a value. */
const OPENAPI_KEYWORDS = ['discriminator', 'xml', 'externalDocs', 'example'];

/** ajv needs `code` only for code in a file, which this never writes. */
const LINEAR = Object.assign((source: string) => linearPattern(source), { code: 'linearPattern' });

/** The most keywords of a schema that is compiled in place of its reference. */
const MAX_INLINED = 100;

const require = createRequire(import.meta.url);
const perContract = new WeakMap<Contract, Compiled>();

/**
 * The validator of a schema whose `$ref` are resolved in the contract's document; the same function for the
 * same schema object. It is compiled when it is first called and throws then if the schema is broken.
 * `format` is not asserted.
 */
export function validator(contract: Contract, schema: JsonSchema): Validator {
  if (schema === true) return anything;
  if (schema === false) return built(contract, schema);
  const { validators } = compiledFor(contract);
  let known = validators.get(schema);
  if (known === undefined) {
    known = built(contract, schema);
    validators.set(schema, known);
  }
  return known;
}

const anything: Validator = Object.assign(() => FITS, { fits: () => true });

function built(contract: Contract, schema: JsonSchema): Validator {
  let loaded: ValidateFunction | undefined;
  const validate = (): ValidateFunction => {
    loaded ??= precompiled(contract, schema) ?? compiled(contract, schema);
    return loaded;
  };
  const errors = (value: unknown): readonly SchemaError[] => {
    if (validate()(value)) return FITS;
    const found = withoutOtherChoices(validate().errors ?? []);
    return found.map((error) => schemaError(contract, error));
  };
  return Object.assign(errors, { fits: (value: unknown) => validate()(value) as boolean });
}

function compiledFor(contract: Contract): Compiled {
  let compiled = perContract.get(contract);
  if (compiled === undefined) {
    compiled = { validators: new WeakMap() };
    perContract.set(contract, compiled);
  }
  return compiled;
}

function compiled(contract: Contract, schema: JsonSchema): ValidateFunction {
  const known = compiledFor(contract);
  // Shortening the code takes as long as generating it, and makes it no faster.
  known.ajv ??= ajvFor(contract, { optimize: false, regExp: LINEAR });
  return known.ajv.compile(absolute(schema));
}

/**
 * A compiler for the schemas of a contract, given with `absolute` references. The schemas of specs/ are
 * checked by its tests, so they are not checked again in each run.
 */
export function ajvFor(contract: Contract, code: NonNullable<Options['code']>): Ajv2020 {
  // Loaded on demand: the package has compiled validators for its contracts.
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    code,
    allErrors: true,
    verbose: true,
    strictTypes: false,
    strictTuples: false,
    // Otherwise ajv applies every pattern to every name, with the engine of JavaScript.
    allowMatchingProperties: true,
    validateFormats: false,
    validateSchema: false,
    addUsedSchema: false,
    // Without a limit the time to decide what is inlined doubles with each nested array.
    inlineRefs: MAX_INLINED,
  });
  ajv.addVocabulary([...Object.keys(contract.document), ...OPENAPI_KEYWORDS]);
  return ajv.addSchema(contract.document, ROOT);
}

/** A copy with absolute references to the contract's document, so that all referrers share one compilation. */
export function absolute(schema: JsonSchema): JsonSchema {
  return absolutePart(schema) as JsonSchema;
}

function absolutePart(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(absolutePart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? ROOT + member : absolutePart(member),
    ]),
  );
}
