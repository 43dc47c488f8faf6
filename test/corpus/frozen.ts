/** The frozen verdicts of the corpus beside those of a run now. */
import { fileURLToPath } from 'node:url';
import type { CorpusRun } from './runs.ts';
import { differencesOf, type Frozen, frozenFrom, readFrozen } from './verdicts.ts';

export const frozen: Readonly<Record<string, Frozen>> = readFrozen(
  fileURLToPath(new URL('verdicts.json.br', import.meta.url)),
);

/** What differs from the frozen verdicts. A new rule changes no verdict. */
export async function differencesNow({
  group,
  id,
  seeds: [seed = 1],
  report,
}: CorpusRun): Promise<readonly string[]> {
  const now = frozenFrom(await report(seed));
  const differences = differencesOf(frozen[`${group}/${id}@${seed}`], now);
  return differences.filter((line) => !line.includes(': not there → '));
}
