/** Hand-written faults against the whole catalogue: each is killed, and nothing but its known collateral fails. */
import picomatch from 'picomatch';
import type { Profile, Surface, Verdict } from '../model/index.ts';
import { LEDGER_FAULTS } from '../reference/ledger-faults.ts';
import { REGISTRY_FAULTS } from '../reference/registry-faults.ts';
import { run } from '../run/run.ts';
import { COLLATERAL } from './collateral.ts';
import { allowanceOf, type ProofTier, type ProofToken, startTarget } from './target.ts';

export interface Fault {
  readonly id: string;
  readonly surface: string;
  readonly description: string;
  /** The requirement, or a glob of them, that must kill it. */
  readonly killedBy: string;
  /** The versions of the contract at which it is proved; absent where there is only one. */
  readonly versions?: readonly string[];
  /** What the kit must be allowed to do before it can see the fault; `read` if absent. */
  readonly allow?: Exclude<ProofTier, 'read'>;
  /** Whose token shows it; `auditor` if absent. */
  readonly token?: ProofToken;
}

export interface Proof {
  readonly fault: Fault;
  /** Requirements that failed and that the fault names. */
  readonly killedBy: readonly string[];
  /** Other requirements that failed and are listed as collateral of the fault. */
  readonly collateral: readonly string[];
  /** Requirements that failed and are neither named nor listed. */
  readonly falseAlarms: readonly string[];
  /** Requirements that are listed as collateral, and did not fail. */
  readonly spared: readonly string[];
  readonly requests: number;
  /** Requests that arrived at the target beyond the ceiling that the run announced. */
  readonly beyondCeiling: number;
  readonly verdicts: readonly Verdict[];
}

/** A ledger fault is proved at the newest version only, unless it names others. */
const LEDGER: readonly Fault[] = LEDGER_FAULTS.map(({ versions = ['3.5'], ...fault }) => ({
  surface: 'ledger',
  ...fault,
  versions,
}));

/** The faults of every reference server. */
export function faults(): readonly Fault[] {
  return [...REGISTRY_FAULTS, ...LEDGER];
}

export interface ProveOptions {
  readonly seed: number;
  /** `full` if absent. */
  readonly profile?: Profile;
  /** A glob of the requirements that are run; all if absent. */
  readonly only?: string;
  /** Globs of the requirements that may fail besides; those of collateral.json if absent. */
  readonly collateral?: readonly string[];
}

/** Checks the reference server, at the version of the surface's contract, with one fault switched on. */
export async function prove(
  fault: Fault,
  surface: Surface,
  { seed, profile = 'full', only, collateral = COLLATERAL[fault.id] ?? [] }: ProveOptions,
): Promise<Proof> {
  const { close, received, ...target } = await startTarget(
    fault.surface,
    surface,
    [fault.id],
    fault.token,
  );
  try {
    const { report } = await run({
      ...target,
      surface,
      seed,
      profile,
      only,
      allowed: allowanceOf(fault.allow ?? 'read'),
      timeoutMs: 2_000,
      patienceMs: 2_000,
      eventualConsistency: false,
    });
    const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    const own = picomatch(fault.killedBy);
    const listed = picomatch([...collateral]);
    const spared = report.verdicts.map((v) => v.requirement).filter((id) => listed(id) && !own(id));
    return {
      fault,
      killedBy: failed.filter((id) => own(id)),
      collateral: failed.filter((id) => !own(id) && listed(id)),
      falseAlarms: failed.filter((id) => !own(id) && !listed(id)),
      spared: spared.filter((id) => !failed.includes(id)),
      requests: report.run.requests,
      beyondCeiling: Math.max(0, received() - report.run.ceiling),
      verdicts: report.verdicts,
    };
  } finally {
    await close();
  }
}
