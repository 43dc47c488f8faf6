import { expect, it } from 'vitest';
import '../surfaces/index.ts';
import { fixtureFrom } from './fixture-input.ts';

it.each(['{"admin": "a",}', '{admin: a}', '{', '- a', 'text'])(
  'an object that is entered is JSON, and its mistake is named as one of JSON: %s',
  async (entered) => {
    await expect(fixtureFrom('choiceArguments', entered)).rejects.toThrow(
      /^choiceArguments: that is not JSON \(.+\)\. Write an object on one line, or @FILE\.$/,
    );
  },
);

it('an entered object is kept as an object, and text as text', async () => {
  expect(await fixtureFrom('allocations', '{"a": 1}')).toBe('{"a": 1}');
  const entered = { expectedAdmin: 'a::1', allocation: {}, requestedAt: 'x', inputHoldingCids: [] };
  expect(await fixtureFrom('choiceArguments', JSON.stringify(entered))).toEqual(entered);
});
