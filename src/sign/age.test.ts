import { expect, it } from 'vitest';
import { clean } from '../../test/sample-report.ts';
import type { Report } from '../model/index.ts';
import { ageIn, ageProblem } from './age.ts';

function startedAgo(ms: number): Report {
  return { ...clean, run: { ...clean.run, startedAt: new Date(Date.now() - ms).toISOString() } };
}

it('reads minutes, hours and days, and nothing else', () => {
  expect(['90m', '12h', '30d'].map(ageIn)).toEqual([5_400_000, 43_200_000, 2_592_000_000]);
  for (const text of ['', '0d', '30', 'd', '-1d', '1.5h', '1w', '1d ', '1000000d'])
    expect(() => ageIn(text), text).toThrow(/--max-age: .* is not an age\. Write a number/);
});

it('a clock may be some minutes late', () => {
  expect(ageProblem(startedAgo(-60_000), 1)).toBeUndefined();
  expect(ageProblem(startedAgo(-600_000))).toMatch('in the future');
  expect(ageProblem(startedAgo(60_000), 30_000)).toMatch('older than --max-age');
  expect(ageProblem(startedAgo(60_000))).toBeUndefined();
});
