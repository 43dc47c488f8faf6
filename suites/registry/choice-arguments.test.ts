import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leavesOf } from '../../src/kit.ts';
import { choiceArguments } from './choice-arguments.ts';
import { madeUpArguments } from './made-up-arguments.ts';

const samples = <T>(arbitrary: fc.Arbitrary<T>): readonly T[] =>
  fc.sample(arbitrary, { seed: 42, numRuns: 300 });

const ADMIN = `admin::1220${'ab'.repeat(32)}`;
const HOLDING = `00${'ef'.repeat(68)}`;
const EXAMPLE = {
  expectedAdmin: ADMIN,
  allocation: {
    transferLeg: {
      sender: `bob::1220${'cd'.repeat(32)}`,
      amount: '10.0000000000',
      instrumentId: { admin: ADMIN, id: 'Coin' },
      meta: { values: {} },
    },
    settlement: {
      allocateBefore: '2099-01-01T00:00:00.5Z',
      settleBefore: '2099-01-01T00:00:00.75Z',
    },
  },
  inputHoldingCids: [HOLDING],
  flags: [true, null, 3],
};

interface Arguments {
  readonly expectedAdmin: string;
  readonly allocation: {
    readonly settlement: { allocateBefore: string; settleBefore: string; requestedAt: string };
    readonly transferLeg: { amount: string; instrumentId: { admin: string }; sender: string };
  };
  readonly requestedAt: string;
  readonly extraArgs: unknown;
}

describe('without examples', () => {
  const found = samples(
    choiceArguments([], madeUpArguments('choiceArguments')).around,
  ) as readonly Arguments[];

  test('choice arguments have no declared values', () => {
    expect(choiceArguments([], madeUpArguments('choiceArguments'))).not.toHaveProperty('declared');
  });

  test('deadlines are far in the future and in order, and requests in the past', () => {
    for (const { allocation, requestedAt } of found) {
      const { allocateBefore, settleBefore } = allocation.settlement;
      expect(allocateBefore < settleBefore).toBe(true);
      expect(allocateBefore > '2090').toBe(true);
      for (const time of [requestedAt, allocation.settlement.requestedAt]) {
        expect(time).toMatch(/^2025-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$|^2026-01-01T00:00:00/);
      }
    }
  });

  test('amounts are positive decimals, the admin is the same everywhere, contexts are empty', () => {
    for (const { allocation, expectedAdmin, extraArgs } of found) {
      expect(allocation.transferLeg.amount).toMatch(/^[1-9]\d*(\.\d{1,10})?$/);
      expect(allocation.transferLeg.instrumentId.admin).toBe(expectedAdmin);
      expect(extraArgs).toEqual({ context: { values: {} }, meta: { values: {} } });
    }
  });
});

describe('with examples', () => {
  const { declared, around } = choiceArguments([EXAMPLE], madeUpArguments('choiceArguments'));
  const found = samples(around) as readonly (typeof EXAMPLE)[];

  test('declared ones are the examples themselves', () => {
    expect(new Set(samples(declared ?? fc.constant({})))).toEqual(new Set([EXAMPLE]));
  });

  test('others keep the structure, the contract ids and all values except strings', () => {
    const paths = (value: object): readonly string[] =>
      leavesOf(value)
        .map(({ path }) => path.join('/'))
        .sort();
    for (const value of found) {
      expect(paths(value)).toEqual(paths(EXAMPLE));
      expect(value.inputHoldingCids).toEqual([HOLDING]);
      expect(value.flags).toEqual([true, null, 3]);
      expect(value.allocation.transferLeg.instrumentId.admin).toBe(value.expectedAdmin);
      expect(value.allocation.transferLeg.amount).toMatch(/^\d+(\.\d{1,10})?$/);
    }
  });

  test('times keep their order and their fractions', () => {
    for (const { allocation } of found) {
      const { allocateBefore, settleBefore } = allocation.settlement;
      expect(allocateBefore).toMatch(/^20(99-01-01|98-12-31)T\d\d:\d\d:\d\d\.5Z$/);
      expect(settleBefore).toBe(allocateBefore.replace('.5Z', '.75Z'));
    }
  });

  test('each kind of leaf is varied, and so is the order of members', () => {
    const kinds = [
      (value: typeof EXAMPLE) => value.expectedAdmin,
      (value: typeof EXAMPLE) => value.allocation.transferLeg.sender,
      (value: typeof EXAMPLE) => value.allocation.transferLeg.amount,
      (value: typeof EXAMPLE) => value.allocation.transferLeg.instrumentId.id,
      (value: typeof EXAMPLE) => value.allocation.settlement.allocateBefore,
      (value: typeof EXAMPLE) => Object.keys(value).join(),
    ];
    for (const kind of kinds) expect(new Set(found.map(kind)).size).toBeGreaterThan(1);
  });

  test('an example without strings still gives arguments', () => {
    expect(
      samples(choiceArguments([{ n: 1 }], madeUpArguments('choiceArguments')).around)[0],
    ).toEqual({ n: 1 });
  });
});
