/** The kit's proof without faults of our own making: the contract itself says what must not go unnoticed. */
import type { Operation } from '../contract/contract.ts';
import type { Surface } from '../model/index.ts';
import { openBench } from './bench.ts';
import { type Hunted, huntIn } from './mutants/hunt.ts';
import { allowanceOf } from './target.ts';

export type { Hunted };

/** This share of the mutants that the contract forbids has to be killed. */
export const ENOUGH = 0.99;

export interface GeneratedOptions {
  /** Called with each operation when it is done. */
  readonly onDone?: (hunted: Hunted) => void;
  /** All operations unless given. */
  readonly chosen?: (operation: Operation) => boolean;
}

/**
 * Hunts the mutants of the operations of a surface at its conforming reference server. What an operation changes
 * is changed at a new server for each mutant, so that all of them meet the same one.
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
