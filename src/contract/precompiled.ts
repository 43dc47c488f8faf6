/** Uses the validators that the build compiled. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import type { Contract, JsonSchema } from './contract.ts';
import { SPECS } from './documents.ts';

/** Validators by the JSON text of their schema, for one document. */
type Precompiled = ReadonlyMap<string, ValidateFunction>;

const require = createRequire(import.meta.url);
const files = new WeakMap<Contract, string>();

/** Registers the validators of the build for this contract. */
export function usePrecompiled(contract: Contract, name: string, folder: URL = SPECS): void {
  files.set(contract, fileURLToPath(new URL(`${name}.validators.cjs`, folder)));
}

/** The validator of the build for this schema, loaded on first use; `undefined` if there is none. */
export function precompiled(contract: Contract, schema: JsonSchema): ValidateFunction | undefined {
  const file = files.get(contract);
  return file === undefined
    ? undefined
    : (require(file) as Precompiled).get(JSON.stringify(schema));
}
