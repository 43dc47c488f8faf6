import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentsOf } from '../input/registrations.ts';
import { SURFACES } from '../surfaces/index.ts';
import type { Contract, JsonSchema } from './contract.ts';
import { fromYaml, prepared, SPECS } from './documents.ts';
import { contractOf } from './load.ts';
import type { OpenApiDocument } from './openapi.ts';
import { precompiled, usePrecompiled } from './precompiled.ts';
import { prepareSpecs } from './prepare.ts';
import { validator } from './validate.ts';

const DOCUMENTS = await documentsOf(SURFACES);
const root = mkdtempSync(join(tmpdir(), 'assay-specs-'));
const folder = pathToFileURL(join(root, 'specs/'));
const names = DOCUMENTS.map(({ name }) => name);
const contracts = DOCUMENTS.filter((files) => 'openapi' in Object(fromYaml(files).document)).map(
  ({ name }) => name,
);

beforeAll(() => {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));
  symlinkSync(modules, join(root, 'node_modules'));
  prepareSpecs(DOCUMENTS, folder);
}, 30_000);
afterAll(() => rmSync(root, { recursive: true }));

/** Bodies with errors in many places, and one that is not an object. */
const JUNK: readonly unknown[] = [
  {},
  [{}],
  null,
  'x',
  { users: [{ id: 4 }, {}], commands: [{ CreateCommand: { templateId: null } }], code: 7 },
  { disclosedContracts: [{}, 1], choiceContextData: [], meta: { a: 1 }, error: null },
  { update: { Transaction: { value: { events: [{ CreatedEvent: {} }] } }, OffsetCheckpoint: {} } },
];

function contractOfName(name: string): Contract {
  const source = prepared(name, folder);
  if (source === undefined) throw new Error(`${name} is not prepared`);
  return contractOf(name, source.document as OpenApiDocument, source.sha256);
}

/** The schemas of all bodies; equal ones, such as that of errors, once. */
function bodies({ operations }: Contract): readonly JsonSchema[] {
  const all = operations.flatMap(({ requestContent = {}, responses }) =>
    [requestContent, ...Object.values(responses)].flatMap((content) => Object.values(content)),
  );
  return [...new Map(all.map((schema) => [JSON.stringify(schema), schema])).values()];
}

test.each(DOCUMENTS)('$name is prepared like its YAML, with its sha256', (files) => {
  expect(prepared(files.name, folder)).toEqual(fromYaml(files));
});

test('every document of specs/ is prepared, and every file there is part of one', () => {
  const yaml = readdirSync(SPECS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.yaml'),
  );
  const used = new Set(DOCUMENTS.flatMap(({ files }) => files));
  expect([...used].toSorted()).toEqual(yaml.toSorted());
  for (const file of yaml.filter((one) => !one.endsWith('.overlay.yaml'))) {
    expect(names).toContain(file.replace(/\.yaml$/, ''));
  }
  for (const name of names) expect(existsSync(new URL(`${name}.json`, folder))).toBe(true);
});

test.each(contracts)('%s: the validators of the build find what those of a run find', (name) => {
  const [built, own] = [contractOfName(name), contractOfName(name)];
  usePrecompiled(built, name, folder);
  const [schemas, same] = [bodies(built), bodies(own)];
  expect(schemas.length).toBeGreaterThan(2);
  const unlike = JUNK.flatMap((value) =>
    schemas.filter((schema, index) => {
      const found = validator(built, schema)(value);
      return !isDeepStrictEqual(found, validator(own, same[index] ?? false)(value));
    }),
  );
  expect(unlike).toEqual([]);
  const lost = schemas.filter(
    (schema) => typeof schema === 'object' && !precompiled(built, schema),
  );
  expect(lost).toEqual([]);
});

test('a schema that the build did not see is compiled by the run, and so is that of a changed contract', () => {
  const contract = contractOfName('registry/allocation-v1');
  usePrecompiled(contract, 'registry/allocation-v1', folder);
  const [body = true] = bodies(contract);
  expect(precompiled(contract, { type: 'string' })).toBeUndefined();
  expect(validator(contract, { type: 'string' })(1)).toHaveLength(1);
  expect(precompiled({ ...contract }, body)).toBeUndefined();
});
