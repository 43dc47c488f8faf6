/** The kit's own proof: every fault is caught by its requirement, and nothing else is blamed. */
import picomatch from 'picomatch';
import { startRegistry } from './reference/registry.ts';
import { REGISTRY_FAULTS } from './reference/registry-faults.ts';
import { run } from './run.ts';
import type { Surface, Verdict } from './words.ts';

export interface Fault {
  readonly id: string;
  readonly surface: string;
  readonly says: string;
  /** The requirement, or a glob of them, that must catch it. */
  readonly caughtBy: string;
  /** Requirements that fail as a natural consequence. */
  readonly alsoTrips?: readonly string[];
}

export interface Proof {
  readonly fault: Fault;
  /** Requirements that failed and were meant to. */
  readonly caught: readonly string[];
  /** Requirements that failed as a declared consequence. */
  readonly alongside: readonly string[];
  /** Requirements that failed and have nothing to do with the fault: false blame. */
  readonly stray: readonly string[];
  readonly requests: number;
  readonly verdicts: readonly Verdict[];
}

export function faults(): readonly Fault[] {
  return REGISTRY_FAULTS;
}

/** Checks the reference server with one fault switched on. */
export async function prove(fault: Fault, surface: Surface, seed: number): Promise<Proof> {
  const server = await startRegistry({ faults: [fault.id] });
  try {
    const { report } = await run({
      surface,
      url: new URL(server.url),
      fixtures: server.fixtures,
      seed,
      timeoutMs: 2_000,
    });
    const failed = report.verdicts.filter((v) => v.outcome === 'failed').map((v) => v.requirement);
    const meant = picomatch(fault.caughtBy);
    const expected = picomatch([...(fault.alsoTrips ?? [])]);
    return {
      fault,
      caught: failed.filter((id) => meant(id)),
      alongside: failed.filter((id) => !meant(id) && expected(id)),
      stray: failed.filter((id) => !meant(id) && !expected(id)),
      requests: report.run.requests,
      verdicts: report.verdicts,
    };
  } finally {
    await server.close();
  }
}
