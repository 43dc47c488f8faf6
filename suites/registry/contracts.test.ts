import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diff } from '../../src/contract/diff.ts';
import { REGISTRY_APIS, registryContract, registryContracts } from './contracts.ts';

test('a contract is read once, and has the digest of its file', () => {
  const contract = registryContract('allocation-v1');
  const files = ['allocation-v1', ...['errors', 'choice-contexts', 'context-lookups'].map(overlay)];
  const bytes = files.map((name) =>
    readFileSync(new URL(`../../specs/registry/${name}.yaml`, import.meta.url)),
  );
  expect(registryContract('allocation-v1')).toBe(contract);
  expect(contract.sha256).toBe(createHash('sha256').update(Buffer.concat(bytes)).digest('hex'));
});

test('the newest version is the default, and the list of APIs agrees with the documents', () => {
  for (const { api, versions, advertisedAs } of REGISTRY_APIS) {
    const contract = registryContract(api);
    expect(contract).toBe(registryContract(api, versions[0]));
    expect(contract.document['info']).toMatchObject({ 'x-advertised-as': advertisedAs });
    for (const version of versions) expect(registryContract(api, version).version).toBe(version);
  }
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

function overlay(name: string): string {
  return `${name}.overlay`;
}
