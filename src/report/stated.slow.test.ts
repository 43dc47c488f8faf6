/** The problems of every saved run are read as they were written. */
import { expect, it } from 'vitest';
import { corpus } from '../../test/grouping/saved.ts';
import { mixed } from '../../test/sample-report.ts';
import { problemsOf } from './problems.ts';
import { problemsAsStated } from './stated.ts';
import { withProblems } from './with-problems.ts';

it('every saved run has the same problems after it is read', () => {
  const runs = corpus().filter(({ verdicts }) => verdicts.some((v) => v.outcome === 'failed'));
  expect(runs.length).toBeGreaterThan(100);
  for (const { verdicts } of runs) {
    const { problems } = withProblems({ ...mixed, verdicts });
    expect(problemsAsStated(verdicts, problems)).toEqual(problemsOf({ verdicts }));
  }
}, 240_000);
