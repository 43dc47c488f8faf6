import { expect, test } from 'vitest';
import type { Contract } from './contract.ts';
import { drift } from './drift.ts';
import { contractFromDocument } from './foreign.ts';
import { ledgerContract } from './ledger.ts';

const ours = ledgerContract('3.5');

/** Our document after a change, as a target would serve it. */
function served(change: (document: Record<string, unknown>) => void): Contract {
  const document = structuredClone(ours.document) as Record<string, unknown>;
  change(document);
  const bytes = Buffer.from(JSON.stringify(document));
  return contractFromDocument({ bytes, name: 'GET /docs/openapi' });
}

/** The object at a path of names. */
function part(document: object, ...names: readonly string[]): Record<string, unknown> {
  return names.reduce(
    (value, name) => value[name] as Record<string, unknown>,
    document as Record<string, unknown>,
  );
}

test('a target that serves our document does not drift', () => {
  expect(
    drift(
      ours,
      served(() => {}),
    ),
  ).toEqual([]);
});

test('operations, parameters and fields that differ are told', () => {
  const theirs = served((document) => {
    const paths = part(document, 'paths');
    delete paths['/livez'];
    paths['/v2/jwks'] = { get: { operationId: 'getKeys', responses: {} } };
    part(paths, '/v2/users', 'get')['parameters'] = [];
    part(document, 'components', 'schemas', 'User', 'properties')['colour'] = { type: 'string' };
  });
  expect(drift(ours, theirs).map(({ kind, subject, at }) => [kind, subject, at].join(' '))).toEqual(
    [
      'removed parameter GET /v2/users query pageSize',
      'removed parameter GET /v2/users query pageToken',
      'removed operation GET /livez',
      'added operation GET /v2/jwks',
      'added field User.colour',
    ],
  );
});

test('schemas that are named otherwise and errors that are not listed are no drift', () => {
  const theirs = served((document) => {
    const { schemas } = part(document, 'components') as { schemas: Record<string, unknown> };
    schemas['Spare'] = { type: 'string' };
    part(document, 'paths', '/v2/users', 'get')['responses'] = {
      200: part(document, 'paths', '/v2/users', 'get', 'responses')['200'],
    };
  });
  expect(drift(ours, theirs)).toEqual([]);
});
