/** Templates: their holes, and until when a request is repeated. */
import { expect, test } from 'vitest';
import { NOTES_KIT, search } from '../../../test/notes-surface.ts';
import { fill, NothingToSend, valuesOf } from './template.ts';
import { holdsIn } from './until.ts';

const earlier = { bodies: { first: { text: 'milk', list: [{ id: 'a' }] } } };

const FROM = {
  ...{ fixtures: NOTES_KIT.example, tag: 'a55a' },
  ...{ operation: search, named: () => search },
};

test.each<[template: unknown, filled: unknown]>([
  ['$steps.first.body#/text', 'milk'],
  ['$steps.first.body#/list/0/id', 'a'],
  ['$steps.first.body', earlier.bodies.first],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of a chapter
  ['the ${steps.first.body#/text}.', 'the milk.'],
  ['$steps.first.body#/other or $text', 'tea'],
  [{ $twice: '$steps.first.body#/text' }, 'milkmilk'],
])('the template %j becomes %j by an earlier response', (template, filled) => {
  expect(fill(template, valuesAfter(earlier))).toEqual(filled);
});

test.each([
  '$steps.first.body#/other',
  '$steps.second.body#/text',
  { $nothing: '$steps.first.body#/text' },
])('%j is nothing to send', (template) => {
  expect(() => fill(template, valuesAfter(earlier))).toThrow(NothingToSend);
});

function valuesAfter(responses: object) {
  const from = { ...FROM, ...responses };
  const twice = (_: unknown, text: unknown) => `${text}${text}`;
  return valuesOf({ twice, nothing: () => undefined }, from, { text: 'tea' });
}

test.each<[template: unknown, filled: unknown]>([
  ['$text', 'milk'],
  ['$list', ['a', 'b']],
  ['$list.last', 'b'],
  ['$count-1', 1],
  ['$text-1', 'milk-1'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of a chapter
  ['the $text of ${text}.com', 'the milk of milk.com'],
  ['$list.7 or $text', 'milk'],
  [
    { a: ['$outer'], b: null },
    { a: ['milk!'], b: null },
  ],
  [{ $twice: '$text' }, 'milkmilk'],
  ['$twice', 'a value of the case'],
])('the template %j becomes %j', (template, filled) => {
  const holes = { twice: (_: unknown, text: unknown) => `${text}${text}`, count: () => 2 };
  const own = { text: 'milk', list: ['a', 'b'], twice: 'a value of the case' };
  const values = valuesOf(holes, FROM, own, { outer: '$text!' });
  expect(fill(template, values)).toEqual(filled);
});

test('an unknown name has no value', () => {
  expect(() => fill('$nothing', valuesOf({}, FROM, {}))).toThrow('there is no value $nothing');
});

test.each<[until: string, list: unknown, holds: boolean]>([
  ['/list', ['a'], true],
  ['/list', [], false],
  ['/list = [1, 2]', [2, 1], false],
  ['/list = [1, 2] in any order', [2, 1], true],
  ['/list = $both in any order', ['b', 'a'], true],
  ['/list = $both in any order', ['a'], false],
  ['/list = $both in any order', ['a', 'a'], false],
  ['/list = $both in any order', ['a', 'b', 'c'], false],
  ['/list = $both in any order', undefined, false],
  ['/list lacks /id = $both.0', [{ id: 'b' }], true],
  ['/list lacks /id = $both.0', [{ id: 'b' }, { id: 'a' }], false],
  ['/list lacks /id = "a"', [{ id: 'a' }], false],
  ['/list lacks /id = $both.0', undefined, true],
  ['/list has /id = $both.0', [{ id: 'b' }, { id: 'a' }], true],
  ['/list has /id = $both.0', [{ id: 'b' }], false],
  ['/list has $both.0', ['b', 'a'], true],
  ['/list has $both.0', ['b'], false],
  ['/list has $both.0', undefined, false],
])('a request until %s ends with %j: %j', (until, list, expected) => {
  expect(holdsIn(until, valuesOf({}, FROM, { both: ['a', 'b'] }))({ list })).toBe(expected);
});

test('a list that goes on may have what its first page lacks', () => {
  const holds = holdsIn('/list has "a"', valuesOf({}, FROM, {}));
  expect(holds({ list: ['b'], nextPageToken: 'x' })).toBe(true);
  expect(holds({ list: ['b'], nextPageToken: '' })).toBe(false);
});

test('a function of the surface says until when a request is repeated', () => {
  const holes = {
    longer: (_: unknown, than: unknown) => (body: unknown) => `${body}`.length > Number(than),
  };
  const holds = holdsIn({ $longer: 3 }, valuesOf(holes, FROM, {}));
  expect([holds('milk'), holds('tea')]).toEqual([true, false]);
});
