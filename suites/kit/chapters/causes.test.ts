import { expect, it } from 'vitest';
import { type Finding, type Found, worded } from '../../../src/kit.ts';
import { statuses } from '../../../src/model/index.ts';
import { causesOf } from './causes.ts';

const at = { part: 'body', pointer: '/name' } as const;
const value = (value: string | null): Finding['actual'] => ({ value });
const nothing: Finding['actual'] = { type: 'nothing' };

it.each<[string, Pick<Finding, 'at' | 'expected' | 'actual'>]>([
  ['not-found', { at: { part: 'status' }, expected: statuses(200), actual: statuses(404) }],
  ['rejected', { at: { part: 'status' }, expected: statuses(200), actual: statuses(400) }],
  ['accepted', { at: { part: 'status' }, expected: statuses(400), actual: statuses(200) }],
  [
    'other-error',
    {
      at: { part: 'status' },
      expected: statuses(404),
      actual: worded`${statuses(409)} ${'TAKEN'}`,
    },
  ],
  ['missing', { at, expected: value('a'), actual: nothing }],
  ['extra', { at, expected: nothing, actual: value('a') }],
  ['null', { at, expected: value('a'), actual: value(null) }],
  ['empty', { at, expected: value('a'), actual: value('') }],
  ['none', { at, expected: value('a'), actual: value('b') }],
])('a failure of the kind %s has the cause of its kind', (kind, finding) => {
  const kinds = [
    'not-found',
    'rejected',
    'accepted',
    'other-error',
    'missing',
    'extra',
    'null',
    'empty',
  ];
  const causes = causesOf(Object.fromEntries(kinds.map((one) => [one, { cause: one }])));
  const found = { finding, exchange: undefined, when: undefined } as unknown as Found;
  expect(causes.find(({ when }) => when(found))?.cause ?? 'none').toBe(kind);
});

it('an unknown way of failing is named', () => {
  expect(() => causesOf({ absent: { cause: 'x' } })).toThrow(
    /absent is none of not-found, rejected/,
  );
});
