/** Proves the kit without hand-written faults: the contract decides which mutants must be killed. */
import type { Operation } from '../contract/contract.ts';
import type { Surface } from '../model/index.ts';
import { openBench } from './bench.ts';
import { type Hunted, huntIn } from './mutants/hunt.ts';
import { allowanceOf } from './target.ts';

export type { Hunted };

/** The share of forbidden mutants that must be killed. */
export const ENOUGH = 0.99;

export interface GeneratedOptions {
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
  { onDone = () => undefined, chosen = () => true }: GeneratedOptions = {},
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
