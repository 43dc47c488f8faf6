/** The proof by generated mutants, operation by operation: the contract decides which must be killed. */
import type { Operation } from '../contract/contract.ts';
import { texts } from '../model/defined.ts';
import type { Surface } from '../model/index.ts';
import { thousands } from '../report/text.ts';
import { openBench } from './bench.ts';
import { type Hunted, huntIn } from './mutants/hunt.ts';
import { allowanceOf, versionOf } from './target.ts';

/** The share of forbidden mutants that must be killed. */
const ENOUGH = 0.99;

interface HuntOptions {
  /** Called after each operation. */
  readonly onDone?: (hunted: Hunted) => void;
  /** All operations by default. */
  readonly chosen?: (operation: Operation) => boolean;
}

/**
 * Runs the mutants of the operations of a surface at its reference server. For a changing operation each mutant gets a
 * new server, so that all start from the same state.
 */
export async function proveGenerated(
  surface: Surface,
  { onDone = () => undefined, chosen = () => true }: HuntOptions = {},
): Promise<readonly Hunted[]> {
  const { fixtures, begin, close } = await openBench(surface);
  try {
    const all: Hunted[] = [];
    for (const operation of surface.operations.filter(chosen)) {
      const tier = (operation.effect ?? 'read') === 'read' ? 'read' : 'irreversible';
      const hunted = await huntIn(operation, {
        surface,
        fixtures,
        seed: 1,
        allowed: allowanceOf(tier),
        begin: () => begin(tier),
      });
      all.push(hunted);
      onDone(hunted);
    }
    return all;
  } finally {
    await close();
  }
}

interface SurfaceHunt {
  readonly surface: string;
  readonly version: string;
  readonly mutants: number;
  readonly killed: number;
  readonly operations: readonly Hunted[];
}

export interface GeneratedProof {
  readonly proved: boolean;
  /** The killed share of the mutants that the contract forbids. */
  readonly share: number;
  readonly surfaces: readonly SurfaceHunt[];
}

interface GeneratedOptions {
  /** The requirements whose operations get mutants. */
  readonly chosen: (id: string) => boolean;
  readonly print: (text: string) => void;
}

/** Runs the mutants of each surface. Proved if enough of them are killed, and no conforming server failed. */
export async function generatedProof(
  surfaces: readonly Surface[],
  { chosen, print }: GeneratedOptions,
): Promise<GeneratedProof> {
  const hunts: SurfaceHunt[] = [];
  for (const surface of surfaces) {
    const wanted = new Set(
      surface.requirements
        .filter(({ id }) => chosen(id))
        .map(({ probes: [probe] }) => probe?.operation),
    );
    if (wanted.size === 0) continue;
    const version = versionOf(surface);
    print(`${surface.name} ${version}`);
    const width = Math.max(...surface.operations.map(({ name }) => name.length));
    const operations = await proveGenerated(surface, {
      chosen: (operation) => wanted.has(operation),
      onDone: (hunted) => print(line(hunted, width)),
    });
    const { mutants, killed } = total(operations);
    hunts.push({ surface: surface.name, version, mutants, killed, operations });
  }
  const { mutants, killed } = total(hunts);
  const share = mutants === 0 ? 0 : killed / mutants;
  const blamed = hunts.some((h) => h.operations.some((o) => o.falseAlarms.length > 0));
  const proved = share >= ENOUGH && !blamed;
  print(
    `\n${thousands(killed)} of ${thousands(mutants)} mutants killed, ${percent(share)}. ${proved ? 'That is enough.' : `That is NOT enough: at least ${percent(ENOUGH)} must be killed, without false alarms on the conforming server.`}`,
  );
  return { proved, share, surfaces: hunts };
}

function total(parts: readonly { readonly mutants: number; readonly killed: number }[]): {
  mutants: number;
  killed: number;
} {
  const sum = (of: (part: (typeof parts)[number]) => number): number =>
    parts.reduce((all, part) => all + of(part), 0);
  return { mutants: sum((p) => p.mutants), killed: sum((p) => p.killed) };
}

function line(hunted: Hunted, width: number): string {
  const { operation, mutants, killed, survivors, equivalent, unseen, falseAlarms } = hunted;
  const good = survivors.length === 0 && falseAlarms.length === 0;
  const rest = [
    ...falseAlarms.map((id) => `    FALSE ALARM ${id} failed before anything was altered`),
    ...survivors.map((id) => `    SURVIVED ${id}`),
  ];
  const beside = texts(
    equivalent.length > 0 && `${equivalent.length} that the contract allows`,
    unseen.length > 0 && `${unseen.length} documented members never sent`,
  );
  const note = beside.length > 0 ? `  (${beside.join(', ')})` : '';
  const share = `${killed} of ${mutants}`;
  return [`${good ? '✓' : '✗'} ${operation.padEnd(width)}  ${share}${note}`, ...rest].join('\n');
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}
