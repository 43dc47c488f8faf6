/** Proves every requirement with its own fault, and counts the results. */
import { rulesIn, type Surface } from '../model/index.ts';
import { thousands } from '../report/text.ts';
import {
  type Coverage,
  coverageOf,
  hasSurvived,
  isByHand,
  KILLS,
  type Kills,
  type OwnFault,
  proveOwnFaults,
} from './own-faults.ts';
import { versionOf } from './target.ts';

interface SurfaceProof extends Coverage {
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

/** Proves the chosen requirements. A requirement of two versions is proved at the first surface that has it. */
export async function ownFaultProof(
  surfaces: readonly Surface[],
  { chosen, update, print }: OwnFaultSettings,
): Promise<OwnFaultProof> {
  const seen = new Set<string>();
  const proofs: SurfaceProof[] = [];
  const found: OwnFault[] = [];
  for (const surface of surfaces) {
    const done = await proveOwnFaults(surface, {
      chosen: (id) => !seen.has(id) && chosen(id),
      search: update,
      onDone: (one) => {
        const line = lineOf(one);
        if (line !== undefined) print(line);
      },
    });
    for (const { id } of rulesIn(surface)) seen.add(id);
    found.push(...done);
    if (done.length === 0) continue;
    const proof = await proofOf(surface, done);
    proofs.push(proof);
    print(summaryOf(proof));
  }
  return { proved: proofs.every(({ broken }) => broken.length === 0), surfaces: proofs, found };
}

/** The file of kills after a search: the found ones, and those of other existing requirements in `ids`. */
export function killsOf(
  found: readonly OwnFault[],
  ids: readonly string[],
  before: Kills = KILLS,
): Kills {
  const made = new Map(found.map(({ requirement, kill }) => [requirement, kill]));
  const entries = ids.flatMap((id) => {
    const kill = made.get(id) ?? before[id];
    return kill === undefined ? [] : [[id, kill] as const];
  });
  return Object.fromEntries(entries);
}

async function proofOf(surface: Surface, done: readonly OwnFault[]): Promise<SurfaceProof> {
  const killed = done.filter(({ outcome }) => outcome === 'killed');
  const survived = done.filter(({ kill }) => kill !== undefined && hasSurvived(kill));
  return {
    surface: surface.name,
    version: versionOf(surface),
    ...(await coverageOf(surface)),
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
      return `✗ ${requirement}  HAS NO FAULT: npx --no-install assay prove --requirement ${requirement} --update`;
  }
}

function summaryOf(proof: SurfaceProof): string {
  const { surface, version, requirements, sole, amongOthers, inNone, proved, killed } = proof;
  const { byHand, broken, survived } = proof;
  const count = thousands;
  return [
    `${broken.length === 0 ? '✓' : '✗'} ${surface} ${version}: ${count(killed)} of ${count(proved)} MUST and SHOULD requirements killed by their own fault (${count(byHand)} hand-written, ${count(killed - byHand)} generated), ${count(Object.keys(survived).length)} survived, ${count(broken.length)} with a fault that does not kill`,
    `  Of all ${count(requirements)}, hand-written faults name ${count(sole)} alone, ${count(amongOthers)} among others, and ${count(inNone)} not at all.`,
  ].join('\n');
}
