/** A condition is tried: what two parts of requests that come together do alone. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accepts, good, reportOf, thing, tiny, verdictOn } from '../../../test/tiny-surface.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Distinction, Requirement, Surface } from '../../model/index.ts';
import { call } from '../../plan/call.ts';

/** Valid requests: some have both members, the others have none of them. */
const both = {
  ...good,
  id: 'thing/members',
  caseGroups: () => [
    {
      label: 'members',
      cases: fc
        .record({ n: fc.nat(1000), isLarge: fc.boolean() })
        .map(({ n, isLarge }) => [
          call(thing, { json: isLarge ? { n, color: 'red', size: 'large' } : { n } }),
        ]),
    },
  ],
};

async function conditionOf(
  rejects: (body: Readonly<Record<string, unknown>>) => boolean,
  probe = both,
): Promise<Distinction | undefined> {
  const report = await reportOf(
    ({ path, text }) => {
      if (path !== '/things') return { status: 404, body: {} };
      const body = JSON.parse(text);
      if (!Number.isInteger(body.n)) return { status: 400, body: {} };
      return rejects(body) ? { status: 500, body: {} } : { status: 200, body };
    },
    { surface: tiny(accepts('MUST', probe)), runs: 20 },
  );
  return verdictOn(report, 'accepts-must').only;
}

it.each(['color', 'size'])('only %s matters of two members that come together', async (name) => {
  expect(await conditionOf((body) => name in body)).toEqual({ at: `/${name}`, is: 'there' });
});

it('both matter if each of them makes the difference', async () => {
  expect(await conditionOf((body) => 'color' in body && 'size' in body)).toEqual({
    ...{ at: '/color', is: 'there' },
    and: { at: '/size', is: 'there' },
  });
});

/** Valid requests with few or many entries, a short or a long text. */
const sized = {
  ...good,
  id: 'thing/sizes',
  caseGroups: () => [
    {
      label: 'sizes',
      cases: fc
        .tuple(fc.nat(9), fc.constantFrom(2, 60))
        .map(([n, size]) => [
          call(thing, { json: { n, list: Array(size).fill('x'), text: 'y'.repeat(size) } }),
        ]),
    },
  ],
};

it.each([
  ['list', 'more', 24],
  ['text', 'longer', 40],
])(
  'the limit of the size of %s is found, and not only the sizes that were sent',
  async (name, is, than) => {
    expect(await conditionOf((body) => Object(body[name]).length > than, sized)).toEqual({
      ...{ at: `/${name}`, is, than },
    });
  },
);

/** Valid requests, of which only some have the object whose members matter. */
const nested = {
  ...good,
  id: 'thing/nested',
  caseGroups: () => [
    {
      label: 'nested',
      cases: fc
        .tuple(fc.nat(9), fc.constantFrom({}, { of: { id: 'a', cid: null } }, { of: { id: 'b' } }))
        .map(([n, more]) => [call(thing, { json: { n, ...more } })]),
    },
  ],
};

it('a member that is absent from an object matters, also if others lack the object', async () => {
  const lacks = (body: object): boolean => 'of' in body && !Object.hasOwn(Object(body.of), 'cid');
  expect(await conditionOf(lacks, nested)).toEqual({ at: '/of/cid', is: 'absent' });
});

const { request: _, ...lookUp } = thing;
const item: Operation = { ...lookUp, method: 'GET', path: '/things/{id}', pathParameters: ['id'] };

/** Reads a thing whose id has characters that a path may have as they are. */
const read = {
  ...good,
  id: 'thing/read',
  operation: item,
  caseGroups: () => [
    { label: 'ids', cases: fc.nat(9).map((n) => [call(item, { path: { id: `a:b(${n}` } })]) },
  ],
};

/** A surface with the requests that read. */
function reading(rule: Requirement): Surface {
  const known = call(item, { path: { id: 'plain' } });
  const unknown = { ...known, path: '/things/none' };
  const unknownPath = { ...known, path: '/nowhere' };
  return {
    ...tiny(rule),
    operations: [item],
    presenceProbes: () => [
      { operation: item, control: known, unknownResource: unknown, unknownPath },
    ],
  };
}

it.each(['%3A', '('])('%s in the path matters, spelled like this', async (value) => {
  const report = await reportOf(
    ({ path }) => {
      const isFound = /^\/things\/(?:plain|a:b\(\d)$/.test(decodeURIComponent(path));
      return { status: isFound && !path.includes(value) ? 200 : 404, body: {} };
    },
    { surface: reading(accepts('MUST', read)), runs: 20 },
  );
  expect(verdictOn(report, 'accepts-must').only).toEqual({ at: 'path', is: 'contains', value });
});

it('a spelling that gets another status matters, even if what is read is gone', async () => {
  const report = await reportOf(
    ({ path }) => {
      if (path.includes('(')) return { status: 400, body: {} };
      return { status: path === '/things/plain' ? 200 : 404, body: {} };
    },
    { surface: reading(accepts('MUST', read)), runs: 20 },
  );
  expect(verdictOn(report, 'accepts-must').only).toMatchObject({ at: 'path', value: '(' });
});
