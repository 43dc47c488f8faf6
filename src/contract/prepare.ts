/** Prepares documents as JSON and validators as code in the build, so that runs start faster. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { Content, Contract, JsonSchema } from './contract.ts';
import { type DocumentFiles, fromYaml } from './documents.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';
import { follow as targetOf } from './pointer.ts';
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
    const whole = files.asOf === undefined ? undefined : wholeOf(files, documents);
    const code =
      whole === undefined ? validatorsOf(contract) : validatorsBeside(contract, files, whole);
    writeFileSync(new URL(`${name}.validators.cjs`, folder), code);
  }
}

/** The document of the same files with all changes. */
function wholeOf(
  { files }: DocumentFiles,
  documents: readonly DocumentFiles[],
): DocumentFiles | undefined {
  return documents.find((one) => one.asOf === undefined && one.files.join() === files.join());
}

/** The validators of the whole document, and own ones for schemas that mean something else here. */
function validatorsBeside(contract: Contract, files: DocumentFiles, whole: DocumentFiles): string {
  const { document, sha256 } = fromYaml(whole);
  const other = contractOf(whole.name, document as OpenApiDocument, sha256);
  const differs = (schema: JsonSchema): boolean =>
    closureOf(contract, schema) !== closureOf(other, schema);
  const shared = `./${whole.name.slice(files.name.lastIndexOf('/') + 1)}.validators.cjs`;
  return `const own = (() => { const module = {}; const exports = {};
${validatorsOf(contract, differs)}return module.exports; })();
module.exports = new Map([...require(${JSON.stringify(shared)}), ...own]);
`;
}

/** The text of a schema and of all schemas that it refers to. */
function closureOf(contract: Contract, schema: JsonSchema): string {
  const found = new Map<string, string>();
  const follow = (part: unknown): void => {
    const text = JSON.stringify(part) ?? '';
    for (const [, ref = ''] of text.matchAll(/"\$ref":"(#[^"]+)"/g)) {
      if (found.has(ref)) continue;
      const target = targetOf(contract.document, ref);
      found.set(ref, JSON.stringify(target) ?? '');
      follow(target);
    }
  };
  follow(schema);
  return JSON.stringify([schema, ...[...found].sort()]);
}

/** The text of a CommonJS module: a map from the text of a schema to its validator. */
function validatorsOf(
  contract: Contract,
  chosen: (schema: JsonSchema) => boolean = () => true,
): string {
  const ajv = ajvFor(contract, { source: true });
  const bodies = bodiesOf(contract).filter(chosen);
  const texts = [...new Set(bodies.map((schema) => JSON.stringify(schema)))];
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
