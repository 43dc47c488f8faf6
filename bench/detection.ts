/** Runs every fault with several seeds, and every conforming server with many seeds. */

import type { Surface } from '../src/model/index.ts';
import { faults, prove } from '../src/prove/prove.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { REGISTRY_VARIANTS } from '../src/reference/registry-variants.ts';
import { run } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { atMost, type Figure } from './figure.ts';

const CONFORMING_SEEDS = 20;

/** Checks each fault with seeds 1 to `seeds`, and each conforming server with 20 seeds. Prints misses at once. */
export async function detection(seeds: number): Promise<Figure[]> {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('the catalogue has no registry');
  return [...(await caught(surface, seeds)), await conforming(surface)];
}

async function caught(surface: Surface, seeds: number): Promise<Figure[]> {
  const known = await faults(surface.name);
  const missed: string[] = [];
  for (const fault of known) {
    for (let seed = 1; seed <= seeds; seed++) {
      const proof = await prove(fault, surface, { seed });
      if (proof.killedBy.length === 0) record(missed, `missed: ${fault.id} with seed ${seed}`);
    }
  }
  const of = `${known.length} faults, ${seeds} seeds`;
  return [atMost('faults that were missed', missed.length, 0, '', of)];
}

async function conforming(surface: Surface): Promise<Figure> {
  const failed: string[] = [];
  const variants = [[], ...REGISTRY_VARIANTS.map(({ id }) => [id])];
  for (const names of variants) {
    for (let seed = 1; seed <= CONFORMING_SEEDS; seed++) {
      const server = await startRegistry({ variants: names });
      const { url, fixtures } = server;
      const headers = { authorization: 'Bearer test-token' };
      const { report } = await run({ surface, url: new URL(url), fixtures, seed, headers });
      await server.close();
      for (const { level, outcome, requirement } of report.verdicts) {
        if (level !== 'MUST' || outcome !== 'failed') continue;
        record(
          failed,
          `conforming: ${names.join() || 'plain'} failed ${requirement} with seed ${seed}`,
        );
      }
    }
  }
  const of = `${variants.length} conforming servers, ${CONFORMING_SEEDS} seeds`;
  return atMost('MUSTs that a conforming server failed', failed.length, 0, '', of);
}

/** Prints a miss at once, because the whole run takes long. */
function record(list: string[], line: string): void {
  list.push(line);
  process.stdout.write(`${line}\n`);
}
