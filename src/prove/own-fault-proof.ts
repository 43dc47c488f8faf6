/** Proves every requirement with its own fault, and counts the results. */

import { rulesIn, type Surface } from '../model/index.ts';
import { ASSAY } from '../model/package.ts';
import { thousands } from '../report/text.ts';
import { byRule, type Kills, killOf } from './kills.ts';
import { hasSurvived, isByHand, type OwnFault, proveOwnFaults } from './own-faults.ts';
import { versionOf } from './target.ts';

interface SurfaceProof {
  readonly surface: string;
  readonly version: string;
  /** The number of proved requirements. */
  readonly proved: number;
  readonly killed: number;
  readonly byHand: number;
  /** Requirements that no known fault kills, with the reason. */
  readonly survived: Readonly<Record<string, string>>;
  /** Requirements that their committed fault no longer kills, or without a committed fault. */
  readonly broken: readonly OwnFault[];
}

export interface OwnFaultProof {
  readonly proved: boolean;
  readonly surfaces: readonly SurfaceProof[];
  readonly found: readonly OwnFault[];
}

export interface OwnFaultSettings {
  readonly chosen: (id: string) => boolean;
  /** True if faults are searched for instead of using the committed ones. */
  readonly update: boolean;
  readonly print: (text: string) => void;
}

/**
 * Proves the chosen requirements. A requirement of several versions is proved at the first surface that has it. If no
 * fault kills it there, it is proved at a later one: a version may free what it announces as removed.
 */
export async function ownFaultProof(
  surfaces: readonly Surface[],
  { chosen, update, print }: OwnFaultSettings,
): Promise<OwnFaultProof> {
  const seen = new Set<string>();
  const proofs: SurfaceProof[] = [];
  const found: OwnFault[] = [];
  for (const [index, surface] of surfaces.entries()) {
    const others = new Set(
      surfaces
        .slice(index + 1)
        .flatMap(rulesIn)
        .map(({ id }) => id),
    );
    const isFinal = ({ requirement, outcome }: OwnFault): boolean =>
      outcome === 'killed' || !others.has(requirement);
    const tried = await proveOwnFaults(surface, {
      chosen: (id) => !seen.has(id) && chosen(id),
      search: update,
      onDone: (one) => {
        const line = isFinal(one) ? lineOf(one) : undefined;
        if (line !== undefined) print(line);
      },
    });
    const done = tried.filter(isFinal);
    for (const { requirement } of done) seen.add(requirement);
    found.push(...done);
    if (done.length === 0) continue;
    const proof = proofOf(surface, done);
    proofs.push(proof);
    print(summaryOf(proof));
  }
  return { proved: proofs.every(({ broken }) => broken.length === 0), surfaces: proofs, found };
}

/** The file of kills after a search: the found ones, and those of other existing requirements in `ids`. */
export function killsOf(found: readonly OwnFault[], ids: readonly string[]): Kills {
  const made = new Map(found.map(({ requirement, kill }) => [requirement, kill]));
  const all = new Map<string, string>();
  for (const id of ids) {
    const kill = made.get(id) ?? killOf(id);
    if (kill !== undefined) all.set(id, kill);
  }
  return byRule(all);
}

function proofOf(surface: Surface, done: readonly OwnFault[]): SurfaceProof {
  const killed = done.filter(({ outcome }) => outcome === 'killed');
  const survived = done.filter(({ kill }) => kill !== undefined && hasSurvived(kill));
  return {
    surface: surface.name,
    version: versionOf(surface),
    proved: done.length,
    killed: killed.length,
    byHand: killed.filter(({ kill = '' }) => isByHand(kill)).length,
    survived: Object.fromEntries(survived.map(({ requirement, kill = '' }) => [requirement, kill])),
    broken: done.filter(({ outcome }) => outcome === 'not killed' || outcome === 'without fault'),
  };
}

function lineOf({ requirement, kill = '', outcome }: OwnFault): string | undefined {
  switch (outcome) {
    case 'killed':
      return undefined;
    case 'survived':
      return `  ${requirement}  ${kill}`;
    case 'not killed':
      return `✗ ${requirement}  NOT KILLED by its fault: ${kill}`;
    case 'without fault':
      return `✗ ${requirement}  HAS NO FAULT: ${ASSAY} prove --requirement ${requirement} --update`;
  }
}

function summaryOf({ surface, version, proved, killed, byHand, broken, survived }: SurfaceProof) {
  return `${broken.length === 0 ? '✓' : '✗'} ${surface} ${version}: ${thousands(killed)} of ${thousands(proved)} MUST and SHOULD requirements killed by a dedicated fault (${thousands(byHand)} hand-written, ${thousands(killed - byHand)} generated), ${thousands(Object.keys(survived).length)} survived, ${thousands(broken.length)} with a fault that does not kill`;
}
