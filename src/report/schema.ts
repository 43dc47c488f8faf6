/** The schema of report.json as a guard: compiled by the build, and in the source tree on first use. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Ajv2020, Options, ValidateFunction } from 'ajv/dist/2020.js';

const PREPARED = fileURLToPath(new URL('../../schemas/report-guard.cjs', import.meta.url));
const require = createRequire(import.meta.url);
let guard: ValidateFunction | undefined;

/** Where a value differs from the schema of report.json, in one clause; `undefined` if it fits. */
export function differenceFromSchema(value: unknown): string | undefined {
  guard ??= existsSync(PREPARED) ? (require(PREPARED) as ValidateFunction) : compiled({})[1];
  if (guard(value)) return undefined;
  const [{ instancePath = '', message = '' } = {}] = guard.errors ?? [];
  return `${instancePath === '' ? 'it' : instancePath} ${message}`;
}

/** The code of a CommonJS module that is the guard, for the build. */
export function guardCode(): string {
  const { default: standalone } = require('ajv/dist/standalone/index.js') as {
    default: (ajv: Ajv2020, validate: ValidateFunction) => string;
  };
  return standalone(...compiled({ source: true }));
}

function compiled(code: NonNullable<Options['code']>): [Ajv2020, ValidateFunction] {
  const { Ajv2020 } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  // Tests check the schema itself, and formats where one is made.
  const ajv = new Ajv2020({
    code,
    inlineRefs: false,
    validateSchema: false,
    validateFormats: false,
  });
  return [ajv, ajv.compile(require('../../reports/report.schema.json') as object)];
}
