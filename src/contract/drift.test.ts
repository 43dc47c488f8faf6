import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledgerFromDocument } from '../../suites/ledger/foreign-document.ts';
import type { Contract, ContractDifference } from './contract.ts';
import { drift } from './drift.ts';

const ours = ledgerContract('3.5');

/** Our document after a change, as a target would serve it. */
function served(change: (document: Record<string, unknown>) => void): Contract {
  const document = structuredClone(ours.document) as Record<string, unknown>;
  change(document);
  const bytes = Buffer.from(JSON.stringify(document));
  return ledgerFromDocument({ bytes, name: 'GET /docs/openapi' });
}

/** The object at a path of names. */
function part(document: object, ...names: readonly string[]): Record<string, unknown> {
  return names.reduce(
    (value, name) => value[name] as Record<string, unknown>,
    document as Record<string, unknown>,
  );
}

const lines = (differences: readonly ContractDifference[]): string[] =>
  differences.map(({ kind, subject, at }) => [kind, subject, at].join(' '));

test('a target that serves our document does not drift', () => {
  expect(
    drift(
      ours,
      served(() => {}),
    ),
  ).toEqual({ differences: [], compatible: [] });
});

test('operations, parameters and fields that differ are reported', () => {
  const theirs = served((document) => {
    const paths = part(document, 'paths');
    delete paths['/livez'];
    paths['/v2/jwks'] = { get: { operationId: 'getKeys', responses: {} } };
    part(paths, '/v2/users', 'get')['parameters'] = [];
    part(document, 'components', 'schemas', 'User', 'properties')['colour'] = { type: 'string' };
  });
  const { differences, compatible } = drift(ours, theirs);
  expect([differences, compatible].map(lines)).toEqual([
    [
      'removed parameter GET /v2/users query pageSize',
      'removed parameter GET /v2/users query pageToken',
      'removed operation GET /livez',
    ],
    ['added operation GET /v2/jwks', 'added field User.colour'],
  ]);
});

test('schemas that are named otherwise and errors that are not listed are no drift', () => {
  const theirs = served((document) => {
    const { schemas } = part(document, 'components') as { schemas: Record<string, unknown> };
    schemas['Spare'] = { type: 'string' };
    part(document, 'paths', '/v2/users', 'get')['responses'] = {
      200: part(document, 'paths', '/v2/users', 'get', 'responses')['200'],
    };
  });
  expect(drift(ours, theirs)).toEqual({ differences: [], compatible: [] });
});

describe('a later document of the same line', () => {
  /** A member of a schema, in a document of 3.5.10 or another version. */
  function withMember(
    schema: string,
    name: string,
    required: boolean,
    version = '3.5.10-SNAPSHOT',
  ): Contract {
    return served((document) => {
      part(document, 'info')['version'] = version;
      const changed = part(document, 'components', 'schemas', schema);
      part(changed, 'properties')[name] = { type: 'integer' };
      const demanded = (changed['required'] ?? []) as string[];
      changed['required'] = required ? [...demanded, name] : demanded.filter((n) => n !== name);
    });
  }
  const REQUEST = 'PrefetchContractKey';
  const RESPONSE = 'GetLedgerEndResponse';
  const BOTH = 'User';

  test.each([
    ['an optional member of a request', REQUEST, false, true],
    ['a required member of a request', REQUEST, true, false],
    ['an optional member of a response', RESPONSE, false, true],
    ['a required member of a response', RESPONSE, true, true],
    ['an optional member of both', BOTH, false, true],
    ['a required member of both', BOTH, true, false],
  ])('drifts where it adds %s', (_, schema, required, fits) => {
    const { differences, compatible } = drift(ours, withMember(schema, 'limit', required));
    const added = [`added field ${schema}.limit`];
    expect([differences, compatible].map(lines)).toEqual(fits ? [[], added] : [added, []]);
  });

  test.each(['3.6.0', '3.50', '35', 'next'])('is not compared when its version is %s', (version) => {
    const { compatible } = drift(ours, withMember(REQUEST, 'limit', false, version));
    expect(compatible).toEqual([]);
  });

  test('does not drift where it demands less of requests and more of responses, and drifts the other way round', () => {
    const demands = (schema: string, names: readonly string[]): Contract =>
      served((document) => {
        part(document, 'components', 'schemas', schema)['required'] = names;
      });
    const fits = (schema: string, names: readonly string[]): boolean =>
      drift(ours, demands(schema, names)).differences.length === 0;
    expect(fits(REQUEST, ['templateId'])).toBe(true);
    expect(fits('GetUpdatesRequest', ['beginExclusive', 'updateFormat'])).toBe(false);
    expect(fits('ConnectedSynchronizer', ['synchronizerAlias'])).toBe(false);
    expect(
      fits('ConnectedSynchronizer', ['synchronizerAlias', 'synchronizerId', 'permission']),
    ).toBe(true);
  });

  test('does not drift where it adds values to an enum of requests only, a parameter, or an operation', () => {
    const theirs = served((document) => {
      const { schemas } = part(document, 'components') as { schemas: object };
      const scheme = part(
        schemas,
        'JsExecuteSubmissionRequest',
        'properties',
        'hashingSchemeVersion',
      );
      scheme['enum'] = [...(scheme['enum'] as string[]), 'HASHING_SCHEME_VERSION_V4'];
      const paths = part(document, 'paths');
      const users = part(paths, '/v2/users', 'get');
      const parameters = users['parameters'] as object[];
      const text = { type: 'string' };
      users['parameters'] = [...parameters, { name: 'like', in: 'query', schema: text }];
      const parties = part(paths, '/v2/parties', 'get');
      const more = { name: 'of', in: 'query', required: true, schema: text };
      parties['parameters'] = [...(parties['parameters'] as object[]), more];
    });
    const { differences, compatible } = drift(ours, theirs);
    expect([differences, compatible].map(lines)).toEqual([
      ['added parameter GET /v2/parties query of'],
      [
        'added parameter GET /v2/users query like',
        'changed field JsExecuteSubmissionRequest.hashingSchemeVersion',
      ],
    ]);
  });
});
