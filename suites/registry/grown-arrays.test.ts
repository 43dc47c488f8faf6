import { expect, test } from 'vitest';
import { grownArrays, moreHoldings } from './grown-arrays.ts';

const HOLDING = `00${'ab'.repeat(32)}`;

const lengthsOf = (example: object): Record<string, number[]> => {
  const found: Record<string, number[]> = {};
  for (const { at, length } of grownArrays(example as Record<string, unknown>))
    found[at] = [...(found[at] ?? []), length];
  return found;
};

test('each array of an example gets the lengths that it does not have', () => {
  expect(
    lengthsOf({ legs: { all: [{ id: 'a' }, { id: 'b' }] }, inputHoldingCids: [HOLDING] }),
  ).toEqual({
    '/inputHoldingCids': [100, 32, 0],
    '/legs/all': [100, 32, 1, 0],
  });
});

test('the first case has the most holdings', () => {
  const example = { actors: ['a'], transfer: { inputHoldingCids: [] } };
  expect(grownArrays(example)[0]).toMatchObject({ at: '/transfer/inputHoldingCids', length: 100 });
});

test('an empty array is filled only if the published arguments have entries for it', () => {
  expect(lengthsOf({ inputHoldingCids: [], notes: [] })).toEqual({
    '/inputHoldingCids': [100, 32, 1],
  });
});

test('no holding is named twice, and the given one stays', () => {
  const [grown] = grownArrays({ inputHoldingCids: [HOLDING] });
  const ids = grown?.args['inputHoldingCids'] as string[];
  expect(ids).toHaveLength(100);
  expect(new Set(ids).size).toBe(100);
  expect(ids[0]).toBe(HOLDING);
  for (const id of ids) expect(id).toMatch(/^00[0-9a-f]{64,}$/);
});

test('the array of 32 has its first entry twice', () => {
  const [, grown] = grownArrays({ inputHoldingCids: [HOLDING] });
  const ids = grown?.args['inputHoldingCids'] as string[];
  expect(ids).toHaveLength(32);
  expect(ids.filter((id) => id === HOLDING)).toHaveLength(2);
  expect(new Set(ids).size).toBe(31);
});

test('entries of other kinds are repeated', () => {
  const [, many, one] = grownArrays({ legs: [{ amount: '1.0' }, { amount: '2.0' }] });
  expect(one?.args).toEqual({ legs: [{ amount: '1.0' }] });
  expect(many?.args['legs']).toHaveLength(32);
});

test('arguments get one more holding, and 25, with those before', () => {
  const more = moreHoldings({ transfer: { inputHoldingCids: [HOLDING, `${HOLDING}00`] } });
  const ids = more?.args.map(({ transfer }) => Object(transfer).inputHoldingCids as string[]);
  expect(ids?.map(({ length }) => length)).toEqual([3, 25]);
  expect(ids?.[1]?.slice(0, 3)).toEqual(ids?.[0]);
  expect(moreHoldings({ inputHoldingCids: ids?.[1] })).toBeUndefined();
  expect(moreHoldings({ legs: [HOLDING] })).toBeUndefined();
});
