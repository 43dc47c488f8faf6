/**
 * The problems of saved runs with known faults. A change of the grouping must make none of the figures worse, and a
 * change of a title or a group shows in problems.txt (`--update` writes it).
 */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { problemsOf } from '../../src/report/problems.ts';
import { figuresOf } from './figures.ts';
import { corpus } from './saved.ts';
import { halfOf, togetherOf } from './together.ts';

/**
 * The least share of single faults that are one problem, their most problems, and the largest share of mixed pairs.
 * Members of a new resource that one operation loses, each by a rule of its own, are still several problems.
 */
const ONE = 0.95;
const MEAN = 1.08;
const MIXED = 0.01;

const runs = corpus();
const figures = figuresOf(runs, problemsOf);

test('each saved run has the problems of problems.txt', async () => {
  const sections = runs.map((run) => {
    const problems = problemsOf(run).map(({ title, verdicts }) => `  ${title}: ${verdicts.length}`);
    return [`${run.surface}: ${run.faults.join(' + ')}`, ...problems].join('\n');
  });
  const file = fileURLToPath(new URL('problems.txt', import.meta.url));
  await expect(`${sections.join('\n')}\n`).toMatchFileSnapshot(file);
});

test('a single fault is one problem', () => {
  const { one, mean, single, split } = figures;
  expect(single).toBeGreaterThan(300);
  expect(one, JSON.stringify(split)).toBeGreaterThanOrEqual(ONE);
  expect(mean, JSON.stringify(split)).toBeLessThanOrEqual(MEAN);
});

test('two faults share no problem, and each gives a problem its title', () => {
  const { mixed, hidden, pairs } = figures;
  expect(pairs).toBeGreaterThan(50);
  expect(mixed.length / pairs, mixed.join('; ')).toBeLessThanOrEqual(MIXED);
  expect(hidden).toEqual([]);
});

test('two saved faults put together share no problem', () => {
  const { mixed, pairs } = togetherOf(runs, 200, problemsOf);
  expect(mixed.length / pairs, mixed.join('; ')).toBeLessThanOrEqual(MIXED);
});

// The grouping was made with one half of the faults. The other half shows whether it fits others as well.
test.each([
  ['of the registry', 0.96, (own: (typeof runs)[number]) => own.surface === 'registry'],
  ['of the ledger', 0.93, (own: (typeof runs)[number]) => own.surface === 'ledger'],
  ['that the grouping was made with', 0.92, (own: (typeof runs)[number]) => halfOf(own) === 0],
  ['that it was not made with', 0.94, (own: (typeof runs)[number]) => halfOf(own) === 1],
])('of a hundred faults %s at least 100 × %d are one problem', (_, least, isOwn) => {
  const singles = runs.filter((own) => own.faults.length === 1 && isOwn(own));
  const { one, split } = figuresOf(singles, problemsOf);
  expect(one, JSON.stringify(split)).toBeGreaterThanOrEqual(least);
});
