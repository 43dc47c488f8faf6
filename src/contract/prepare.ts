/** Prepares documents as JSON and validators as code in the build, so that runs start faster. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Content, Contract, JsonSchema } from './contract.ts';
import { type DocumentFiles, fromYaml } from './documents.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';
import { absolute, ajvFor } from './validate.ts';

type Standalone = (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string;

const standalone = createRequire(import.meta.url)('ajv/dist/standalone/index.js') as {
  readonly default: Standalone;
};

/**
 * Writes these documents of specs/ into `folder` as JSON with the sha256 of their YAML, and beside each
 * contract the validators of its bodies. The folder's address ends with a slash.
 */
export function prepareSpecs(documents: readonly DocumentFiles[], folder: URL): void {
  for (const files of documents) {
    const { name } = files;
    const source = fromYaml(files);
    const file = new URL(`${name}.json`, folder);
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, JSON.stringify(source));
    if (!('openapi' in Object(source.document))) continue;
    const contract = contractOf(name, source.document as OpenApiDocument, source.sha256);
    writeFileSync(new URL(`${name}.validators.cjs`, folder), validatorsOf(contract));
  }
}

/** The text of a CommonJS module: a map from the text of a schema to its validator. */
function validatorsOf(contract: Contract): string {
  const ajv = ajvFor(contract, { source: true });
  const texts = [...new Set(bodiesOf(contract).map((schema) => JSON.stringify(schema)))];
  const names = texts.map((text, index) => {
    ajv.addSchema(absolute(JSON.parse(text) as JsonSchema) as object, `body${index}`);
    return `body${index}`;
  });
  const code = standalone.default(ajv, Object.fromEntries(names.map((name) => [name, name])));
  const entries = texts.map((text, index) => `[${JSON.stringify(text)}, exports.body${index}]`);
  return `${code};\nmodule.exports = new Map([\n${entries.join(',\n')}\n]);\n`;
}

function bodiesOf({ operations }: Contract): readonly JsonSchema[] {
  return operations
    .flatMap(({ requestContent = {}, responses }): Content[] => [
      requestContent,
      ...Object.values(responses),
    ])
    .flatMap((content) => Object.values(content))
    .filter((schema) => typeof schema === 'object');
}
