import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diff } from '../../src/contract/diff.ts';
import { loadClauses } from '../../src/kit.ts';
import { CLAUSES } from '../index.ts';
import {
  allRegistryContracts,
  REGISTRY_APIS,
  REGISTRY_DOCUMENTS,
  registryContract,
  registryContracts,
} from './contracts.ts';

const OLDER = REGISTRY_APIS.flatMap(({ api, versions: [, ...older] }) =>
  older.map((version) => [api, version] as const),
);

test('a contract is read once, and has the digest of its file', () => {
  const contract = registryContract('allocation-v1');
  const files = ['allocation-v1', ...['errors', 'choice-contexts', 'context-lookups'].map(overlay)];
  const bytes = files.map((name) =>
    readFileSync(new URL(`../../specs/registry/${name}.yaml`, import.meta.url)),
  );
  expect(registryContract('allocation-v1')).toBe(contract);
  expect(contract.sha256).toBe(createHash('sha256').update(Buffer.concat(bytes)).digest('hex'));
});

test('the registry is seven documents at their own versions', () => {
  expect(allRegistryContracts().map(({ id, version }) => `${id} ${version}`)).toEqual([
    'metadata-v1 1.2.0',
    'metadata-v1 1.1.0',
    'metadata-v1 1.0.0',
    'transfer-v1 1.1.0',
    'transfer-v1 1.0.0',
    'allocation-v1 1.1.0',
    'allocation-v1 1.0.0',
    'allocation-instruction-v1 1.0.0',
    'allocation-v2 1.0.0',
    'allocation-instruction-v2 1.0.0',
    'transfer-v2 1.0.0',
  ]);
});

test('the newest version is the default, and the list of APIs agrees with the documents', () => {
  for (const { api, versions, advertisedAs } of REGISTRY_APIS) {
    const contract = registryContract(api);
    expect(contract).toBe(registryContract(api, versions[0]));
    expect(contract.document['info']).toMatchObject({ 'x-advertised-as': advertisedAs });
    for (const version of versions) expect(registryContract(api, version).version).toBe(version);
  }
});

test('every document has its own files, which the build prepares', () => {
  const names = REGISTRY_DOCUMENTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const [api, version] of OLDER) expect(names).toContain(`registry/${api}@${version}`);
  for (const { api } of REGISTRY_APIS) expect(names).toContain(`registry/${api}`);
});

test('a chosen version replaces the newest one, with the same operations', () => {
  const chosen = registryContracts({ 'allocation-v1': '1.0.0' });
  const older = registryContract('allocation-v1', '1.0.0');
  expect(chosen).toEqual(
    registryContracts().map((newest) => (newest.id === 'allocation-v1' ? older : newest)),
  );
  expect(older.operations.map(({ key }) => key)).toEqual(
    registryContract('allocation-v1').operations.map(({ key }) => key),
  );
});

test.each([
  ['allocation-v3', undefined, 'no registry API "allocation-v3". Known: metadata-v1, transfer-v1,'],
  ['', undefined, 'no registry API ""'],
  ['allocation-v1', '1.2.0', 'allocation-v1 has no version "1.2.0". Known: 1.1.0, 1.0.0.'],
  ['transfer-v2', '', 'transfer-v2 has no version "". Known: 1.0.0.'],
])('%s at %s is not known, and the known ones are named', (api, version, message) => {
  expect(() => registryContract(api, version)).toThrow(
    expect.objectContaining({ code: 'ASSAY_INPUT', message: expect.stringContaining(message) }),
  );
});

test.each([
  ...['transfer-v1', 'allocation-v1'].map(
    (api) => [api, '1.0.0', '1.1.0', ['added GetChoiceContextRequest.excludeDebugFields']] as const,
  ),
  ['metadata-v1', '1.0.0', '1.1.0', ['added Instrument.showAccountInputFields']] as const,
  [
    'metadata-v1',
    '1.1.0',
    '1.2.0',
    [
      'added AccountInputFieldToShow',
      'added AccountInputFieldsToShow',
      'added Instrument.accountInputFieldsToShow',
      'added Instrument.pauseInfo',
      'added Instrument.paused',
      'added PauseInfo',
      'deprecated Instrument.showAccountInputFields',
    ],
  ] as const,
])('%s changed from %s to %s', (api, from, to, changes) => {
  const found = diff(registryContract(api, from), registryContract(api, to));
  expect(found.map(({ kind, at }) => `${kind} ${at}`).toSorted()).toEqual(changes);
});

test('operations come with key, name, place and weight', () => {
  const shown = REGISTRY_APIS.flatMap(({ api }) => registryContract(api).operations).map(
    ({ key, name, core, method, path }) => [name, core, key, `${method} ${path}`],
  );
  const [allocations, transfers] = ['/registry/allocations/v1', '/registry/transfer-instruction'];
  const core = shown.filter(([, isCore]) => isCore).map(([name]) => name);
  expect(core).toEqual(['allocation-v1/withdraw', 'allocation-instruction-v1/allocation-factory']);
  expect(shown).toContainEqual([
    'allocation-v1/execute-transfer',
    false,
    'allocation-v1#getAllocationTransferContext',
    `POST ${allocations}/{allocationId}/choice-contexts/execute-transfer`,
  ]);
  expect(shown).toContainEqual([
    'transfer-v2/reject',
    false,
    'transfer-v2#getTransferInstructionRejectContext',
    `POST ${transfers}/v2/{transferInstructionId}/choice-contexts/reject`,
  ]);
  expect(shown).toContainEqual([
    'metadata-v1/instruments',
    false,
    'metadata-v1#listInstruments',
    'GET /registry/metadata/v1/instruments',
  ]);
});

test('a list has parameters for token and size in the query', () => {
  const [, list] = registryContract('metadata-v1').operations;
  expect(list?.request).toBeUndefined();
  expect(list?.parameters).toEqual([
    {
      name: 'pageSize',
      in: 'query',
      required: false,
      schema: { type: 'integer', format: 'int32', default: 25 },
    },
    { name: 'pageToken', in: 'query', required: false, schema: { type: 'string' } },
  ]);
});

test('bodies behind references are found', () => {
  const [withdraw] = registryContract('allocation-v1').operations;
  const error = { 'application/json': { $ref: '#/components/schemas/ErrorResponse' } };
  expect(withdraw?.request).toEqual({ $ref: '#/components/schemas/GetChoiceContextRequest' });
  expect(withdraw?.responses).toEqual({
    200: { 'application/json': { $ref: '#/components/schemas/ChoiceContext' } },
    400: error,
    404: error,
    409: error,
  });
});

test('a contract cannot be changed', () => {
  const contract = registryContract('allocation-v1');
  const [withdraw] = contract.operations;
  expect(withdraw?.contract).toBe(contract);
  for (const part of [
    contract,
    contract.document,
    contract.operations,
    withdraw?.responses['200'],
  ]) {
    expect(Object.isFrozen(part)).toBe(true);
  }
});

test('clauses are found by id', () => {
  expect(loadClauses(CLAUSES).get('debug-fields-are-omitted')).toMatchObject({ level: 'MUST' });
});

function overlay(name: string): string {
  return `${name}.overlay`;
}
