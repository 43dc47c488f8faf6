import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadClauses } from '../../src/index.ts';
import { CLAUSES } from '../index.ts';
import { registryContract, registryContracts } from './contracts.ts';

test('a contract is read once and names the bytes it was read from', () => {
  const contract = registryContract('allocation-v1');
  const bytes = readFileSync(new URL('../../specs/registry/allocation-v1.yaml', import.meta.url));
  expect(registryContract('allocation-v1')).toBe(contract);
  expect(contract.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

test('the registry API is two documents at their own versions', () => {
  expect(registryContracts().map(({ id, version }) => `${id} ${version}`)).toEqual([
    'allocation-v1 1.1.0',
    'allocation-instruction-v1 1.0.0',
  ]);
});

test('operations come with key, name, place and weight', () => {
  const names = registryContracts()
    .flatMap(({ operations }) => operations)
    .map(({ key, name, core, method, path }) => `${name} ${core} ${key} ${method} ${path}`);
  const contexts = 'POST /registry/allocations/v1/{allocationId}/choice-contexts';
  expect(names).toEqual([
    `allocation-v1/withdraw true allocation-v1#getAllocationWithdrawContext ${contexts}/withdraw`,
    `allocation-v1/execute-transfer false allocation-v1#getAllocationTransferContext ${contexts}/execute-transfer`,
    `allocation-v1/cancel false allocation-v1#getAllocationCancelContext ${contexts}/cancel`,
    'allocation-instruction-v1/allocation-factory true allocation-instruction-v1#getAllocationFactory POST /registry/allocation-instruction/v1/allocation-factory',
  ]);
});

test('bodies named by reference are found', () => {
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
