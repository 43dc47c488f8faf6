import { expect, test } from 'vitest';
import { ledgerContract, ledgerContracts } from '../../suites/ledger/contract.ts';
import { registryContracts } from '../../suites/registry/contracts.ts';
import type { Operation } from './contract.ts';
import { operationAt } from './match.ts';

const { operations } = ledgerContract();
const [user] = operations.filter(({ path }) => path === '/v2/users/{user-id}');
if (user === undefined) throw new Error('there is no /v2/users/{user-id}');
const made = (method: string, path: string): Operation => ({
  ...user,
  method,
  path,
  pathParameters: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name ?? ''),
});
const matched = (list: readonly Operation[], method: string, path: string): unknown => {
  const { operation, known, values } = operationAt(list, method, path);
  return [operation?.path, known, values];
};

test('every operation is found at its own path, with the values of its parameters', () => {
  const registry = registryContracts().flatMap((contract) => contract.operations);
  for (const list of [registry, ...ledgerContracts().map(({ operations }) => operations)]) {
    for (const operation of list) {
      const values = Object.fromEntries(
        operation.pathParameters.map((name) => [name, `a ${name}`]),
      );
      const path = operation.path.replace(/\{([^}]+)\}/g, (_, name) => `a%20${name}`);
      const found = operationAt(list, operation.method, path);
      expect(found).toEqual({ operation, known: true, values });
    }
  }
});

test.each([
  ['/v2/users/alice', 'alice'],
  ['//v2/users///alice//', 'alice'],
  ['/v2/%75sers/alice%2Frights', 'alice/rights'],
  ['/v2/users/100%', '100%'],
  ['/v2/users/party::1220', 'party::1220'],
  ['/v2/users/..', '..'],
])('%s is a user', (path, id) => {
  expect(matched(operations, 'GET', path)).toEqual([
    '/v2/users/{user-id}',
    true,
    { 'user-id': id },
  ]);
});

test('an empty parameter leads to the list, as on real nodes', () => {
  expect(matched(operations, 'GET', '/v2/users/')).toEqual(['/v2/users', true, {}]);
});

test('a path may be known and its method not, and a path may be unknown', () => {
  expect(matched(operations, 'PUT', '/v2/users/alice')).toEqual([undefined, true, {}]);
  expect(matched(operations, 'get', '/v2/users')).toEqual([undefined, true, {}]);
  for (const path of ['', '/', '/v2', '/v2/users/a/b', '/V2/users', 'constructor']) {
    expect(matched(operations, 'GET', path)).toEqual([undefined, false, {}]);
  }
});

test('an exact segment wins over a template, unless it leads nowhere or lacks the method', () => {
  const list = [
    made('GET', '/a/{x}'),
    made('DELETE', '/a/{y}'),
    made('GET', '/a/b'),
    made('GET', '/a/{x}/c'),
    made('GET', '/a/b/d'),
  ];
  expect(matched(list, 'GET', '/a/b')).toEqual(['/a/b', true, {}]);
  expect(matched(list, 'DELETE', '/a/b')).toEqual(['/a/{y}', true, { y: 'b' }]);
  expect(matched(list, 'GET', '/a/b/c')).toEqual(['/a/{x}/c', true, { x: 'b' }]);
  expect(matched(list, 'GET', '/a/b/d')).toEqual(['/a/b/d', true, {}]);
});

test('an operation without a path of its own is at the root', () => {
  expect(matched([made('GET', '/')], 'GET', '//')).toEqual(['/', true, {}]);
});
