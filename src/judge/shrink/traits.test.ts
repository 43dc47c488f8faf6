import { expect, it } from 'vitest';
import { registryContracts } from '../../../suites/registry/contracts.ts';
import type { Call } from '../../model/index.ts';
import { membersOf, traitsOf } from './traits.ts';

const traits = (call: Partial<Call>): readonly string[] => [
  ...traitsOf({ operation: {}, method: 'POST', path: '/ids/00ab', headers: {}, ...call } as Call),
];

it('a character of a path beside letters and digits is a trait', () => {
  expect(traits({ path: '/ids/%2F' })).toContain('%2f in the path');
  expect(traits({ path: '/ids/00%2f11' })).toContain('%2f in the path');
  expect(traits({ path: '/ids/.a' })).toEqual(
    expect.arrayContaining(['. in the path', 'short segment 2']),
  );
  expect(traits({})).not.toContain('short segment 2');
});

it('a value of the body is a trait at its place, and another one at any place', () => {
  const one = traits({ body: '{"meta":{"":"é"},"list":[{"cid":null}]}' });
  expect(one).toEqual(
    expect.arrayContaining([
      '/meta name empty string',
      '/meta/ beyond ASCII',
      '/list/*/cid null',
      'anywhere null',
      'any value beyond ASCII',
    ]),
  );
  const named = traits({ body: '{"meta":{"é":"a"}}' });
  expect(named).toContain('anywhere beyond ASCII');
  expect(named).not.toContain('any value beyond ASCII');
  expect(traits({ body: '{"meta":{"a":"e"}}' })).not.toContain('anywhere beyond ASCII');
});

it('empty bodies have their own traits, and no members', () => {
  expect(traits({})).toContain('no body');
  expect(traits({ body: '' })).toContain('empty body');
  expect(traits({ body: '{"meta":' })).toContain('no JSON');
  expect(membersOf({ body: '{"meta":' } as Call)).toEqual([]);
  expect(membersOf({ body: '{"meta":1}' } as Call)).toEqual(['meta']);
});

it('what breaks the schema has the place as its trait, whatever the value is', () => {
  const [operation] = registryContracts()
    .flatMap(({ operations }) => operations)
    .filter(({ name }) => name === 'allocation-v1/withdraw');
  const of = (body: object) =>
    traits({ ...(operation && { operation }), body: JSON.stringify(body) });
  expect(of({ excludeDebugFields: 'x' })).toContain('wrong /excludeDebugFields');
  expect(of({ excludeDebugFields: null })).toContain('wrong /excludeDebugFields');
  expect(of({ note: 1 })).toContain('unknown member');
  expect(of({ meta: { note: 'x' } })).not.toContain('unknown member');
});
