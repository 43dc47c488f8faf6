/** The quick profile: the faults of the registry that it finds, and its number of requests, with ten seeds. */

import type { Surface } from '../src/model/index.ts';
import { type Fault, faults, prove } from '../src/prove/prove.ts';
import { startRegistry } from '../src/reference/registry.ts';
import { planOf } from '../src/run/run.ts';
import { surfaces } from '../suites/index.ts';
import { atLeast, atMost, type Figure } from './figure.ts';

/** 29 of 30 ordinary faults must be found. */
const ENOUGH = 29 / 30;

/** These faults show at random or in concurrent requests, so that the seed does not decide whether a run finds them. */
const RANDOM: ReadonlySet<string> = new Set([
  'crash-now-and-then',
  'flag-lags-behind',
  'flag-rejected-in-company',
  'flag-shared-between-requests',
  'debug-leaks-now-and-then',
  'live-ids-missed-now-and-then',
]);

export async function quick(seeds: number): Promise<Figure[]> {
  const surface = surfaces['registry']?.();
  if (!surface) throw new Error('the catalogue has no registry');
  const { fixtures, close } = await startRegistry();
  await close();
  const { requests } = planOf({
    surface,
    url: new URL('http://[::1]'),
    fixtures,
    profile: 'quick',
  });
  const known = await faults(surface.name);
  const missed: string[] = [];
  const unsteady: string[] = [];
  for (const fault of known) {
    const { found, sets } = await tried(fault, surface, seeds);
    if (found < seeds) missed.push(`${fault.id} (${found} of ${seeds})`);
    if (sets > 1 && !RANDOM.has(fault.id)) unsteady.push(fault.id);
  }
  const of = `${known.length} faults, ${seeds} seeds`;
  return [
    atMost('requests of the quick profile', requests, 300),
    atLeast(
      'share of the faults that the quick profile finds at each seed',
      (known.length - missed.length) / known.length,
      ENOUGH,
      '',
      `${of}; not at each: ${missed.join(', ') || 'none'}`,
    ),
    atMost(
      'faults whose failed MUSTs differ between the seeds',
      unsteady.length,
      0,
      '',
      `${of}: ${unsteady.join(', ') || 'none'}`,
    ),
  ];
}

/** The number of seeds that find the fault, and the number of different sets of failed MUSTs. */
async function tried(
  fault: Fault,
  surface: Surface,
  seeds: number,
): Promise<{ found: number; sets: number }> {
  let found = 0;
  const sets = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const { killedBy, verdicts } = await prove(fault, surface, { seed, profile: 'quick' });
    if (killedBy.length > 0) found++;
    const failed = verdicts.filter((v) => v.level === 'MUST' && v.outcome === 'failed');
    sets.add(failed.map((v) => v.requirement).join());
  }
  return { found, sets: sets.size };
}
