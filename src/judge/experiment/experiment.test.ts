/** How many trials decide, and what they decide. */
import { expect, it } from 'vitest';
import { AGAIN, AT_TIMES, type Expected, experiment, RARELY } from './experiment.ts';

const decided = (expected: Expected, fails: (n: number) => boolean | undefined) =>
  experiment(async (n) => fails(n), expected);

it('a second failure confirms one that a scan showed, and one pass refutes it', async () => {
  expect(await decided(AGAIN, () => true)).toEqual({ decision: 'confirmed', runs: 1, failed: 1 });
  expect(await decided(AGAIN, () => false)).toEqual({ decision: 'refuted', runs: 1, failed: 0 });
});

it('six passes refute a failure that may come at times', async () => {
  const { decision, runs } = await decided(AT_TIMES, () => false);
  expect([decision, runs]).toEqual(['refuted', 6]);
});

it('a rare failure is given up after some rounds without one, and one failure confirms it', async () => {
  const { decision, runs } = await decided(RARELY, () => false);
  expect(decision).toBe('refuted');
  expect(runs).toBeLessThan(30);
  expect(await decided(RARELY, (n) => n === 10)).toMatchObject({ decision: 'confirmed', runs: 11 });
});

it('a trial that shows nothing leaves the question open', async () => {
  expect(await decided(AGAIN, () => undefined)).toMatchObject({ decision: 'open' });
});
