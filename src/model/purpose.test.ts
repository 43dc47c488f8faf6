/** The text of a purpose is read back as the same purpose. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRepetition, type Purpose, purposeIn, purposeText } from './purpose.ts';

const number = fc.nat(3);
const probe = fc.stringMatching(/^[a-z][a-z0-9-]*(\/[a-z][a-z0-9-]*)?\/[a-z]{2,9}$/);
const about = fc.constantFrom('control', 'control-again', 'absent', 'first-look-3');
const ofCase = {
  probe,
  group: fc.stringMatching(/^[a-z0-9 /@!~-]{1,12}$/),
  index: fc.stringMatching(/^\d{1,3}(:\d{1,3}){0,3}$/),
};
const ending = { before: number, waited: number, repeat: number };
const repetition = fc.constantFrom<Purpose['kind']>('again', 'plain', 'company', 'put-back', 'run');

const purpose: fc.Arbitrary<Purpose> = fc.oneof(
  fc.record(
    { kind: fc.constant('case'), ...ofCase, step: number },
    { requiredKeys: ['kind', 'probe', 'group', 'index'] },
  ),
  fc.record(
    { kind: repetition, ...ofCase, step: number, nth: number, ...ending },
    { requiredKeys: ['kind', 'probe', 'group', 'index'] },
  ),
  fc.record({ kind: repetition, probe, step: number }, { requiredKeys: ['kind', 'step'] }),
  fc.record(
    { kind: fc.constantFrom('presence', 'look'), probe, about },
    { requiredKeys: ['kind', 'about'] },
  ),
  fc.record({ kind: fc.constant('lookup'), probe, about: fc.constantFrom('holdings', 'roster') }),
  fc.record({ kind: fc.constant('cleanup'), about: fc.constant('DELETE /v2/users/x {}') }),
  fc.record({ kind: fc.constantFrom('discovery', 'before', 'entry'), nth: number }),
  fc.constant({ kind: 'presence' }),
) as fc.Arbitrary<Purpose>;

test('the text of a purpose is read back', () => {
  fc.assert(
    fc.property(purpose, (one) => {
      expect(purposeIn(purposeText(one))).toEqual(one);
    }),
  );
});

test.each([
  [
    'users/good#a/1@0:4/2!again+3',
    { kind: 'again', probe: 'users/good', group: 'a/1', step: 2, waited: 3 },
  ],
  ['a/b#x@1!before-2', { kind: 'case', before: 2 }],
  ['a/b#x@1/0!plain-7~2', { kind: 'plain', nth: 7, repeat: 2 }],
  ['before/3', { kind: 'before', nth: 3 }],
  ['a/presence/control-at-the-end!~3', { kind: 'look', probe: 'a', repeat: 3 }],
  ['presence/0!again', { kind: 'again', step: 0 }],
  ['nothing', undefined],
])('recordings have %s', (text, expected) => {
  if (expected === undefined) expect(purposeIn(text)).toBeUndefined();
  else expect(purposeIn(text)).toMatchObject(expected);
});

test('a request of the scan is no repetition, one before a step of it is', () => {
  const one = { kind: 'case', probe: 'a/b', group: 'x', index: '0', step: 0 } as const;
  expect([one, { ...one, before: 0 }].map(isRepetition)).toEqual([false, true]);
});
