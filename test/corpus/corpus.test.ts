/** Some runs of the corpus have the verdicts that are frozen, and a difference is named. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { corpusRuns } from './runs.ts';
import { differencesOf, type Frozen, frozenFrom, readFrozen } from './verdicts.ts';

const frozen = readFrozen(fileURLToPath(new URL('verdicts.json.br', import.meta.url)));

/** A conforming server and one with a fault, each with few APIs. */
const RUNS = ['reference/registry metadata-v1@1.0.0', 'faults-registry/text-json'];

describe.each(RUNS)('%s', (name) => {
  it('has the frozen verdicts', { timeout: 60_000 }, async () => {
    const found = (await corpusRuns()).find(({ group, id }) => `${group}/${id}` === name);
    const [seed = 1] = found?.seeds ?? [];
    const report = await found?.report(seed);
    if (report === undefined) throw new Error(`There is no run ${name}.`);
    const differences = differencesOf(frozen[`${name}@${seed}`], frozenFrom(report));
    // A new rule changes no verdict.
    expect(differences.filter((line) => !line.includes(': not there → '))).toEqual([]);
  });
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
