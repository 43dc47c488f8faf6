import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Clause, Operation } from '../../src/contract/contract.ts';
import { loadDocument } from '../../src/contract/load.ts';
import { follow } from '../../src/contract/pointer.ts';
import { LEDGER_CLAUSES, ledgerContract, ledgerContracts } from './contract.ts';
import { isSince, LEDGER_VERSIONS, type LedgerVersion, NEWEST } from './versions.ts';

const root = new URL('../../', import.meta.url);
const bytes = (file: string): Buffer => readFileSync(new URL(file, root));
const table = bytes('test/ledger-operations.txt').toString().trimEnd().split('\n');
const row = ({ method, path, name, effect, since }: Operation): string =>
  [method, path, name, effect, since].join(' ');

/** Every object below a value. */
function* objects(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null) return;
  yield value as Readonly<Record<string, unknown>>;
  for (const member of Object.values(value)) yield* objects(member);
}

const stated = ({ contract, path, method }: Operation): Readonly<Record<string, unknown>> =>
  (contract.document['paths'] as Record<string, Record<string, Record<string, unknown>>>)[path]?.[
    method.toLowerCase()
  ] ?? {};

const operation = (place: string, version: LedgerVersion = NEWEST): Operation => {
  const found = ledgerContract(version).operations.find(
    ({ method, path }) => `${method} ${path}` === place,
  );
  if (!found) throw new Error(`no ${place}`);
  return found;
};

test.each(LEDGER_VERSIONS)(
  '%s has the operations of the list that came with it or before',
  (version) => {
    const { operations, version: stated } = ledgerContract(version);
    const since = (line: string): string => line.slice(line.lastIndexOf(' ') + 1);
    expect(stated).toBe(version);
    expect(operations.map(row)).toEqual(table.filter((line) => isSince(version, since(line))));
  },
);

test('a contract is read once, frozen, and has the digest of its file', () => {
  const [first, second] = ledgerContracts();
  const sha256 = (...files: string[]): string =>
    createHash('sha256')
      .update(Buffer.concat(files.map(bytes)))
      .digest('hex');
  expect(ledgerContract('3.5')).toBe(second);
  expect(first?.sha256).toBe(sha256('specs/ledger/3.4.yaml'));
  expect(second?.sha256).toBe(sha256('specs/ledger/3.4.yaml', 'specs/ledger/3.5.overlay.yaml'));
  expect(Object.isFrozen(second?.document['paths'])).toBe(true);
  expect(() => ledgerContract('2.9' as LedgerVersion)).toThrow('no ledger contract "2.9"');
});

