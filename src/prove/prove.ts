/** Runs hand-written faults against the whole catalogue: each must be killed by a requirement that it names. */

import { type Profile, rulesIn, type Surface, type Verdict } from '../model/index.ts';
import type { FaultSwitch } from '../model/registration.ts';
import { glob } from '../plan/glob.ts';
import { run } from '../run/run.ts';
import { registrationOf, SURFACES } from '../surfaces/index.ts';
import { allowanceOf, type ProofTier, startTarget, TIERS, tierOf } from './target.ts';

export interface Fault extends FaultSwitch {
  readonly surface: string;
}

export interface Proof {
  readonly fault: Fault;
  /** Requirements that failed and that the fault names. */
  readonly killedBy: readonly string[];
  /** Other requirements that failed. */
  readonly others: readonly string[];
  readonly requests: number;
  /** The requests beyond the announced ceiling. */
  readonly beyondCeiling: number;
  readonly verdicts: readonly Verdict[];
}

/** The faults of the reference server of a surface, or of every one if none is named. */
export async function faults(surface?: string): Promise<readonly Fault[]> {
  const chosen = surface === undefined ? SURFACES : [registrationOf(surface)];
  const all = chosen.map(async ({ name, reference }) =>
    (await reference.faults()).map((fault) => ({ surface: name, ...fault })),
  );
  return (await Promise.all(all)).flat();
}

export interface ProveOptions {
  readonly seed: number;
  /** `full` by default. */
  readonly profile?: Profile;
  /** A glob of the requirements to run; all by default. */
  readonly only?: string;
}

/** Checks the reference server, at the version of the surface's contract, with one fault switched on. */
export async function prove(
  fault: Fault,
  surface: Surface,
  { seed, profile = 'full', only }: ProveOptions,
): Promise<Proof> {
  const own = glob(fault.killedBy);
  const { close, received, ...target } = await startTarget(
    fault.surface,
    surface,
    [fault.id],
    fault.token,
  );
  try {
    const { report } = await run({
      ...target,
      // A fault is found by a rule.
      surface: { ...surface, requirements: rulesIn(surface) },
      seed,
      profile,
      only,
      allowed: allowanceOf(tierOfFault(fault, surface)),
      timeoutMs: 2_000,
      patienceMs: 2_000,
      eventualConsistency: false,
    });
    const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    return {
      fault,
      killedBy: failed.filter((id) => own(id)),
      others: failed.filter((id) => !own(id)),
      requests: report.run.requests,
      beyondCeiling: Math.max(0, received() - report.run.ceiling),
      verdicts: report.verdicts,
    };
  } finally {
    await close();
  }
}

/** The tier that shows a fault: by default, the weakest of the requirements that it names. */
export function tierOfFault({ allow, killedBy }: Fault, surface: Surface): ProofTier {
  if (allow !== undefined) return allow;
  const isNamed = glob(killedBy);
  const rules = rulesIn(surface).filter(({ id }) => isNamed(id));
  const tiers = rules.map(({ probes }) => tierOf(probes));
  return TIERS.find((tier) => tiers.includes(tier)) ?? 'read';
}
