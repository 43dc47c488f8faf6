/** The kit's own proof: every fault is caught by its requirement, and nothing else is blamed. */
import picomatch from 'picomatch';
import type { Profile, Surface, Verdict } from '../model/index.ts';
import { LEDGER_FAULTS } from '../reference/ledger-faults.ts';
import { REGISTRY_FAULTS } from '../reference/registry-faults.ts';
import { run } from '../run/run.ts';
import { allowanceOf, type ProofTier, type ProofToken, startTarget } from './target.ts';

export interface Fault {
  readonly id: string;
  readonly surface: string;
  readonly description: string;
  /** The requirement, or a glob of them, that must catch it. */
  readonly killedBy: string;
  /** Requirements that fail as a natural consequence. */
  readonly collateral?: readonly string[];
  /** The versions of the contract at which it is proved; absent where there is only one. */
  readonly versions?: readonly string[];
  /** What the kit must be allowed to do before it can see the fault; reading only unless told. */
  readonly allow?: Exclude<ProofTier, 'read'>;
  /** Whose token shows it; the auditor's unless told. */
  readonly token?: ProofToken;
}

export interface Proof {
  readonly fault: Fault;
  /** Requirements that failed and were meant to. */
  readonly killedBy: readonly string[];
  /** Requirements that failed as a declared consequence. */
  readonly collateral: readonly string[];
  /** Requirements that failed and have nothing to do with the fault: false blame. */
  readonly falseAlarms: readonly string[];
  readonly requests: number;
  /** Requests that arrived at the target beyond the ceiling that the run announced. */
  readonly beyondCeiling: number;
  readonly verdicts: readonly Verdict[];
}

/** A ledger fault is proved at the newest version only, unless it says otherwise. */
const LEDGER: readonly Fault[] = LEDGER_FAULTS.map(({ versions = ['3.5'], ...fault }) => ({
  surface: 'ledger',
  ...fault,
  versions,
}));

/** The faults of every reference server. */
export function faults(): readonly Fault[] {
  return [...REGISTRY_FAULTS, ...LEDGER];
}

/** Checks the reference server, at the version of the surface's contract, with one fault switched on. */
export async function prove(
  fault: Fault,
  surface: Surface,
  seed: number,
  profile: Profile = 'full',
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
      allowed: allowanceOf(fault.allow ?? 'read'),
      timeoutMs: 2_000,
      eventualConsistency: false,
    });
    const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    const meant = picomatch(fault.killedBy);
    const expected = picomatch([...(fault.collateral ?? [])]);
    return {
      fault,
      killedBy: failed.filter((id) => meant(id)),
      collateral: failed.filter((id) => !meant(id) && expected(id)),
      falseAlarms: failed.filter((id) => !meant(id) && !expected(id)),
      requests: report.run.requests,
      beyondCeiling: Math.max(0, received() - report.run.ceiling),
      verdicts: report.verdicts,
    };
  } finally {
    await close();
  }
}
