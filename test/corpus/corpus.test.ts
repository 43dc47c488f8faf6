/** Some runs of the corpus have the verdicts that are frozen, and a difference is named. */
import { expect, it } from 'vitest';
import { differencesNow, frozen } from './frozen.ts';
import { corpusRuns } from './runs.ts';
import { differencesOf, type Frozen } from './verdicts.ts';

/** A conforming server and one with a fault, each with few APIs. */
const RUNS = ['reference/registry metadata-v1@1.0.0', 'faults-registry/text-json'];

it.each(RUNS)('%s has the frozen verdicts', { timeout: 60_000 }, async (name) => {
  const found = (await corpusRuns()).find(({ group, id }) => `${group}/${id}` === name);
  if (found === undefined) throw new Error(`There is no run ${name}.`);
  expect(await differencesNow(found)).toEqual([]);
});

it('another outcome, another reason, and a requirement that came or went are differences', () => {
  const before: Frozen = { requirements: ['a', 'b', 'c'], verdicts: { 'cantTell flaky': ['b'] } };
  const now: Frozen = {
    requirements: ['a', 'b', 'd'],
    verdicts: { failed: ['a'], 'cantTell throttled': ['b'] },
  };
  expect(differencesOf(before, before)).toEqual([]);
  expect(differencesOf(before, now)).toEqual([
    'a: passed → failed',
    'b: cantTell flaky → cantTell throttled',
    'c: passed → not there',
    'd: not there → passed',
  ]);
});

it('a fault fails a requirement in each frozen run that has one', () => {
  const missed = Object.entries(frozen).filter(
    ([name, { verdicts }]) =>
      name.startsWith('faults-') &&
      !Object.keys(verdicts).some((short) => short.startsWith('failed')),
  );
  expect(missed.map(([name]) => name)).toEqual([]);
});
