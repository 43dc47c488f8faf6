/** JSON Schema 2020-12 against the schemas of a contract, with errors in plain words. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract, JsonSchema, Operation } from './contract.ts';
import { type SchemaError, schemaError } from './schema-error.ts';

export type { SchemaError };

/** Answers with what is wrong with a value; none = the value fits the schema. */
export type Validator = (value: unknown) => readonly SchemaError[];

interface Compiled {
  readonly ajv: Ajv2020;
  readonly validators: WeakMap<object, Validator>;
}

const FITS: readonly SchemaError[] = [];
const ROOT = 'contract:/';
/** Keywords of OpenAPI's own vocabulary; they say nothing about a value. */
const OPENAPI_KEYWORDS = ['discriminator', 'xml', 'externalDocs', 'example'];

const perContract = new WeakMap<Contract, Compiled>();

/**
 * The validator of a schema whose `$ref` are resolved in the contract's document; the same function for the
 * same schema object. It is compiled when it is first called and throws then if the schema is broken.
 * `format` is not asserted.
 */
export function validator(contract: Contract, schema: JsonSchema): Validator {
  const { ajv, validators } = compiledFor(contract);
  if (typeof schema === 'boolean') return built(contract, () => ajv.compile(schema));
  let known = validators.get(schema);
  if (known === undefined) {
    known = built(contract, () => ajv.compile(absolute(schema) as object));
    validators.set(schema, known);
  }
  return known;
}

/** True when a body text, as it goes over the wire, is not JSON or breaks the operation's request schema. */
export function breaksRequest({ contract, request }: Operation, body: string | undefined): boolean {
  if (request === undefined || body === undefined) return true;
  try {
    return validator(contract, request)(JSON.parse(body)).length > 0;
  } catch {
    return true;
  }
}

function built(contract: Contract, compile: () => ValidateFunction): Validator {
  let fits: ValidateFunction | undefined;
  return (value) => {
    fits ??= compile();
    if (fits(value)) return FITS;
    return (fits.errors ?? []).map((error) => schemaError(contract, error));
  };
}

function compiledFor(contract: Contract): Compiled {
  let compiled = perContract.get(contract);
  if (compiled === undefined) {
    compiled = { ajv: ajvFor(contract), validators: new WeakMap() };
    perContract.set(contract, compiled);
  }
  return compiled;
}

/** The schemas are the kit's own and checked by its tests, so they are not checked again in each run. */
function ajvFor(contract: Contract): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    validateSchema: false,
    addUsedSchema: false,
  });
  ajv.addVocabulary([...Object.keys(contract.document), ...OPENAPI_KEYWORDS]);
  return ajv.addSchema(contract.document, ROOT);
}

/** A copy whose references name the contract's document, so that one compilation serves all who refer to it. */
function absolute(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(absolute);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, member]) => [
      name,
      name === '$ref' && typeof member === 'string' ? ROOT + member : absolute(member),
    ]),
  );
}
