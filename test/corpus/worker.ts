/** A process that carries out the runs that it is sent, and sends back their verdicts. */
import { corpusRuns } from './runs.ts';
import { type Frozen, frozenFrom } from './verdicts.ts';

/** Which run is wanted. */
export interface Job {
  readonly name: string;
  readonly seed: number;
}

/** A run as the main process knows it. */
export interface Announced {
  readonly name: string;
  readonly group: string;
  readonly seeds: readonly number[];
}

/** First all runs are announced; then each job gets a result or an error. */
export type Message =
  | { readonly runs: readonly Announced[] }
  | (Job & { readonly result: Frozen })
  | (Job & { readonly error: string });

const runs = await corpusRuns();
process.on('message', async ({ name, seed }: Job) => {
  try {
    const found = runs.find(({ group, id }) => `${group}/${id}` === name);
    if (found === undefined) throw new Error('There is no such run.');
    say({ name, seed, result: frozenFrom(await found.report(seed)) });
  } catch (error) {
    say({ name, seed, error: String(error instanceof Error ? error.stack : error) });
  }
});
// The main process may end first.
process.once('disconnect', () => process.exit());
say({ runs: runs.map(({ group, id, seeds }) => ({ name: `${group}/${id}`, group, seeds })) });

function say(message: Message): void {
  process.send?.(message);
}
