import { describe, expect, test } from 'vitest';
import { ledgerContract } from '../../suites/ledger/contract.ts';
import { ledgerFromDocument } from '../../suites/ledger/foreign-document.ts';
import type { Contract, ContractDifference } from './contract.ts';
import { drift } from './drift.ts';

const whole = ledgerContract('3.5');

/** A part of the contract with the operations that the tests change: the whole takes a while to read. */
const OPERATIONS = [
  '/livez',
  '/v2/users',
  '/v2/parties',
  '/v2/state/ledger-end',
  '/v2/state/connected-synchronizers',
  '/v2/updates',
  '/v2/commands/submit-and-wait',
  '/v2/interactive-submission/execute',
];
const ours = served(({ paths }) => {
  const all = paths as Record<string, unknown>;
  for (const path of Object.keys(all)) if (!OPERATIONS.includes(path)) delete all[path];
}, whole);

/** Our document after a change, as a target would serve it. */
function served(
  change: (document: Record<string, unknown>) => void,
  { document: original } = ours,
): Contract {
  const document = structuredClone(original) as Record<string, unknown>;
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
  const same = served(() => {}, whole);
  expect(drift(whole, same)).toEqual({ differences: [], compatible: [] });
});

test('a document that states least values in words only does not drift', () => {
  const text = JSON.stringify(whole.document);
  const inWords = text.replaceAll(/,"(?:minimum|minLength)":\d+/g, '');
  expect(inWords.length).toBeLessThan(text.length);
  const theirs = served((document) => Object.assign(document, JSON.parse(inWords)), whole);
  expect(drift(whole, theirs).differences).toEqual([]);
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

test('schemas with other names and errors that are not listed are not drift', () => {
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
  /** A document of 3.5.10 or another version, with two members more in each of these schemas. */
  const withMembers = (schemas: readonly string[], version = '3.5.10-SNAPSHOT'): Contract =>
    served((document) => {
      part(document, 'info')['version'] = version;
      for (const schema of schemas) {
        const changed = part(document, 'components', 'schemas', schema);
        const properties = part(changed, 'properties');
        for (const name of ['limit', 'bound']) properties[name] = { type: 'integer' };
        changed['required'] = [...((changed['required'] ?? []) as string[]), 'bound'];
      }
    });
  const REQUEST = 'CreateCommand';
  const RESPONSE = 'GetLedgerEndResponse';
  const BOTH = 'User';

  test('is compatible if it adds optional members of requests, or members of responses', () => {
    const { differences, compatible } = drift(ours, withMembers([REQUEST, RESPONSE, BOTH]));
    expect([differences, compatible].map((found) => lines(found).toSorted())).toEqual([
      [`added field ${REQUEST}.bound`, `added field ${BOTH}.bound`],
      [
        `added field ${REQUEST}.limit`,
        `added field ${RESPONSE}.bound`,
        `added field ${RESPONSE}.limit`,
        `added field ${BOTH}.limit`,
      ],
    ]);
  });

  test.each(['3.6.0', '3.50', '35', 'next'])(
    'is not compared when its version is %s',
    (version) => {
      const { compatible } = drift(ours, withMembers([REQUEST], version));
      expect(compatible).toEqual([]);
    },
  );

  test('does not drift if it requires less of requests and more of responses, and drifts in the reverse case', () => {
    const demanding = (
      required: Readonly<Record<string, readonly string[]>>,
    ): readonly string[] => {
      const theirs = served((document) => {
        for (const [schema, names] of Object.entries(required))
          part(document, 'components', 'schemas', schema)['required'] = names;
      });
      return drift(ours, theirs).differences.map(({ at }) => at.split('.')[0] ?? '');
    };
    const fitting = {
      [REQUEST]: ['templateId'],
      ConnectedSynchronizer: ['synchronizerAlias', 'synchronizerId', 'permission'],
    };
    expect(demanding(fitting)).toEqual([]);
    const drifting = {
      GetUpdatesRequest: ['beginExclusive', 'updateFormat'],
      ConnectedSynchronizer: ['synchronizerAlias'],
    };
    expect(new Set(demanding(drifting))).toEqual(new Set(Object.keys(drifting)));
  });

  test('does not drift if it adds enum values of requests, a parameter, or an operation', () => {
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
