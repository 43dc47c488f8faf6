/** What a run is about to do, in one or two lines. */
import type { Plan } from '../plan/plan.ts';
import { count, duration } from '../report/text.ts';
import { planOf, type RunOptions } from '../run.ts';
import type { FixtureName } from '../words.ts';

/** The options with a seed, so that the plan that is shown is the plan that is carried out. */
export function seeded(options: RunOptions): RunOptions & { readonly seed: number } {
  return { seed: Math.floor(Math.random() * 0x7fffffff), ...options };
}

/** Requests, pace and expected duration; and what missing fixtures withhold. Throws SelectionError. */
export function announce(options: RunOptions, tellHow: boolean): string {
  const plan = planOf(options);
  const { ratePerSecond: rate, url } = options;
  const change = tellHow ? '; --rate changes that' : '';
  const pace = rate === undefined ? '' : ` ${paceOf(plan.requests, rate)}${change}`;
  const first = `Sending ${count(plan.requests, 'request')} to ${url.origin}${pace}.`;
  const second = withheld(plan);
  return `${first}\n${second === undefined ? '' : `${second}\n`}`;
}

/** `at 1.5/s: about 9 min 21 s` */
export function paceOf(requests: number, rate: number): string {
  return `at ${Number(rate.toPrecision(3))}/s: about ${duration((requests / rate) * 1000)}`;
}

/** One line on the fixtures that would let more be sent; none when nothing is missing. */
function withheld({ withheld: probes, requirements, fixtures }: Plan): string | undefined {
  const out = new Set(probes);
  const silent = requirements.filter((r) => r.probes.every((p) => out.has(p))).length;
  const wanted = new Set<FixtureName>(probes.flatMap((p) => p.needs ?? []));
  for (const { betterWith } of requirements.flatMap((r) => r.probes)) {
    if (betterWith !== undefined && fixtures[betterWith].length === 0) wanted.add(betterWith);
  }
  if (wanted.size === 0) return undefined;
  const cost =
    silent === 0 ? '' : `: ${silent} of ${requirements.length} requirements cannot be tested`;
  return `No fixtures for ${[...wanted].join(', ')}${cost}. Name them in a file for --fixtures (assay serve registry prints an example).`;
}
