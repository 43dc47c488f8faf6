import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CLAUSES } from '../../suites/index.ts';
import { ledgerContracts } from '../../suites/ledger/contract.ts';
import {
  allRegistryContracts,
  REGISTRY_APIS,
  registryContract,
} from '../../suites/registry/contracts.ts';
import type { Clause, Contract, JsonSchema } from './contract.ts';
import { schemaChanges } from './diff-schema.ts';
import { loadClauses } from './load.ts';
import { follow } from './pointer.ts';
import { validator } from './validate.ts';

const ajv = new Ajv2020();

/** Every object below a value, with its JSON Pointer. */
function* objects(
  value: unknown,
  at = '#',
): Generator<[string, Readonly<Record<string, unknown>>]> {
  if (typeof value !== 'object' || value === null) return;
  yield [at, value as Readonly<Record<string, unknown>>];
  for (const [name, member] of Object.entries(value)) yield* objects(member, `${at}/${name}`);
}

const STATUSES = { GET: ['200', '404', '500'], POST: ['200', '400', '404', '409'] };

function schemasOf({ document }: Contract): [string, JsonSchema][] {
  return Object.entries(follow(document, '#/components/schemas') as Record<string, JsonSchema>);
}

const REGISTRY = allRegistryContracts();

test.each([...REGISTRY, ...ledgerContracts()])(
  'every reference of $id $version leads somewhere',
  ({ document }) => {
    const references = [...objects(document)].flatMap(([, { $ref }]) => $ref ?? []);
    expect(references.length).toBeGreaterThan(10);
    for (const reference of references)
      expect(follow(document, reference as string)).toBeTypeOf('object');
  },
);

test.each([...REGISTRY, ...ledgerContracts()])(
  'the parameters of a path of $id $version are the declared ones',
  ({ operations }) => {
    for (const { parameters = [], pathParameters, key } of operations) {
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        declared.map(({ name }) => name),
        key,
      ).toEqual(pathParameters);
    }
  },
);

describe.each(REGISTRY.map((contract) => ({ ...contract, contract })))(
  '$id $version',
  ({ contract }) => {
    const schemas = schemasOf(contract);

    test.each(schemas)('%s is a JSON Schema, and its examples fit it', (_, schema) => {
      expect(ajv.validateSchema(schema), ajv.errorsText()).toBe(true);
      const examples = typeof schema === 'object' ? schema['examples'] : [];
      for (const example of (examples ?? []) as unknown[]) {
        expect(validator(contract, schema)(example)).toEqual([]);
      }
      expect(validator(contract, schema)(undefined)).not.toEqual([]);
    });

    test('every operation has the members that the kit needs', () => {
      for (const operation of contract.operations) {
        const item = (contract.document['paths'] as Record<string, unknown>)[operation.path];
        const { method } = operation as { readonly method: 'GET' | 'POST' };
        const stated = (item as Record<string, Record<string, unknown>>)[method.toLowerCase()];
        expect(stated?.['x-effect']).toBe('read');
        const [api, name] = operation.name.split('/');
        expect(api).toBe(contract.id);
        expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
        expect(operation.summary).not.toBe('');
        expect(Object.keys(operation.responses)).toEqual(STATUSES[method]);
      }
    });

    test('every part that can have a description has one', () => {
      for (const [at, part] of objects(contract.document)) {
        if (/\/(schemas|responses|parameters|requestBodies)\/\w+$/.test(at) && !('$ref' in part)) {
          expect(part['description'], at).toMatch(/\S.*\.\n?$/);
        }
      }
    });
  },
);

const NEWEST = REGISTRY_APIS.map(({ api }) => registryContract(api));

test('operation ids and names are unique in the registry APIs', () => {
  const operations = NEWEST.flatMap((contract) => contract.operations);
  expect(new Set(operations.map(({ key }) => key)).size).toBe(operations.length);
  expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
});

test('the newest documents agree on the schemas they share', () => {
  const shared = new Map<string, JsonSchema>();
  for (const [name, schema] of NEWEST.flatMap(schemasOf)) {
    expect(schemaChanges(name, shared.get(name) ?? schema, schema)).toEqual([]);
    shared.set(name, schema);
  }
});

describe('clauses', () => {
  const stated = CLAUSES.flatMap(({ files: [file] }) => {
    const text = readFileSync(new URL(`../../specs/${file}`, import.meta.url), 'utf8');
    const read = parse(text) as Clause[] | { clauses?: Clause[] };
    return Array.isArray(read) ? read : (read.clauses ?? []);
  });

  test('ids are unique plain words', () => {
    expect(loadClauses(CLAUSES).size).toBe(stated.length);
    for (const { id } of stated) expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)+$/);
  });

  test.each(stated)('$id has only a place, a level and one sentence', (clause) => {
    const { id, section, documents: _, level, statement, untestable, ...rest } = clause;
    expect(id).toBeTruthy();
    expect(section).toMatch(
      /^(preamble|§\d|RFC \d+ §|CIP-\d{4}, |published documents? |practice: )/,
    );
    expect(['MUST', 'SHOULD', 'MAY']).toContain(level);
    expect(statement).toMatch(/^\S[^\n]*[^.]\.$/);
    if ('untestable' in clause) expect(untestable).toMatch(/^\S[^\n]*\.$/);
    expect(rest).toEqual({});
  });
});
