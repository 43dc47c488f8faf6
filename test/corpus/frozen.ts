/** The frozen verdicts of the corpus beside those of a run now. */
import { fileURLToPath } from 'node:url';
import type { CorpusRun } from './runs.ts';
import { differencesOf, type Frozen, frozenFrom, readFrozen } from './verdicts.ts';

export const frozen: Readonly<Record<string, Frozen>> = readFrozen(
  fileURLToPath(new URL('verdicts.json.br', import.meta.url)),
);

/** What differs from the frozen verdicts. A new rule changes no verdict, and another seed no outcome. */
export async function differencesNow(
  { group, id, seeds: [frozenSeed = 1], report }: CorpusRun,
  seed = frozenSeed,
): Promise<readonly string[]> {
  const before = frozen[`${group}/${id}@${frozenSeed}`];
  const differences = differencesOf(before, frozenFrom(await report(seed)), seed !== frozenSeed);
  return differences.filter((line) => !line.includes(': not there → '));
}