describe.each(LEDGER_VERSIONS.map((version) => ({ version })))('$version', ({ version }) => {
  const contract = ledgerContract(version);
  const { operations } = contract;

  test('every reference leads somewhere', () => {
    const references = [...objects(contract.document)].flatMap(({ $ref }) => $ref ?? []);
    expect(references).not.toEqual([]);
    for (const reference of references) {
      expect(follow(contract.document, reference as string)).toBeTypeOf('object');
    }
  });

  test('every operation has the members that the kit needs', () => {
    expect(new Set(operations.map(({ name }) => name)).size).toBe(operations.length);
    expect(new Set(operations.map(({ key }) => key)).size).toBe(operations.length);
    for (const each of operations) {
      expect(each.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(each.core).toBe(true);
      expect(each.summary).not.toBe('');
      expect(stated(each)['description'], each.key).toMatch(/^\S.*\.$/);
      expect(Object.keys(each.responses)).toEqual(
        expect.arrayContaining(['200', '400', 'default']),
      );
    }
  });

  test('the parameters of a path are the declared ones', () => {
    for (const { parameters = [], pathParameters, key } of operations) {
      const declared = parameters.filter((parameter) => parameter.in === 'path');
      expect(
        declared.map(({ name }) => name),
        key,
      ).toEqual(pathParameters);
      expect(declared.every(({ required }) => required)).toBe(true);
    }
  });

  test('deprecated operations are marked as such, and each names one that is not', () => {
    const deprecated = operations.filter((each) => each.deprecated !== undefined);
    expect(deprecated).not.toEqual([]);
    for (const each of operations) {
      expect(stated(each)['deprecated'] === true, each.key).toBe(deprecated.includes(each));
    }
    for (const { deprecated: advice } of deprecated) {
      const [method, path] = advice?.replacement.split(' ') ?? [];
      const replacement = operations.find((each) => each.method === method && each.path === path);
      expect(replacement, advice?.replacement).toBeDefined();
      expect(replacement?.deprecated).toBeUndefined();
      expect(advice?.relation).toMatch(/\.$/);
    }
  });

  test('a rejection is text or an error object, any other error is an error object', () => {
    const error = { $ref: '#/components/schemas/JsCantonError' };
    for (const { responses } of operations) {
      expect(responses['400']).toEqual({
        'text/plain': { type: 'string' },
        'application/json': error,
      });
      expect(responses['default']).toEqual({ 'application/json': error });
    }
  });
});

test('bodies are JSON except archives and packages, and two GET requests have bodies', () => {
  const { operations } = ledgerContract();
  const bodies = operations.filter(({ requestContent }) => requestContent !== undefined);
  expect(bodies.filter(({ method }) => method === 'GET').map(({ path }) => path)).toEqual([
    '/v2/package-vetting',
    '/v2/state/active-contracts-page',
  ]);
  const bytewise = bodies.filter(({ request }) => request === undefined);
  expect(bytewise.map(({ path }) => path)).toEqual([
    '/v2/dars/validate',
    '/v2/dars',
    '/v2/packages',
  ]);
  expect(bytewise[0]?.requestContent).toEqual({ 'application/octet-stream': true });
  expect(operation('GET /v2/packages/{package-id}').responses['200']).toEqual({
    'application/octet-stream': true,
  });
  for (const place of ['POST /v2/dars/validate', 'GET /livez']) {
    expect(operation(place).responses['200']).toEqual({});
  }
  expect(Object.keys(operation('GET /readyz').responses['503'] ?? {})).toEqual(['text/plain']);
});

test('only lists may be too long, with a code that does not match the status', () => {
  const { operations, document } = ledgerContract();
  const lists = operations.filter(({ responses }) => '413' in responses);
  expect(lists.map(({ name }) => name)).toEqual([
    ...['completions', 'active-contracts', 'updates', 'updates-flats', 'updates-trees'],
    'command-completions',
  ]);
  for (const { parameters = [] } of lists) {
    expect(parameters.map(({ name }) => name)).toEqual(['limit', 'stream_idle_timeout_ms']);
  }
  expect(follow(document, '#/components/responses/TooManyElements/x-grpc-code')).toBe(10);
  expect(follow(document, '#/x-grpc-status/10')).toBe(409);
});

test('the ledger document states at its root the rules for null, undocumented statuses and gRPC codes', () => {
  const { document } = ledgerContract();
  expect(document['x-nulls']).toBe('absent');
  expect(Object.keys(document['x-undocumented'] as object)).toEqual(['404', '405', '406']);
  const statuses = document['x-grpc-status'] as Readonly<Record<string, number>>;
  // gRPC numbers its codes from 0 without a gap.
  expect(Object.keys(statuses)).toEqual(Object.keys(Object.values(statuses)));
  for (const { 'x-grpc-code': code } of objects(document['components']))
    if (code !== undefined) expect(statuses).toHaveProperty(`${code}`);
});

test('each clause of the chapters has an id of its own', () => {
  const ids = LEDGER_CLAUSES.flatMap(
    (files) => (loadDocument(files) as { readonly clauses?: readonly Clause[] }).clauses ?? [],
  ).map(({ id }) => id);
  expect(ids.toSorted()).toEqual([...new Set(ids)].toSorted());
});

test('an operation that is announced as removed without a flag may be missing', () => {
  const announced = ledgerContract().operations.filter((one) => one.removalAnnounced);
  expect(announced.map(({ name }) => name)).toEqual([
    'packages-upload',
    'preferred-package-version',
  ]);
});
