/** Validators that the build compiled, so that a run does not have to. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract, JsonSchema } from './contract.ts';
import { SPECS } from './documents.ts';

/** By the text of a schema, whose `$ref` are those of the document that the validators were made for. */
type Precompiled = ReadonlyMap<string, ValidateFunction>;

const require = createRequire(import.meta.url);
const files = new WeakMap<Contract, string>();

/** Says that the validators for this very contract are those that the build made for the document. */
export function usePrecompiled(contract: Contract, name: string, folder: URL = SPECS): void {
  files.set(contract, fileURLToPath(new URL(`${name}.validators.cjs`, folder)));
}

/** The validator of this schema if the build made one for the contract; they are loaded at the first use. */
export function precompiled(contract: Contract, schema: JsonSchema): ValidateFunction | undefined {
  const file = files.get(contract);
  return file === undefined
    ? undefined
    : (require(file) as Precompiled).get(JSON.stringify(schema));
}
