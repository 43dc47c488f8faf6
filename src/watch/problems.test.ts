/** A watched problem is named by what is left of it. */
import { expect, test } from 'vitest';
import { hostile, reportOf } from '../../test/sample-report.ts';
import type { Pointer, Verdict } from '../model/index.ts';
import { finding } from '../plan/requirement.ts';
import { WatchedProblems } from './problems.ts';

const rule = (name: string, at: Pointer, more: Partial<Verdict> = {}): Verdict => ({
  ...hostile('x'),
  requirement: `registry/allocation-v1/withdraw/${name}`,
  findings: [finding(at, '"a"', '"b"')],
  ...more,
});
const cause = rule('names-owner', '/owner');
const consequence = rule('agrees-with-list', '/things', { followsFrom: ['names-owner'] });
const LOOK = { colour: false, width: 200 };

test('a repaired first failure gives its title to the next one, and to none that only was sent again', () => {
  const watched = new WatchedProblems(reportOf([cause, consequence]));
  const lines = (): string => watched.lines(LOOK, 5).join('\n');
  expect(lines()).toContain('owner: ');
  watched.take([
    { before: cause, fate: 'still-fails', now: cause },
    { before: consequence, fate: 'still-fails', now: consequence },
  ]);
  expect(lines()).toContain('owner: ');
  watched.take([
    { before: cause, fate: 'fixed', now: { ...cause, outcome: 'passed', findings: [] } },
    { before: consequence, fate: 'still-fails', now: consequence },
  ]);
  expect(lines()).toContain('things: ');
  expect(lines()).not.toContain('owner: ');
});

test('a first failure that fails in another way is named anew', () => {
  const watched = new WatchedProblems(reportOf([cause]));
  const now = rule('names-owner', '/state');
  watched.take([{ before: cause, fate: 'changed', now }]);
  expect(watched.lines(LOOK, 5).join()).toContain('state: ');
});
