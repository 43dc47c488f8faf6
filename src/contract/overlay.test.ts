import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOverlay, type OverlayAction, OverlayError } from './overlay.ts';

const BASE = {
  info: { title: 'A', tags: ['x'] },
  paths: { '/a': { get: { id: 'a' } }, "/it's": { get: { id: 'b' }, put: { id: 'c' } } },
  list: [{ name: 'one' }, { name: 'two' }, { name: 'three' }],
};

const apply = (...actions: OverlayAction[]): unknown =>
  applyOverlay(BASE, { overlay: '1.0.0', info: { title: 't', version: '1' }, actions });

test('an update is merged into an object: new members, deeper members, replaced texts, longer lists', () => {
  expect(apply({ target: '$.info', update: { title: 'B', tags: ['y'], more: { a: 1 } } })).toEqual({
    ...BASE,
    info: { title: 'B', tags: ['x', 'y'], more: { a: 1 } },
  });
  expect(apply({ target: '$', update: { paths: { '/a': { get: { deep: true } } } } })).toEqual({
    ...BASE,
    paths: { ...BASE.paths, '/a': { get: { id: 'a', deep: true } } },
  });
});

test('an update is appended to a list', () => {
  expect(apply({ target: '$.info.tags', update: 'y' })).toHaveProperty('info.tags', ['x', 'y']);
  expect(apply({ target: '$.list', update: { name: 'four' } })).toHaveProperty(
    'list.3.name',
    'four',
  );
});

test('an update changes every match, each with a copy of its own', () => {
  const update = { extra: { n: 1 } };
  const changed = apply(
    { target: '$.paths.*.get', update },
    { target: "$.paths['/a'].get.extra", update: { n: 2 } },
  );
  expect(changed).toHaveProperty(['paths', '/a', 'get', 'extra'], { n: 2 });
  expect(changed).toHaveProperty(['paths', "/it's", 'get', 'extra'], { n: 1 });
  expect(update).toEqual({ extra: { n: 1 } });
});

test('an overlay removes a value from its object or its list, whatever its name', () => {
  expect(apply({ target: '$.paths.*.get', remove: true })).toHaveProperty('paths', {
    '/a': {},
    "/it's": { put: { id: 'c' } },
  });
  expect(apply({ target: "$.list[?@.name != 'two']", remove: true })).toHaveProperty('list', [
    { name: 'two' },
  ]);
  expect(apply({ target: '$.list', update: 1, remove: true })).not.toHaveProperty('list');
});

test('an action of an overlay sees the result of the actions before it', () => {
  expect(
    apply({ target: '$.info.tags', remove: true }, { target: '$.info', update: { tags: ['z'] } }),
  ).toHaveProperty('info.tags', ['z']);
});

test('the given document stays the same, and an overlay without actions copies it', () => {
  const before = structuredClone(BASE);
  apply({ target: '$.info', update: { title: 'B' } }, { target: '$.list', remove: true });
  expect(BASE).toEqual(before);
  expect(apply()).toEqual(BASE);
  expect(apply()).not.toBe(BASE);
});

test.each<[string, OverlayAction, string]>([
  ['no match', { target: '$.paths.unknown', remove: true }, 'matches nothing'],
  ['no JSONPath', { target: '$.paths[', remove: true }, 'is not a JSONPath'],
  ['a text', { target: '$.info.title', update: 'B' }, 'points to neither an object nor a list'],
  [
    'a text for an object',
    { target: '$.info', update: 'B' },
    'is an object, but its update is not',
  ],
  ['another kind', { target: '$.info', update: { tags: 'y' } }, 'has "tags" of a different kind'],
  ['nothing to do', { target: '$.info' }, 'neither updates nor removes'],
  ['everything', { target: '$', remove: true }, 'would remove the whole document'],
])('%s is rejected with the action and its target', (_, action, trouble) => {
  const fine = { target: '$.info', update: { title: 'B' } };
  expect(() => apply(fine, action)).toThrow(OverlayError);
  expect(() => apply(fine, action)).toThrow(
    `Action 2 of the overlay (${action.target}) ${trouble}`,
  );
});

test('merging the same objects twice changes nothing more', () => {
  const objects = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.dictionary(fc.string(), fc.nat()),
  );
  const named: [Record<string, Record<string, number>>, Record<string, Record<string, number>>] = [
    { a: {} },
    { a: JSON.parse('{"__proto__": 0}') },
  ];
  fc.assert(
    fc.property(objects, objects, (document, update) => {
      const overlay = (target: string) => ({
        overlay: '1.0.0',
        info: { title: 't', version: '1' },
        actions: [{ target, update }],
      });
      const once = applyOverlay(document, overlay('$'));
      expect(applyOverlay(once, overlay('$'))).toEqual(once);
      for (const [name, members] of Object.entries(update)) {
        expect(once).toHaveProperty([name], { ...document[name], ...members });
      }
    }),
    { examples: [named] },
  );
});
