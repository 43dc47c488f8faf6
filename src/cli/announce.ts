/** What a run is about to do, in one or two lines. */
import type { Plan } from '../plan/plan.ts';
import { count, duration } from '../report/text.ts';
import { planOf, type RunOptions } from '../run.ts';
import type { FixtureName } from '../words.ts';

export type Planned = RunOptions & { readonly plan: Plan };

/** The options with their plan, so that what is shown is what is carried out. Throws SelectionError. */
export function planned(options: RunOptions): Planned {
  return { ...options, plan: planOf(options) };
}

/** Requests, pace and expected duration; and what missing fixtures withhold. */
export function announce({ plan, ratePerSecond: rate, url }: Planned, tellHow: boolean): string {
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
